import { connectAsync, type MqttClient } from 'mqtt'
import { vi } from 'vitest'
import { createMetrics } from '#platform/http/metrics.ts'
import { createLogger } from '#platform/logger.ts'
import { connectOutside } from '#platform/mqtt/outside/connect-outside.ts'
import { createMosquitto, type Mosquitto } from './mosquitto.ts'

/** A Mosquitto that lets everybody in, and its clients. */
export interface OutsideClients {
  readonly mosquitto: Mosquitto
  /** Connects a client that is no server. */
  connectDevice(): Promise<MqttClient>
  /** Connects a server instance and waits until it can publish. */
  openInstance(): Promise<Pick<ReturnType<typeof connectOutside>, 'broker' | 'bus'>>
  /** Adds what `disconnectAll` ends too. */
  add(stop: () => Promise<void>): void
  /** Ends all clients, the last one first. */
  disconnectAll(): Promise<void>
}

export async function createOutsideClients(): Promise<OutsideClients> {
  const mosquitto = await createMosquitto(async () => ['allow_anonymous true'])
  await mosquitto.start()
  const stops: (() => Promise<void>)[] = []
  return {
    mosquitto,
    async connectDevice() {
      const device = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { protocolVersion: 5 })
      device.on('error', () => {})
      stops.push(async () => void device.end(true))
      return device
    },
    async openInstance() {
      const outside = {
        host: '127.0.0.1',
        port: mosquitto.port,
        isEncrypted: false,
        username: 'senca',
        password: 'secret',
        auth: 'http' as const,
        hookSecret: 'nobody-asks-by-it',
      }
      const { broker, bus } = connectOutside({
        mqtt: { host: '127.0.0.1', port: mosquitto.port, outside },
        logger: createLogger('silent'),
        metrics: createMetrics(),
      })
      // A broker that asks the server may start later than the server.
      await broker.start()
      await vi.waitFor(() => {
        if (!broker.isUp()) throw new Error('The broker is not connected')
      })
      stops.push(() => broker.stop())
      return { broker, bus }
    },
    add: (stop) => void stops.push(stop),
    async disconnectAll() {
      for (const stop of stops.splice(0).reverse()) await stop()
    },
  }
}
