import type { Clock } from '#core/clock.ts'
import { spoken } from '#ui/controls/spoken.ts'

/** A travelling shade reports four times a second; nobody could listen to that. */
const PAUSE_MS = 2_500
/** Two changes of a live region at once would be heard as one. */
const GAP_MS = 300

/** Takes words about the device or part `id`; those that are passing are overtaken by newer ones. */
export type Tell = (id: string, words: string, isPassing: boolean) => void

/** What so many devices say at once can be listened to. */
const ONE_BY_ONE = 5

/** The voice of a list of devices: the newest words of each, after a pause; of many the words that sum them up. */
export function createListSpeech(
  clock: Clock,
  say: (words: string) => void,
  sumUp: () => string | null = () => null,
): Tell {
  const waiting = new Map<string, string>()
  return (id, words) => {
    if (waiting.size === 0) {
      clock.after(PAUSE_MS, () => {
        const sum = waiting.size > ONE_BY_ONE ? sumUp() : null
        say(spoken(sum ?? [...waiting.values()].join('. ')))
        waiting.clear()
      })
    }
    waiting.set(id, words)
  }
}

/** The voice of one device: everything at once and in order, but of passing words the newest, with pauses. */
export function createDeviceSpeech(clock: Clock, say: (words: string) => void): Tell {
  const queue: string[] = []
  let passing: string | null = null
  let saidAt = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | null = null

  const sayNext = () => {
    stopTimer?.()
    stopTimer = null
    if (queue.length === 0 && passing === null) return
    const due = saidAt + (queue.length > 0 ? GAP_MS : PAUSE_MS)
    if (clock.now() < due) {
      stopTimer = clock.after(due - clock.now(), sayNext)
      return
    }
    const lasting = queue.shift()
    const words = lasting ?? passing
    if (lasting === undefined) passing = null
    saidAt = clock.now()
    if (words !== null) say(spoken(words))
    sayNext()
  }

  return (_id, words, isPassing) => {
    if (isPassing) passing = words
    else {
      // What was passing is past.
      passing = null
      queue.push(words)
    }
    sayNext()
  }
}
