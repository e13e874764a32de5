import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

/** A travelling shade reports four times a second; nobody could listen to that. */
const PAUSE_MS = 2_500

type Announce = (id: string, words: string) => void
const AnnounceContext = createContext<Announce>(() => {})

/** One polite voice for a list of cards: says the newest words of each device, with pauses. */
export function CardAnnouncer({ children }: { children: ReactNode }) {
  const [words, setWords] = useState('')
  const waiting = useRef(new Map<string, string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const announce = useRef<Announce>((id, newest) => {
    waiting.current.set(id, newest)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setWords([...waiting.current.values()].join('. '))
      waiting.current.clear()
    }, PAUSE_MS)
  })

  return (
    <AnnounceContext value={announce.current}>
      {children}
      <VisuallyHidden live>{words}</VisuallyHidden>
    </AnnounceContext>
  )
}

/** Announces `words` about the device `id` whenever they change, but not when its card first appears. */
export function useAnnouncement(id: string, words: string): void {
  const announce = useContext(AnnounceContext)
  const said = useRef(words)
  useEffect(() => {
    if (said.current === words) return
    said.current = words
    announce(id, words)
  }, [announce, id, words])
}
