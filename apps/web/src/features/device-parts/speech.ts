import type { Clock } from '#core/clock.ts'
import { spoken } from '#ui/controls/spoken.ts'

/** A moving shade reports four times a second, which is too fast to listen to. */
const PAUSE_MS = 2_500
/** Screen readers would read two changes of a live region without a gap as one. */
const GAP_MS = 300

/** Takes a text about the device or part `id`. A passing text is replaced by a newer one. */
export type Notify = (id: string, words: string, isPassing: boolean) => void

/** Up to this many devices are announced one by one. */
const ONE_BY_ONE = 5

/** Announcements for a list of devices: the newest text of each device after a pause, or a summary if there are many. */
export function createListSpeech(
  clock: Clock,
  say: (words: string) => void,
  sumUp: () => string | null = () => null,
): Notify {
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

/** Announcements for one device: everything at once and in order, but only the newest passing text, with pauses. */
export function createDeviceSpeech(clock: Clock, say: (words: string) => void): Notify {
  const queue: string[] = []
  let passing: string | null = null
  let reportedAt = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | null = null

  const sayNext = () => {
    stopTimer?.()
    stopTimer = null
    if (queue.length === 0 && passing === null) return
    const due = reportedAt + (queue.length > 0 ? GAP_MS : PAUSE_MS)
    if (clock.now() < due) {
      stopTimer = clock.after(due - clock.now(), sayNext)
      return
    }
    const lasting = queue.shift()
    const words = lasting ?? passing
    if (lasting === undefined) passing = null
    reportedAt = clock.now()
    if (words !== null) say(spoken(words))
    sayNext()
  }

  return (_id, words, isPassing) => {
    if (isPassing) passing = words
    else {
      // A waiting passing text is outdated now.
      passing = null
      queue.push(words)
    }
    sayNext()
  }
}
