import type { FacadePlace } from '@senca/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Facade, placed, snapped, steppedBy, within, without } from './arrangement.ts'

/** Keys are saved together once none was pressed for this long. */
const KEYS_MS = 400

type Hold = { from: FacadePlace; x: number; y: number; isSizing: boolean }
type Pointed = { clientX: number; clientY: number }

export interface Arranging {
  /** The façade with what is being dragged or stepped. */
  facade: Facade
  /** The device that the keys below the house are about. */
  chosen: FacadePlace | null
  isDragging: boolean
  choose(device: string | null): void
  /** Takes hold of a place, to move it or to change its size. */
  grab(place: FacadePlace, at: Pointed, isSizing: boolean): void
  drag(at: Pointed, wall: { width: number; height: number }): void
  /** Saves what was dragged, or takes the device off the wall. */
  drop(isOverTray: boolean): void
  cancel(): void
  press(event: KeyboardEvent, place: FacadePlace): void
  /** Saves what keys changed and is not saved yet. */
  settle(): void
  put(place: FacadePlace): void
  remove(device: string): void
}

/** The state of arranging: what is dragged or stepped is shown at once, and saved when it is dropped or no key follows. */
export function useArranging(saved: Facade, save: (facade: Facade) => void): Arranging {
  const [draft, setDraft] = useState<FacadePlace | null>(null)
  const [chosenId, choose] = useState<string | null>(null)
  const [hold, setHold] = useState<Hold | null>(null)
  const stepped = useRef<{ place: FacadePlace; timer: ReturnType<typeof setTimeout> } | null>(null)
  /** What was sent, shown until the saved façade changes. */
  const [sent, setSent] = useState<{ facade: Facade; before: Facade } | null>(null)
  const base = sent?.before === saved ? sent.facade : saved
  const facade = draft === null ? base : placed(base, draft)

  const keep = (next: Facade) => {
    setDraft(null)
    setSent({ facade: next, before: saved })
    save(next)
  }
  const settle = () => {
    if (stepped.current === null) return
    clearTimeout(stepped.current.timer)
    const { place } = stepped.current
    stepped.current = null
    keep(placed(base, place))
  }
  const settleNow = useRef(settle)
  settleNow.current = settle
  useEffect(() => () => settleNow.current(), [])

  return {
    facade,
    chosen: facade.find(({ device }) => device === chosenId) ?? null,
    isDragging: hold !== null,
    choose,
    grab(place, at, isSizing) {
      settle()
      choose(place.device)
      setHold({ from: place, x: at.clientX, y: at.clientY, isSizing })
    },
    drag(at, wall) {
      if (hold === null) return
      const { from, isSizing } = hold
      const [x, y] = [(at.clientX - hold.x) / wall.width, (at.clientY - hold.y) / wall.height]
      setDraft(
        isSizing
          ? within({ ...from, w: Math.min(from.w + x, 1 - from.x), h: Math.min(from.h + y, 1 - from.y) })
          : snapped({ ...from, x: from.x + x, y: from.y + y }, base),
      )
    },
    drop(isOverTray) {
      if (hold === null) return
      setHold(null)
      if (isOverTray) keep(without(base, hold.from.device))
      else if (draft !== null) keep(placed(base, draft))
    },
    cancel() {
      setHold(null)
      setDraft(null)
      if (stepped.current !== null) clearTimeout(stepped.current.timer)
      stepped.current = null
    },
    press(event, place) {
      if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault()
        settle()
        keep(without(base, place.device))
        return
      }
      const next = steppedBy(event, place)
      if (next === null) return
      event.preventDefault()
      choose(place.device)
      setDraft(next)
      if (stepped.current !== null) clearTimeout(stepped.current.timer)
      stepped.current = { place: next, timer: setTimeout(() => settleNow.current(), KEYS_MS) }
    },
    settle,
    put(place) {
      settle()
      choose(place.device)
      keep(placed(base, place))
    },
    remove(device) {
      settle()
      keep(without(base, device))
    },
  }
}
