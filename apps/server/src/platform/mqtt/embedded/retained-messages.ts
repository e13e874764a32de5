import { Readable } from 'node:stream'
import type { Aedes, AedesPublishPacket } from 'aedes'
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
    /** Has a broker keep its retained messages here: its own store looks at each of them for every subscription. */
    keepFor(aedes: Aedes) {
      const persistence: unknown = Reflect.get(aedes, 'persistence')
      if (typeof persistence !== 'object' || persistence === null) throw new Error('aedes has no persistence')
      Reflect.set(persistence, 'storeRetained', async (packet: AedesPublishPacket) => {
        if (packet.payload.length === 0) packetByTopic.delete(packet.topic)
        else packetByTopic.set(packet.topic, { ...packet })
      })
      Reflect.set(persistence, 'createRetainedStreamCombi', (filters: readonly string[]) =>
        Readable.from(filters.flatMap(find)),
      )
    },
  }
}

export type RetainedMessages = ReturnType<typeof createRetainedMessages>
