import type { Aedes, Client, PublishPacket } from 'aedes'

const REFUSED = 128

const hasWildcard = (filter: string) => /[+#]/.test(filter)

/**
 * Delivers messages of the server directly to the only client that subscribes to their topic. aedes needs three turns of the
 * event loop for this, because it searches for other subscribers.
 */
export function createDirectDelivery(aedes: Aedes) {
  const clientsByTopic = new Map<string, Set<Client>>()
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
  const add = (topic: string, client: Client) => {
    const clients = clientsByTopic.get(topic) ?? new Set()
    clientsByTopic.set(topic, clients.add(client))
    keep(topicsByClient, client, topic)
  }
  const remove = (filter: string, client: Client) => {
    const clients = clientsByTopic.get(filter)
    clients?.delete(client)
    if (clients?.size === 0) clientsByTopic.delete(filter)
    drop(topicsByClient, client, filter)
    drop(patternsByClient, client, filter)
  }

  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) {
      const granted: number = qos
      if (granted === REFUSED) continue
      if (hasWildcard(topic)) keep(patternsByClient, client, topic)
      else add(topic, client)
    }
  })
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) remove(filter, client)
  })

  // aedes does not report the topics of a client that unsubscribes and subscribes in one packet.
  aedes.on('clientDisconnect', (client) => {
    for (const topic of [...(topicsByClient.get(client) ?? [])]) remove(topic, client)
    patternsByClient.delete(client)
  })

  /** The only subscriber of a topic, if everything sent to it before has been delivered. */
  const onlySubscriberOf = (topic: string): Client | null => {
    const clients = clientsByTopic.get(topic)
    if (patternsByClient.size > 0 || clients?.size !== 1) return null
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
