import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** The door-open button unlocks for this long, in seconds. */
export const OPEN_PULSE_S = 1
/** How long the hint that a key must be held stays. */
const HINT_MS = 2_500

/** For how long a key unlocks, in seconds; null for as long as the door is set to. */
export type UnlockSeconds = number | null

/** What the two keys of a lock share: the hint, and the question that a keyboard is asked instead of being held. */
export function useUnlockKeys(unlock: (seconds: UnlockSeconds) => void) {
  const [asked, setAsked] = useState<{ seconds: UnlockSeconds } | null>(null)
  const [isHinting, setHinting] = useState(false)
  const last = useRef<UnlockSeconds>(null)
  const asker = useRef<Element | null>(null)

  useEffect(() => {
    if (!isHinting) return
    const timer = setTimeout(() => setHinting(false), HINT_MS)
    return () => clearTimeout(timer)
  }, [isHinting])

  const press = (seconds: UnlockSeconds): void => {
    last.current = seconds
    setHinting(false)
    unlock(seconds)
  }
  const ask = (seconds: UnlockSeconds): void => {
    asker.current = document.activeElement
    setAsked({ seconds })
  }
  const answer = (isYes: boolean): void => {
    if (isYes && asked !== null) press(asked.seconds)
    setAsked(null)
    if (asker.current instanceof HTMLElement) asker.current.focus()
  }

  return {
    isHinting,
    isAsked: asked !== null,
    press,
    /** As the last time; it asks first unless the door is `guarded` by what it asks itself. */
    again: (guarded: boolean) => (guarded ? press(last.current) : ask(last.current)),
    hint: () => setHinting(true),
    ask,
    answer,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') answer(false)
    },
  }
}
export type UnlockKeys = ReturnType<typeof useUnlockKeys>
