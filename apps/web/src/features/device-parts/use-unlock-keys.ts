import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** How long the door-open button unlocks, in seconds. */
export const OPEN_PULSE_S = 1
/** How long the hint is shown that the button must be held. */
const HINT_MS = 2_500
/** A confirmation without an answer is closed after this time, because the next tap may be that of another person. */
const QUESTION_MS = 20_000

/** How long a button unlocks, in seconds; null for the time that is set for the door. */
export type UnlockSeconds = number | null

/**
 * The shared logic of the buttons of a lock: the hint to hold, and the confirmation that keyboards get instead of holding. `What`
 * is what a button unlocks. `canUnlock` says whether that is possible now; otherwise an open confirmation closes.
 */
export function useUnlockKeys<What>(unlock: (what: What) => void, canUnlock: (what: What) => boolean) {
  const [asked, setAsked] = useState<{ what: What } | null>(null)
  const [isHinting, setHinting] = useState(false)
  const asker = useRef<Element | null>(null)
  const discRef = useRef<HTMLButtonElement>(null)
  const keyRef = useRef<HTMLButtonElement>(null)
  const isVoid = asked !== null && !canUnlock(asked.what)
  const isAsked = asked !== null && !isVoid

  useEffect(() => {
    if (!isHinting) return
    const timer = setTimeout(() => setHinting(false), HINT_MS)
    return () => clearTimeout(timer)
  }, [isHinting])

  useEffect(() => {
    if (isVoid) setAsked(null)
  }, [isVoid])

  useEffect(() => {
    if (!isAsked) return
    const withdraw = () => setAsked(null)
    const timer = setTimeout(withdraw, QUESTION_MS)
    window.addEventListener('blur', withdraw)
    document.addEventListener('visibilitychange', withdraw)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', withdraw)
      document.removeEventListener('visibilitychange', withdraw)
      ignoreHeldEnter()
      // The confirmation may have replaced the button that opened it.
      returnFocus([asker.current, keyRef.current, discRef.current])
    }
  }, [isAsked])

  const press = (what: What): void => {
    setHinting(false)
    unlock(what)
  }
  const answer = (isYes: boolean): void => {
    setAsked(null)
    if (isYes && asked !== null && canUnlock(asked.what)) press(asked.what)
  }

  return {
    isHinting,
    isAsked,
    /** These buttons get the focus after the confirmation if the button that opened it is gone. */
    discRef,
    keyRef,
    press,
    hint: () => setHinting(true),
    ask: (what: What): void => {
      asker.current = document.activeElement
      setAsked({ what })
    },
    answer,
    onKeyDown: (event: KeyboardEvent) => {
      // The key that opened the confirmation is still pressed and would also answer it.
      if (event.repeat) event.preventDefault()
      else if (event.key === 'Escape') answer(false)
    },
  }
}
/** What the confirmation needs, whatever it unlocks. */
export type UnlockQuestionKeys = Pick<ReturnType<typeof useUnlockKeys>, 'answer' | 'onKeyDown'>
export type UnlockKeys = ReturnType<typeof useUnlockKeys<UnlockSeconds>>

/** Enter may still be pressed after the answer. Its key repeat must not click the element that gets the focus next. */
function ignoreHeldEnter(): void {
  const ended = new AbortController()
  const until = { capture: true, signal: ended.signal }
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  }
  document.addEventListener('keydown', ignore, until)
  document.addEventListener('keyup', () => ended.abort(), until)
}

/** Focuses the first of these elements that can have the focus, unless another element has it. */
function returnFocus(candidates: readonly (Element | null)[]): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  for (const one of candidates) {
    if (!(one instanceof HTMLElement) || one === document.body) continue
    one.focus()
    if (document.activeElement === one) return
  }
}
