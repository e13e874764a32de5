import type { Aedes, Client, PublishPacket } from 'aedes'
import { createKeyedSets } from '../../keyed-sets.ts'
import { hasWildcard } from '../topic-filter.ts'

const REFUSED = 128

/**
 * Delivers messages of the server directly to the only client that subscribes to their topic. aedes needs three turns of the
 * event loop for this, because it searches for other subscribers.
 */
export function createDirectDelivery(aedes: Aedes) {
  const clientsByTopic = createKeyedSets<Client>()
  const topicsByClient = createKeyedSets<string, Client>()
  const patternsByClient = createKeyedSets<string, Client>()

  const add = (topic: string, client: Client) => {
    clientsByTopic.add(topic, client)
    topicsByClient.add(client, topic)
  }
  const remove = (filter: string, client: Client) => {
    clientsByTopic.delete(filter, client)
    topicsByClient.delete(client, filter)
    patternsByClient.delete(client, filter)
  }

  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) {
      const granted: number = qos
      if (granted === REFUSED) continue
      if (hasWildcard(topic)) patternsByClient.add(client, topic)
      else add(topic, client)
    }
  })
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) remove(filter, client)
  })

  // aedes does not report the topics of a client that unsubscribes and subscribes in one packet.
  aedes.on('clientDisconnect', (client) => {
    for (const filter of [...topicsByClient.of(client), ...patternsByClient.of(client)])
      remove(filter, client)
  })

  /** The only subscriber of a topic, if everything sent to it before has been delivered. */
  const onlySubscriberOf = (topic: string): Client | null => {
    const clients = clientsByTopic.of(topic)
    if (!patternsByClient.isEmpty() || clients.size !== 1) return null
    const [client] = clients
    if (client === undefined) return null
    return client.connected && client.conn.writable && !client.conn.writableNeedDrain ? client : null
  }

  return {
    /** Delivers with QoS 1, or with the lower QoS that was granted. Returns false if aedes must publish the message. */
    publish(packet: PublishPacket): boolean {
      const client = onlySubscriberOf(packet.topic)
      client?.publish(packet, () => {})
      return client !== null
    },
  }
}
