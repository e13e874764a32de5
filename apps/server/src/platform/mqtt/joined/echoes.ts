import type { Clock } from '../../clock.ts'
import type { JoinedMessage } from './message-pace.ts'

const WITHIN_MS = 5_000
const KEPT = 200

/** Messages of the server that a broker of MQTT 3.1.1 returns to it. They are no report of any hardware. */
export function createEchoes(clock: Pick<Clock, 'now'>) {
  const sentMsByMessage = new Map<string, number[]>()
  const keyOf = (topic: string, payload: string) => JSON.stringify([topic, payload])
  const recent = (key: string) => {
    const sinceMs = clock.now().getTime() - WITHIN_MS
    return (sentMsByMessage.get(key) ?? []).filter((sentMs) => sentMs > sinceMs)
  }

  return {
    expect(topic: string, payload: string) {
      const key = keyOf(topic, payload)
      sentMsByMessage.set(key, [...recent(key), clock.now().getTime()])
      const [oldest] = sentMsByMessage.keys()
      if (sentMsByMessage.size > KEPT && oldest !== undefined) sentMsByMessage.delete(oldest)
    },
    /** Each message that was sent is returned once. */
    isEcho({ topic, payload, retained }: JoinedMessage): boolean {
      if (retained || sentMsByMessage.size === 0) return false
      const key = keyOf(topic, payload.toString())
      const [first, ...others] = recent(key)
      if (others.length > 0) sentMsByMessage.set(key, others)
      else sentMsByMessage.delete(key)
      return first !== undefined
    },
  }
}
