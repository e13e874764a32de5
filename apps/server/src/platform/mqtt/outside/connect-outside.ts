import { createBrokerEventBus } from '../../events/broker-event-bus.ts'
import type { EventBus } from '../../events/event-bus.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { Logger } from '../../logger.ts'
import type { OutsideBrokerConfig } from '../../process/broker-config.ts'
import type { Config } from '../../process/config.ts'
import type { ListeningAt } from '../broker.ts'
import { type ConnectedOutside, createOutsideBroker } from './outside-broker.ts'

interface ConnectOptions {
  mqtt: Pick<Config['mqtt'], 'host' | 'port'> & { outside: OutsideBrokerConfig }
  logger: Logger
  metrics: Pick<Metrics, 'registry' | 'gauge'>
}

/** The address for devices: that of `MQTT_URL`, or `MQTT_HOST` and `MQTT_PORT` if set. */
const placeOf = ({ host, port, outside }: ConnectOptions['mqtt']): ListeningAt =>
  outside.isEncrypted ? { host, port, tlsPort: port } : { host, port }

/** The broker of `MQTT_URL`, and the event bus over its topics. */
export function connectOutside({ mqtt, logger, metrics }: ConnectOptions): {
  broker: ConnectedOutside
  bus: EventBus
} {
  const broker = createOutsideBroker({ address: mqtt.outside, devices: placeOf(mqtt), logger, metrics })
  return { broker, bus: createBrokerEventBus({ connection: broker.commands, logger }) }
}
