import type { Aedes, AedesPublishPacket } from 'aedes'
import type { BrokerMessage } from './broker.ts'
import type { Retained } from './embedded-broker-retained.ts'
import type { Logger } from './logger.ts'
import { topicMatches } from './topic-filter.ts'

type Listener = (message: BrokerMessage) => void

/** What the server itself hears, by direct calls: alone, or as one member of a group that shares the messages. */
export function createListeners(aedes: Aedes, retained: Pick<Retained, 'find'>, logger: Logger) {
  const groupByKey = new Map<string, Listener[]>()

  const call = (listener: Listener, message: BrokerMessage) => {
    try {
      listener(message)
    } catch (error) {
      logger.error({ err: error }, 'A listener of the broker failed')
    }
  }

  const hear = async (filter: string, listener: Listener): Promise<() => void> => {
    let isActive = true
    const deliver = ({ topic, payload }: AedesPublishPacket, done: () => void) => {
      // aedes delivers until the next turn after an unsubscribe, and its own $SYS messages to a leading wildcard.
      const isMeant = isActive && topicMatches(filter, topic)
      if (isMeant) call(listener, { topic, payload: bytesOf(payload), retained: false })
      done()
    }
    await new Promise<void>((resolve) => aedes.subscribe(filter, deliver, resolve))
    return () => {
      isActive = false
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

function bytesOf(payload: string | Buffer): Uint8Array {
  return typeof payload === 'string' ? Buffer.from(payload) : payload
}
