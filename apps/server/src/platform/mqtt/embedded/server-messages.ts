import type { Aedes, AedesPublishPacket, PublishPacket } from 'aedes'
import type { Logger } from '../../logger.ts'
import type { BrokerMessage } from '../broker.ts'
import { topicMatcher } from '../topic-filter.ts'
import type { RetainedMessages } from './retained-messages.ts'

type Listener = (message: BrokerMessage) => void

/** Publishes the messages of one topic through aedes one after the other, because aedes loses some of concurrent ones. */
function createPerTopicQueue(aedes: Aedes) {
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

/**
 * What the server itself publishes, and what it subscribes to: alone, or as one member of a group that shares the messages.
 */
export function createServerMessages(aedes: Aedes, retained: Pick<RetainedMessages, 'find'>, logger: Logger) {
  const queue = createPerTopicQueue(aedes)
  const groupByKey = new Map<string, Listener[]>()

  const call = (listener: Listener, { topic, payload }: AedesPublishPacket, isRetained: boolean) => {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    try {
      listener({ topic, payload: bytes, retained: isRetained })
    } catch (error) {
      logger.error({ err: error }, 'A listener of the broker failed')
    }
  }

  const addListener = async (filter: string, listener: Listener): Promise<() => Promise<void>> => {
    const matches = topicMatcher(filter)
    let isSubscribed = true
    const deliver = (packet: AedesPublishPacket, done: () => void) => {
      // aedes delivers until the next turn after an unsubscribe, and delivers its own $SYS messages to a leading wildcard.
      if (isSubscribed && matches(packet.topic)) call(listener, packet, false)
      done()
    }
    await new Promise<void>((resolve) => aedes.subscribe(filter, deliver, resolve))
    return async () => {
      isSubscribed = false
      aedes.unsubscribe(filter, deliver, () => {})
    }
  }

  const joinGroup = async (
    filter: string,
    listener: Listener,
    group: string,
  ): Promise<() => Promise<void>> => {
    const key = `${group} ${filter}`
    const members = groupByKey.get(key) ?? []
    members.push(listener)
    if (!groupByKey.has(key)) {
      groupByKey.set(key, members)
      let turn = 0
      await addListener(filter, (message) => {
        turn += 1
        members[turn % Math.max(members.length, 1)]?.(message)
      })
    }
    return async () => {
      const index = members.indexOf(listener)
      if (index >= 0) members.splice(index, 1)
    }
  }

  return {
    publish: queue.publish,
    async subscribe(filter: string, listener: Listener, group?: string): Promise<() => Promise<void>> {
      if (group !== undefined) return joinGroup(filter, listener, group)
      const undo = await addListener(filter, listener)
      for (const packet of retained.find(filter)) call(listener, packet, true)
      return undo
    },
  }
}
