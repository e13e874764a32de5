import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RetainedMessage } from '../../spaces.ts'
import { hasWildcard, topicMatcher } from '../../topic-filter.ts'
import { SPACE_LIMITS } from './space-limits.ts'

/** So many topics are compared with a filter in about 0.2 ms; then others have their turn. */
const CHECKS_PER_TURN = 2_000

/** The retained bytes of all accounts. */
export interface RetainedTotal {
  bytes: number
  readonly maxBytes: number
}

const bytesOf = ({ topic, payload }: RetainedMessage) => Buffer.byteLength(topic) + payload.length

interface SpaceRetainedOptions {
  messages: readonly RetainedMessage[]
  total: RetainedTotal
  /** Called with each topic whose message was set or removed. */
  changed(topic: string): void
}

/** The retained messages of one space. Their number and bytes are limited. */
export function createSpaceRetained({ messages, total, changed }: SpaceRetainedOptions) {
  const messageByTopic = new Map(messages.map((message) => [message.topic, message]))
  let bytes = messages.reduce((sum, message) => sum + bytesOf(message), 0)

  const addBytes = (more: number) => {
    bytes += more
    total.bytes += more
  }
  const remove = (topic: string) => {
    const known = messageByTopic.get(topic)
    if (known === undefined) return
    messageByTopic.delete(topic)
    addBytes(-bytesOf(known))
    changed(topic)
  }
  const hasRoom = (known: RetainedMessage | undefined, more: number): boolean =>
    (known !== undefined || messageByTopic.size < SPACE_LIMITS.RETAINED) &&
    (more <= 0 || (bytes + more <= SPACE_LIMITS.RETAINED_BYTES && total.bytes + more <= total.maxBytes))

  /** Each message once, whatever number of filters it matches. Others have their turn while it searches. */
  async function* search(filters: readonly string[], searched: (checks: number) => void) {
    const topics = filters.filter((filter) => !hasWildcard(filter))
    const patterns = filters.filter(hasWildcard).map(topicMatcher)
    const found = new Set(topics)
    for (const topic of found) {
      const message = messageByTopic.get(topic)
      if (message !== undefined) yield message
    }
    if (patterns.length === 0) return
    let checks = 0
    for (const message of messageByTopic.values()) {
      if (found.has(message.topic)) continue
      if (patterns.some((matches) => matches(message.topic))) yield message
      checks += patterns.length
      if (checks < CHECKS_PER_TURN) continue
      searched(checks)
      checks = 0
      await nextTurn()
    }
    searched(checks)
  }

  return {
    count: () => messageByTopic.size,
    bytes: () => bytes,
    get: (topic: string) => messageByTopic.get(topic) ?? null,
    /** An empty payload removes. False if there is no room; then nothing is retained for this topic. */
    set(message: RetainedMessage): boolean {
      const { topic, payload } = message
      if (payload.length === 0) {
        remove(topic)
        return true
      }
      const known = messageByTopic.get(topic)
      const more = bytesOf(message) - (known === undefined ? 0 : bytesOf(known))
      if (!hasRoom(known, more)) {
        // An old value would be wrong now.
        remove(topic)
        return false
      }
      messageByTopic.set(topic, message)
      addBytes(more)
      changed(topic)
      return true
    },
    /** The messages for a subscription of the server, at once. */
    find(filter: string): RetainedMessage[] {
      if (hasWildcard(filter)) {
        const matches = topicMatcher(filter)
        return [...messageByTopic.values()].filter(({ topic }) => matches(topic))
      }
      const message = messageByTopic.get(filter)
      return message === undefined ? [] : [message]
    },
    search,
  }
}

export type SpaceRetained = ReturnType<typeof createSpaceRetained>
