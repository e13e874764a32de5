import type { Client } from 'aedes'

interface Identified {
  messageId: number
}

/**
 * The ids of messages of QoS 2 that clients have sent and not released, for the `persistence` option of aedes. Its own store also keeps
 * their payloads, which nobody reads.
 */
export function createUnreleasedMessages() {
  const idsByClient = new Map<string, Set<number>>()
  const has = (clientId: string, messageId: number | undefined): boolean =>
    messageId !== undefined && idsByClient.get(clientId)?.has(messageId) === true
  return {
    has,
    async incomingStorePacket({ id }: Client, { messageId }: Identified): Promise<void> {
      idsByClient.set(id, (idsByClient.get(id) ?? new Set()).add(messageId))
    },
    async incomingGetPacket<Packet extends Identified>({ id }: Client, packet: Packet): Promise<Packet> {
      if (!has(id, packet.messageId)) throw new Error('no such packet')
      return packet
    },
    async incomingDelPacket({ id }: Client, { messageId }: Identified): Promise<void> {
      idsByClient.get(id)?.delete(messageId)
    },
    async cleanIncoming({ id }: Client): Promise<void> {
      idsByClient.delete(id)
    },
  }
}
