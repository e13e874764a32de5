import type { Clock } from './clock.ts'

/** After this silence the server is asked whether it is still there. */
const IDLE_MS = 20_000
const ANSWER_TIMEOUT_MS = 5_000
/** Timers of hidden pages run up to a minute late: only a longer silence means that the machine slept. */
const ASLEEP_MS = 90_000

export interface Heartbeat {
  /** The server has sent something, whatever it was. */
  received(): void
  /** Asks now, because somebody is back at the page. */
  check(): void
  stop(): void
}

interface Needs {
  clock: Clock
  send(): void
  /** Nothing answers: the socket is dead. */
  failed(): void
}

/**
 * Finds out a socket whose other end is gone without a word, as after a sleep or a change of networks. Browsers show
 * pages neither the pings of the protocol nor what TCP still waits for.
 */
export function startHeartbeat({ clock, send, failed }: Needs): Heartbeat {
  let receivedAt = clock.now()
  let isAsking = false
  let cancel = () => {}

  const watch = (ms: number) => {
    isAsking = false
    cancel()
    cancel = clock.after(ms, () => {
      const left = receivedAt + IDLE_MS - clock.now()
      if (left > 0) watch(left)
      else ask()
    })
  }

  const ask = () => {
    isAsking = true
    cancel()
    cancel = clock.after(ANSWER_TIMEOUT_MS, failed)
    send()
  }

  watch(IDLE_MS)
  return {
    received() {
      receivedAt = clock.now()
      if (isAsking) watch(IDLE_MS)
    },
    check() {
      if (clock.now() - receivedAt > ASLEEP_MS) failed()
      else if (!isAsking) ask()
    },
    stop: () => cancel(),
  }
}
