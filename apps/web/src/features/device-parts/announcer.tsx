import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { browserClock, type Clock } from '#core/clock.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { createDeviceSpeech, createListSpeech, type Tell } from './speech.ts'

const AnnounceContext = createContext<Tell>(() => {})

/**
 * One polite voice for a list of cards: says the newest words of each device, with pauses; what `sumUp` says where many
 * changed, if it says something.
 */
export const CardAnnouncer = (props: { sumUp?: () => string | null; children: ReactNode }) => (
  <Announcer create={(clock, say) => createListSpeech(clock, say, props.sumUp)}>{props.children}</Announcer>
)

/** The polite voice of a page about one device: says what happens at once and in order. */
export const DeviceAnnouncer = ({ children }: { children: ReactNode }) => (
  <Announcer create={createDeviceSpeech}>{children}</Announcer>
)

function Announcer(props: {
  create: (clock: Clock, say: (words: string) => void) => Tell
  children: ReactNode
}) {
  const [words, setWords] = useState('')
  const [tell] = useState(() => props.create(browserClock, setWords))
  return (
    <AnnounceContext value={tell}>
      {props.children}
      <VisuallyHidden live>{words}</VisuallyHidden>
    </AnnounceContext>
  )
}

/**
 * Announces `words` about the device `id` whenever they change, but not when it first appears. Passing words are those
 * of something on its way, of which only some are said.
 */
export function useAnnouncement(id: string, words: string, isPassing = false): void {
  const tell = useContext(AnnounceContext)
  const said = useRef(words)
  useEffect(() => {
    if (said.current === words) return
    said.current = words
    tell(id, words, isPassing)
  }, [tell, id, words, isPassing])
}
