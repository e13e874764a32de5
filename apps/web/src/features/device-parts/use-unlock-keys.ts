import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** The door-open button unlocks for this long, in seconds. */
export const OPEN_PULSE_S = 1
/** How long the hint that a key must be held stays. */
const HINT_MS = 2_500
/** A question that is still open after this long is withdrawn: the next tap may be of somebody else. */
const QUESTION_MS = 20_000

/** For how long a key unlocks, in seconds; null for as long as the door is set to. */
export type UnlockSeconds = number | null

/**
 * What the keys of a lock share: the hint, and the question that a keyboard is asked instead of being held. `What` is
 * what a key unlocks; `canUnlock` says whether it may be unlocked now, and a question ends when it may not.
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
      // The key that asked may have been replaced by the question.
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
    /** The buttons that get the focus after the question when the one that asked is gone. */
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
      // The key that asked is still pressed, and would answer the question.
      if (event.repeat) event.preventDefault()
      else if (event.key === 'Escape') answer(false)
    },
  }
}
/** What the question needs, whatever it unlocks. */
export type UnlockQuestionKeys = Pick<ReturnType<typeof useUnlockKeys>, 'answer' | 'onKeyDown'>
export type UnlockKeys = ReturnType<typeof useUnlockKeys<UnlockSeconds>>

/** Enter that is still pressed from the answer must not press what gets the focus next. */
function ignoreHeldEnter(): void {
  const ended = new AbortController()
  const until = { capture: true, signal: ended.signal }
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  }
  document.addEventListener('keydown', ignore, until)
  document.addEventListener('keyup', () => ended.abort(), until)
}

/** Focuses the first of these that takes it, unless something else of the page has the focus. */
function returnFocus(candidates: readonly (Element | null)[]): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  for (const one of candidates) {
    if (!(one instanceof HTMLElement) || one === document.body) continue
    one.focus()
    if (document.activeElement === one) return
  }
}
