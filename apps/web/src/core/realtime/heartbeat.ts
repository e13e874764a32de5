import type { Clock } from '../clock.ts'

/** After this time without a message a heartbeat is sent to the server. */
const IDLE_MS = 20_000
const ANSWER_TIMEOUT_MS = 5_000
/** Timers of hidden pages run up to a minute late. Only a longer silence means that the machine slept. */
const ASLEEP_MS = 90_000

export interface Heartbeat {
  /** Must be called for every message of the server. */
  received(): void
  /** Sends a heartbeat at once, because the person is back at the page. */
  check(): void
  stop(): void
}

interface Needs {
  clock: Clock
  send(): void
  /** Called when the server does not answer: the socket is dead. */
  failed(): void
}

/**
 * Detects a socket whose other end is gone without closing it, for example after a sleep or a change of networks. Browsers show
 * pages neither the ping frames of the protocol nor the state of the TCP connection.
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
