import { Readable } from 'node:stream'
import { LIMITS } from '@senca/contract'
import type { AedesPublishPacket } from 'aedes'
import createMemoryPersistence from 'aedes-persistence'
import { hasWildcard, topicMatcher } from '../topic-filter.ts'

/** The retained messages by topic. A filter without wildcards finds its message without checking all others. */
export function createRetainedMessages() {
  const packetByTopic = new Map<string, AedesPublishPacket>()

  const find = (filter: string): AedesPublishPacket[] => {
    if (hasWildcard(filter)) {
      const matches = topicMatcher(filter)
      return [...packetByTopic.values()].filter(({ topic }) => matches(topic))
    }
    const packet = packetByTopic.get(filter)
    return packet === undefined ? [] : [packet]
  }

  return {
    find,
    /** For the `persistence` option of aedes, whose own store checks every retained message for every subscription. */
    persistence: Object.assign(createMemoryPersistence(), {
      async storeRetained(packet: AedesPublishPacket): Promise<void> {
        // Nothing that is read is larger, so a client must not fill the memory with it.
        if (packet.payload.length > LIMITS.DEVICE_MESSAGE_MAX_BYTES) return
        if (packet.payload.length === 0) packetByTopic.delete(packet.topic)
        else packetByTopic.set(packet.topic, { ...packet })
      },
      createRetainedStreamCombi: (filters: readonly string[]) => Readable.from(filters.flatMap(find)),
    }),
  }
}

export type RetainedMessages = ReturnType<typeof createRetainedMessages>
