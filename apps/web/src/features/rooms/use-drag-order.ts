import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { droppedAt, type Row } from './room-order.ts'

/** The page scrolls while the pointer is closer than this to the top or bottom of the view. */
const EDGE = 64
const SCROLL_STEP = 8

/** A row that is being dragged: its original index, the distance it was dragged, and the index at which it would be dropped. */
interface Dragged {
  from: number
  dy: number
  to: number
  height: number
}

/**
 * Sorts the rows of a list by touch or mouse. `grip` belongs on the grip of each row; `shift` moves the row itself during a drag.
 * Escape cancels the drag.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
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
      const rows = rowsOf(list.current)
      const start = event.clientY + scrollY
      let y = event.clientY
      let now: Dragged = { from, dy: 0, to: from, height: heightOf(rows[from]) }
      let frame = 0

      const show = () => {
        const dy = y + scrollY - start
        now = { ...now, dy, to: droppedAt(rows, from, dy) }
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
        removeEventListener('keydown', press)
        setDragged(null)
        if (isDropped && now.to !== from) drop.current(from, now.to)
      }
      const up = (released: globalThis.PointerEvent) => released.pointerId === pointerId && finish(true)
      const cancel = (lost: globalThis.PointerEvent) => lost.pointerId === pointerId && finish(false)
      const press = (key: KeyboardEvent) => key.key === 'Escape' && finish(false)

      end.current = finish
      handle.setPointerCapture(pointerId)
      handle.addEventListener('pointermove', move)
      handle.addEventListener('pointerup', up)
      handle.addEventListener('pointercancel', cancel)
      addEventListener('keydown', press)
      frame = requestAnimationFrame(scroll)
      setDragged(now)
    },
  })

  return {
    grip,
    /** The style of a row during a drag. */
    shift: (index: number) => ({
      'data-dragged': dragged === null ? undefined : dragged.from === index ? 'self' : 'other',
      style: dragged === null ? undefined : { translate: `0 ${offsetOf(dragged, index)}px` },
    }),
  }
}

const rowsOf = (list: HTMLElement): Row[] =>
  [...list.children].map((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return { top, bottom }
  })

const heightOf = (row: Row | undefined): number => (row === undefined ? 0 : row.bottom - row.top)

function offsetOf({ from, to, dy, height }: Dragged, index: number): number {
  if (index === from) return dy
  if (from < index && index <= to) return -height
  return to <= index && index < from ? height : 0
}
