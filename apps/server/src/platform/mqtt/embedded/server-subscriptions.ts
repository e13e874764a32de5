import type { Aedes, AedesPublishPacket } from 'aedes'
import type { Logger } from '../../logger.ts'
import type { BrokerMessage } from '../broker.ts'
import { topicMatcher } from '../topic-filter.ts'
import type { RetainedMessages } from './retained-messages.ts'

type Listener = (message: BrokerMessage) => void

/** The subscriptions of the server itself: alone, or as one member of a group that shares the messages. */
export function createServerSubscriptions(
  aedes: Aedes,
  retained: Pick<RetainedMessages, 'find'>,
  logger: Logger,
) {
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
    async subscribe(filter: string, listener: Listener, group?: string): Promise<() => Promise<void>> {
      if (group !== undefined) return joinGroup(filter, listener, group)
      const undo = await addListener(filter, listener)
      for (const packet of retained.find(filter)) call(listener, packet, true)
      return undo
    },
  }
}
