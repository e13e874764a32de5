import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** The page scrolls while the pointer is closer than this to the top or bottom of the view. */
const EDGE = 64
const SCROLL_STEP = 8

/**
 * A row that is being dragged: its original index, the distance it was dragged, the index at which it would be dropped, and the
 * rows at the beginning of the drag.
 */
interface Dragged<T> {
  rows: readonly T[]
  from: number
  dy: number
  to: number
  height: number
}

/**
 * Sorts the rows of a list by touch or mouse. `grip` belongs on the grip of each row; `shift` moves the row itself during a drag.
 * Escape and a second finger cancel the drag. During a drag the list must show the returned `rows`, which stay as they were, so
 * that a change by somebody else does not put another row under the finger.
 */
export function useDragOrder<T>(
  list: RefObject<HTMLElement | null>,
  rows: readonly T[],
  onDrop: (row: T, to: number, rows: readonly T[]) => void,
) {
  const [dragged, setDragged] = useState<Dragged<T> | null>(null)
  const end = useRef<(isDropped: boolean) => void>(() => {})
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => () => end.current(false), [])

  const grip = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !event.isPrimary || list.current === null) return
      event.preventDefault()
      end.current(false)
      const handle = event.currentTarget
      const { pointerId } = event
      const places = placesOf(list.current)
      const start = event.clientY + scrollY
      let y = event.clientY
      let now: Dragged<T> = { rows, from, dy: 0, to: from, height: heightOf(places[from]) }
      let frame = 0

      const show = () => {
        const dy = y + scrollY - start
        now = { ...now, dy, to: droppedAt(places, from, dy) }
        setDragged(now)
      }
      const move = (moved: globalThis.PointerEvent) => {
        if (moved.pointerId !== pointerId) return
        y = moved.clientY
        show()
      }
      const scroll = () => {
        const step = y < EDGE ? -SCROLL_STEP : y > innerHeight - EDGE ? SCROLL_STEP : 0
        if (step !== 0) {
          scrollBy(0, step)
          show()
        }
        frame = requestAnimationFrame(scroll)
      }
      const finish = (isDropped: boolean) => {
        end.current = () => {}
        cancelAnimationFrame(frame)
        handle.removeEventListener('pointermove', move)
        handle.removeEventListener('pointerup', up)
        handle.removeEventListener('pointercancel', cancel)
        removeEventListener('pointerdown', join, true)
        removeEventListener('keydown', press)
        setDragged(null)
        const row = rows[from]
        if (isDropped && now.to !== from && row !== undefined) drop.current(row, now.to, rows)
      }
      const up = (released: globalThis.PointerEvent) => released.pointerId === pointerId && finish(true)
      const cancel = (lost: globalThis.PointerEvent) => lost.pointerId === pointerId && finish(false)
      const join = (other: globalThis.PointerEvent) => other.pointerId !== pointerId && finish(false)
      const press = (key: KeyboardEvent) => key.key === 'Escape' && finish(false)

      end.current = finish
      handle.setPointerCapture(pointerId)
      handle.addEventListener('pointermove', move)
      handle.addEventListener('pointerup', up)
      handle.addEventListener('pointercancel', cancel)
      addEventListener('pointerdown', join, true)
      addEventListener('keydown', press)
      frame = requestAnimationFrame(scroll)
      setDragged(now)
    },
  })

  return {
    rows: dragged?.rows ?? rows,
    grip,
    /** The style of a row during a drag. */
    shift: (index: number) => ({
      'data-dragged': dragged === null ? undefined : dragged.from === index ? 'self' : 'other',
      style: dragged === null ? undefined : { translate: `0 ${offsetOf(dragged, index)}px` },
    }),
  }
}

const placesOf = (list: HTMLElement): Row[] =>
  [...list.children].map((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return { top, bottom }
  })

const heightOf = (row: Row | undefined): number => (row === undefined ? 0 : row.bottom - row.top)

function offsetOf({ from, to, dy, height }: Dragged<unknown>, index: number): number {
  if (index === from) return dy
  if (from < index && index <= to) return -height
  return to <= index && index < from ? height : 0
}

/** The vertical extent of a row in CSS pixels. */
type Row = { top: number; bottom: number }

/**
 * The index at which a row ends up that started at `from` and was dragged by `dy`. It passes another row at that row's middle.
 */
export function droppedAt(rows: readonly Row[], from: number, dy: number): number {
  const dragged = rows[from]
  if (dragged === undefined) return from
  const middle = ({ top, bottom }: Row) => (top + bottom) / 2
  const edge = (dy > 0 ? dragged.bottom : dragged.top) + dy
  return dy > 0
    ? rows.filter((row, index) => index <= from || middle(row) < edge).length - 1
    : rows.filter((row, index) => index < from && middle(row) <= edge).length
}
