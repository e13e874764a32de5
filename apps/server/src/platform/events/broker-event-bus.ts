import type { Logger } from '../logger.ts'
import { BrokerDownError } from '../mqtt/broker.ts'
import type { BrokerConnection } from '../mqtt/outside/broker-connection.ts'
import type { EventBus } from './event-bus.ts'
import { createInProcessEventBus } from './in-process-event-bus.ts'

const PREFIX = 'senca-bus/'
const MAX_TOPIC_LENGTH = 200
/** Larger than any message between instances. A broker closes a connection that sends too much. */
const MAX_PAYLOAD_BYTES = 256 * 1024

/** Converts a name to one level of an MQTT topic. Special and non-ASCII characters are written in hexadecimal. */
export const busTopic = (topic: string): string =>
  PREFIX + topic.replace(/[^A-Za-z0-9._-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

interface BrokerEventBusOptions {
  connection: Pick<BrokerConnection, 'publish' | 'want' | 'unwant' | 'settled' | 'onMessage'>
  logger: Logger
}

/**
 * An event bus over topics of the broker. Listeners of this instance are called at once, those of other instances when the broker
 * delivers the message. While the broker is unavailable, other instances receive nothing. This instance subscribes to a topic
 * only while it has a listener for it.
 */
export function createBrokerEventBus({ connection, logger }: BrokerEventBusOptions): EventBus {
  const local = createInProcessEventBus(logger)
  const topicByWire = new Map<string, { topic: string; listeners: number }>()
  const nameOf = (topic: string) => topic.split('.')[0]

  connection.onMessage(({ topic: wire, payload }) => {
    const known = topicByWire.get(wire)
    if (known === undefined) return
    if (payload.byteLength > MAX_PAYLOAD_BYTES) return
    const { buffer, byteOffset, byteLength } = payload
    let body: unknown
    try {
      body = JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8'))
    } catch {
      logger.warn({ topic: nameOf(known.topic) }, 'A message of the event bus cannot be read')
      return
    }
    local.publish(known.topic, body)
  })

  return {
    publish(topic, payload) {
      local.publish(topic, payload)
      const text = JSON.stringify(payload) ?? 'null'
      if (topic.length > MAX_TOPIC_LENGTH || Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) {
        logger.error({ topic: nameOf(topic) }, 'A message of the event bus is too large for other instances')
        return
      }
      connection.publish({ topic: busTopic(topic), payload: text, qos: 0 }).catch((error: unknown) => {
        const level = error instanceof BrokerDownError ? 'debug' : 'error'
        logger[level]({ err: error, topic: nameOf(topic) }, 'An event was not published to other instances')
      })
    },

    subscribe(topic, listener) {
      const undo = local.subscribe(topic, listener)
      const wire = busTopic(topic)
      const entry = topicByWire.get(wire) ?? { topic, listeners: 0 }
      topicByWire.set(wire, entry)
      entry.listeners += 1
      if (entry.listeners === 1) connection.want(wire, { qos: 0, noLocal: true })
      let isUndone = false
      return () => {
        if (isUndone) return
        isUndone = true
        undo()
        entry.listeners -= 1
        if (entry.listeners > 0) return
        topicByWire.delete(wire)
        connection.unwant(wire)
      }
    },

    settled: () => connection.settled(),
  }
}
