import type { Aedes, PublishPacket } from 'aedes'

/** Publishes through aedes what comes on one topic one after the other: of what comes at once, aedes loses some. */
export function createPerTopicQueue(aedes: Aedes) {
  const lastByTopic = new Map<string, Promise<void>>()

  const publish = (packet: PublishPacket) =>
    new Promise<void>((resolve, reject) => {
      aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
    })

  return {
    /** Whether something of a topic is still on its way: what follows may not overtake it. */
    has: (topic: string): boolean => lastByTopic.has(topic),
    /** Resolves once it has been delivered, or its life was over before its turn came. */
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
