import type { Aedes, Client } from 'aedes'
import type { MaySubscribe } from './access-rules.ts'
import { encodePublish } from './publish-packet.ts'

interface Reader {
  client: Client
  qos: 0 | 1
}

const REFUSED = 128
const LAST_MESSAGE_ID = 65_535

const hasWildcard = (filter: string) => /[+#]/.test(filter)

/**
 * The straight way from the server to the one client that listens to a topic, written at once: aedes takes three turns
 * of the event loop for it, since it looks for others first. `mayHear` is asked each time, as aedes asks before it forwards.
 */
export function createDirectDelivery(aedes: Aedes, mayHear: MaySubscribe) {
  const readersByTopic = new Map<string, Map<Client, Reader>>()
  const topicsByClient = new Map<Client, Set<string>>()
  const patternsByClient = new Map<Client, Set<string>>()

  const keep = (filtersByClient: Map<Client, Set<string>>, client: Client, filter: string) => {
    const filters = filtersByClient.get(client) ?? new Set()
    filtersByClient.set(client, filters.add(filter))
  }
  const drop = (filtersByClient: Map<Client, Set<string>>, client: Client, filter: string) => {
    const filters = filtersByClient.get(client)
    filters?.delete(filter)
    if (filters?.size === 0) filtersByClient.delete(client)
  }
  const addReader = (topic: string, reader: Reader) => {
    const readers = readersByTopic.get(topic) ?? new Map<Client, Reader>()
    readersByTopic.set(topic, readers.set(reader.client, reader))
    keep(topicsByClient, reader.client, topic)
  }
  const remove = (filter: string, client: Client) => {
    const readers = readersByTopic.get(filter)
    readers?.delete(client)
    if (readers?.size === 0) readersByTopic.delete(filter)
    drop(topicsByClient, client, filter)
    drop(patternsByClient, client, filter)
  }

  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) {
      const granted: number = qos
      if (granted === REFUSED) continue
      if (hasWildcard(topic)) keep(patternsByClient, client, topic)
      else addReader(topic, { client, qos: granted === 0 ? 0 : 1 })
    }
  })
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) remove(filter, client)
  })

  // Of who unsubscribes and subscribes in one breath, aedes tells no more when it leaves.
  aedes.on('clientDisconnect', (client) => {
    for (const topic of [...(topicsByClient.get(client) ?? [])]) remove(topic, client)
    patternsByClient.delete(client)
  })

  /** Nobody else listens to the topic, and what was said before has left. */
  const onlyReaderOf = (topic: string): Reader | null => {
    const readers = readersByTopic.get(topic)
    if (patternsByClient.size > 0 || readers?.size !== 1) return null
    const [reader] = readers.values()
    if (reader === undefined) return null
    const { connected, conn } = reader.client
    return connected && conn.writable && !conn.writableNeedDrain ? reader : null
  }

  return {
    /** Answers whether it has been written; where not, aedes is to publish it. */
    write(topic: string, payload: string): boolean {
      const reader = onlyReaderOf(topic)
      if (reader === null) return false
      const { client, qos } = reader
      const messageId = qos === 0 ? 0 : nextMessageId(client)
      if (mayHear(client.id, topic)) client.conn.write(encodePublish({ topic, payload, qos, messageId }))
      return true
    },
  }
}

/** In one count with those that aedes gives. */
function nextMessageId(client: Client): number {
  const id: unknown = Reflect.get(client, '_nextId')
  if (typeof id !== 'number') throw new Error('aedes does not count its messages')
  Reflect.set(client, '_nextId', id >= LAST_MESSAGE_ID ? 1 : id + 1)
  return id
}
