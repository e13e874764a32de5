import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { browserClock, type Clock } from '#core/clock.ts'
import { CommandBlock } from '#ui/controls/command-block.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { createDeviceSpeech, createListSpeech, type Notify } from './speech.ts'

const AnnounceContext = createContext<Notify>(() => {})

/**
 * A polite live region for a list of cards. It announces the newest text of each device, with pauses. If many devices changed, it
 * announces the result of `sumUp` unless that is null.
 */
export const CardAnnouncer = (props: { sumUp?: () => string | null; children: ReactNode }) => (
  <Announcer create={(clock, say) => createListSpeech(clock, say, props.sumUp)}>{props.children}</Announcer>
)

/** A polite live region for a page about one device. It announces everything at once and in order. */
export const DeviceAnnouncer = ({ children }: { children: ReactNode }) => (
  <Announcer create={createDeviceSpeech}>{children}</Announcer>
)

function Announcer(props: {
  create: (clock: Clock, say: (words: string) => void) => Notify
  children: ReactNode
}) {
  const [words, setWords] = useState('')
  const [notify] = useState(() => props.create(browserClock, setWords))
  return (
    <AnnounceContext value={notify}>
      {props.children}
      <VisuallyHidden live>{words}</VisuallyHidden>
    </AnnounceContext>
  )
}

/**
 * Announces `words` about the device `id` when they change, but not on the first render, and not when they turn from the last known
 * state to the present one: the page says once that it is connected. `isPassing` marks texts about a movement, of which only some
 * are announced.
 */
export function useAnnouncement(id: string, words: string, isPassing = false): void {
  const notify = useContext(AnnounceContext)
  const spoken = useRef(words)
  // What cannot be commanded now is shown as it was last known.
  const isOld = useContext(CommandBlock) !== null
  const wasOld = useRef(isOld)
  useEffect(() => {
    const isBack = wasOld.current && !isOld
    wasOld.current = isOld
    if (spoken.current === words) return
    spoken.current = words
    if (!isBack) notify(id, words, isPassing)
  }, [notify, id, words, isPassing, isOld])
}
