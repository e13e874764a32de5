import type { Aedes, PublishPacket } from 'aedes'

/** Publishes the messages of one topic through aedes one after the other, because aedes loses some of concurrent ones. */
export function createPerTopicQueue(aedes: Aedes) {
  const lastByTopic = new Map<string, Promise<void>>()

  const publish = (packet: PublishPacket) =>
    new Promise<void>((resolve, reject) => {
      aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
    })

  return {
    /** Resolves when the message has been delivered, or has expired before its turn. */
    publish(packet: PublishPacket, lifeMs = Number.POSITIVE_INFINITY): Promise<void> {
      const { topic } = packet
      const voidAt = performance.now() + lifeMs
      const before = lastByTopic.get(topic) ?? Promise.resolve()
      const turn = before
        .catch(() => {})
        .then(() => (performance.now() < voidAt ? publish(packet) : undefined))
      const leave = () => {
        if (lastByTopic.get(topic) === turn) lastByTopic.delete(topic)
      }
      lastByTopic.set(topic, turn)
      turn.then(leave, leave)
      return turn
    },
  }
}
