import type { Clock } from '../../clock.ts'
import { TokenBucket } from '../../token-bucket.ts'
import { SPACE_LIMITS } from '../embedded/spaces/space-limits.ts'

export interface JoinedMessage {
  topic: string
  payload: Buffer
  /** Whether it was delivered because of a subscription. */
  retained: boolean
}

const MIN_WAIT_MS = 10

interface MessagePaceOptions {
  clock: Pick<Clock, 'now' | 'after'>
  deliver(message: JoinedMessage): void
  /** Called when messages come faster than they are handled. */
  tooFast(): void
}

/** Delivers messages in their order, no faster than the limits of an account. Of those that wait, each topic keeps the newest [HW14]. */
export function createMessagePace({ clock, deliver, tooFast }: MessagePaceOptions) {
  const nowMs = () => clock.now().getTime()
  const packets = new TokenBucket(SPACE_LIMITS.ACCOUNT_PACKETS, nowMs())
  const bytes = new TokenBucket(SPACE_LIMITS.ACCOUNT_BYTES, nowMs())
  const waiting = new Map<string, JoinedMessage>()
  let waitingBytes = 0
  let endTimer: (() => void) | null = null

  const waitMs = () => Math.max(packets.msUntil(1, nowMs()), bytes.msUntil(1, nowMs()))
  const handle = (message: JoinedMessage) => {
    packets.take(1, nowMs())
    bytes.take(message.payload.length, nowMs())
    deliver(message)
  }
  const drop = (topic: string) => {
    waitingBytes -= waiting.get(topic)?.payload.length ?? 0
    waiting.delete(topic)
  }
  const deliverWaiting = () => {
    endTimer = null
    for (const [topic, message] of waiting) {
      if (waitMs() > 0) break
      drop(topic)
      handle(message)
    }
    if (waiting.size > 0) endTimer = clock.after(Math.max(MIN_WAIT_MS, waitMs()), deliverWaiting)
  }

  return {
    receive(message: JoinedMessage) {
      if (waiting.size === 0 && waitMs() === 0) {
        handle(message)
        return
      }
      tooFast()
      drop(message.topic)
      // It may be a part of a larger buffer.
      waiting.set(message.topic, { ...message, payload: Buffer.from(message.payload) })
      waitingBytes += message.payload.length
      for (const topic of waiting.keys()) {
        if (waiting.size <= SPACE_LIMITS.RETAINED && waitingBytes <= SPACE_LIMITS.RETAINED_BYTES) break
        drop(topic)
      }
      endTimer ??= clock.after(Math.max(MIN_WAIT_MS, waitMs()), deliverWaiting)
    },
    stop() {
      endTimer?.()
      waiting.clear()
    },
  }
}
