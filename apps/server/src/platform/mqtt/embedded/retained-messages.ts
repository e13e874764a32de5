import { Readable } from 'node:stream'
import type { AedesPublishPacket } from 'aedes'
import createMemoryPersistence from 'aedes-persistence'
import { topicMatcher } from '../topic-filter.ts'

const hasWildcard = (filter: string) => /[+#]/.test(filter)

/** The retained messages, by topic: a filter without wildcards finds its one without looking at all others. */
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
    /** For the option `persistence` of aedes, whose own store looks at every retained message for every subscription. */
    persistence: Object.assign(createMemoryPersistence(), {
      async storeRetained(packet: AedesPublishPacket): Promise<void> {
        if (packet.payload.length === 0) packetByTopic.delete(packet.topic)
        else packetByTopic.set(packet.topic, { ...packet })
      },
      createRetainedStreamCombi: (filters: readonly string[]) => Readable.from(filters.flatMap(find)),
    }),
  }
}

export type RetainedMessages = ReturnType<typeof createRetainedMessages>
