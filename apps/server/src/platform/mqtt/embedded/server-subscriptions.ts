import type { Aedes, AedesPublishPacket } from 'aedes'
import type { Logger } from '../../logger.ts'
import type { BrokerMessage } from '../broker.ts'
import { topicMatcher } from '../topic-filter.ts'
import type { RetainedMessages } from './retained-messages.ts'

type Listener = (message: BrokerMessage) => void

type Packet = Pick<AedesPublishPacket, 'topic' | 'payload' | 'qos'>

/** What the server itself hears, by direct calls: alone, or as one member of a group that shares the messages. */
export function createServerSubscriptions(
  aedes: Aedes,
  retained: Pick<RetainedMessages, 'find'>,
  logger: Logger,
) {
  const groupByKey = new Map<string, Listener[]>()
  const hearers = new Set<(packet: Packet) => void>()

  const call = (listener: Listener, message: BrokerMessage) => {
    try {
      listener(message)
    } catch (error) {
      logger.error({ err: error }, 'A listener of the broker failed')
    }
  }

  const hear = async (filter: string, listener: Listener): Promise<() => void> => {
    const matches = topicMatcher(filter)
    const take = ({ topic, payload }: Packet) => {
      // aedes delivers its own $SYS messages to a leading wildcard.
      if (matches(topic)) call(listener, { topic, payload: bytesOf(payload), retained: false })
    }
    const deliver = (packet: AedesPublishPacket, done: () => void) => {
      // aedes delivers until the next turn after an unsubscribe.
      if (hearers.has(take) && !wasHeard(packet)) take(packet)
      done()
    }
    hearers.add(take)
    await new Promise<void>((resolve) => aedes.subscribe(filter, deliver, resolve))
    return () => {
      hearers.delete(take)
      aedes.unsubscribe(filter, deliver, () => {})
    }
  }

  const joinGroup = async (filter: string, listener: Listener, group: string): Promise<() => void> => {
    const key = `${group} ${filter}`
    const members = groupByKey.get(key) ?? []
    members.push(listener)
    if (!groupByKey.has(key)) {
      groupByKey.set(key, members)
      let turn = 0
      await hear(filter, (message) => {
        turn += 1
        members[turn % Math.max(members.length, 1)]?.(message)
      })
    }
    return () => {
      const index = members.indexOf(listener)
      if (index >= 0) members.splice(index, 1)
    }
  }

  return {
    /** Passes on what a device may publish, the moment it comes in: aedes does so a turn after it acknowledged it. */
    hear(packet: Packet) {
      if (mayComeTwice(packet)) return
      for (const take of [...hearers]) take(packet)
    },
    async subscribe(filter: string, listener: Listener, group?: string): Promise<() => void> {
      if (group !== undefined) return joinGroup(filter, listener, group)
      const undo = await hear(filter, listener)
      for (const { topic, payload } of retained.find(filter)) {
        call(listener, { topic, payload: bytesOf(payload), retained: true })
      }
      return undo
    },
  }
}

/** Whether it may be a repetition, which aedes finds out before it passes it on. */
const mayComeTwice = ({ qos }: Packet) => qos === 2

/** What devices say was heard when it came in; aedes names the client in what it passes on of one. */
const wasHeard = (packet: AedesPublishPacket) =>
  'clientId' in packet && packet.clientId !== undefined && !mayComeTwice(packet)

function bytesOf(payload: string | Buffer): Uint8Array {
  return typeof payload === 'string' ? Buffer.from(payload) : payload
}
