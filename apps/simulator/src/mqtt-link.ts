import { deviceTopic, LIMITS } from '@senca/contract'
import { connect, type MqttClient } from 'mqtt'
import { type Clock, createSystemClock } from './clock.ts'
import type { ConnectGate } from './connect-gate.ts'
import type { DevicePublication } from './device/reporter.ts'
import type { VirtualDevice } from './device/virtual-device.ts'

/** Where to connect, and the secret or token for the sign-in. Requested again for every attempt. */
export interface Endpoint {
  host: string
  port: number
  /** Whether the connection is encrypted; false by default. */
  tls?: boolean
  password: string
}

/** The retry delays and timeouts of a connection. */
export interface LinkPace {
  /** The delay before each attempt is random, between the first number and a limit that grows from the second to the third. */
  retryMs: readonly [number, number, number]
  connectTimeoutMs: number
}

/**
 * The devices of a home reconnect within seconds. The devices of a fleet use longer delays, so that they do not overload the
 * server.
 */
export const HOME_PACE: LinkPace = { retryMs: [200, 1_000, 2_000], connectTimeoutMs: 4_000 }
export const FLEET_PACE: LinkPace = { retryMs: [200, 1_000, 10_000], connectTimeoutMs: 30_000 }

const KEEPALIVE_S = 30
/** The maximum duration of a clean disconnect. */
const CANCEL_WITHIN_MS = 800
const RETRY_GROWTH = 1.5

export interface MqttLinkOptions {
  device: VirtualDevice
  /** `failures` is the number of failed attempts, as in `onFailure`. */
  endpoint(failures: number): Endpoint
  pace?: LinkPace
  gate?: ConnectGate
  clock?: Clock
  random?: () => number
  /** Called when the connection goes online or offline. */
  onOnline?(isOnline: boolean): void
  /** Called when an attempt failed; `failures` counts the failures since it was last online. */
  onFailure?(failures: number, reason: string): void
}

/** The MQTT connection of one device. It reconnects forever. */
export interface MqttLink {
  start(): void
  isOnline(): boolean
  /** Publishes that the device is offline and disconnects. */
  stop(): Promise<void>
}

interface Connection {
  client: MqttClient
  session: number
  /** Ends the connection uncleanly, so that the broker publishes the last will. A second call has no effect. */
  cut(reason: string): void
}

export function createMqttLink(options: MqttLinkOptions): MqttLink {
  const { device, pace = HOME_PACE, gate, random = Math.random } = options
  const clock = options.clock ?? createSystemClock()
  let connection: Connection | null = null
  let isStarted = false
  let isOnline = false
  let failures = 0
  let lastSession = 0
  let cancelRetry = (): void => {}
  let unwatch = (): void => {}

  const setOnline = (next: boolean): void => {
    if (next === isOnline) return
    isOnline = next
    options.onOnline?.(next)
  }

  const retry = (): void => {
    if (!isStarted || !device.wantsLink()) return
    const [least, first, most] = pace.retryMs
    const limit = Math.min(most, first * RETRY_GROWTH ** Math.max(0, failures - 1))
    cancelRetry()
    cancelRetry = clock.after(least + random() * (limit - least), attempt)
  }

  const attempt = (): void => {
    cancelRetry()
    if (!isStarted || connection !== null || !device.wantsLink()) return
    if (gate === undefined) open(() => {})
    else cancelRetry = gate.enter(open)
  }

  const open = (leaveGate: () => void): void => {
    if (!isStarted || connection !== null || !device.wantsLink()) {
      leaveGate()
      return
    }
    let detach = (): void => {}
    // [DP42] The time also increases across restarts of the program; two connections never begin in the same millisecond.
    const session = Math.max(Date.now(), lastSession + 1)
    lastSession = session
    const client = dial({ id: device.id, session, endpoint: options.endpoint(failures), pace })
    const cut = (reason: string): void => {
      if (connection?.client !== client) return
      connection = null
      leaveGate()
      detach()
      client.end(true)
      const wasOnline = isOnline
      setOnline(false)
      failures = wasOnline ? 0 : failures + 1
      if (!wasOnline) options.onFailure?.(failures, reason)
      retry()
    }
    const inSession = (publication: DevicePublication): DevicePublication =>
      publication.topic === 'status'
        ? { ...publication, body: { ...publication.body, session } }
        : publication
    connection = { client, session, cut }
    client.on('error', (error) => cut(reasonOf(error)))
    client.on('close', () => cut('closed'))
    client.on('message', (_topic, payload) => {
      if (payload.length <= LIMITS.DEVICE_PAYLOAD_MAX_BYTES) device.receive(payload.toString('utf8'))
    })
    const subscribe = (subscribed: () => void): void => {
      device.subscribing()
      client.subscribe(deviceTopic(device.id, 'command'), { qos: 1 }, (error) => {
        if (error !== null) cut(error.message)
        else if (connection?.client === client) subscribed()
      })
    }
    const subscribeAgain = (): void => {
      if (connection?.client === client) subscribe(() => {})
    }
    client.on('connect', () => {
      // [DP6] The device subscribes before it publishes that it is connected, so that it misses no command.
      subscribe(() => {
        leaveGate()
        setOnline(true)
        failures = 0
        detach = device.attach(
          (publication) => publish(client, device.id, inSession(publication)),
          subscribeAgain,
        )
      })
    })
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      unwatch = device.onLinkWanted((isWanted) => {
        if (isWanted) attempt()
        else connection?.cut('the device is gone')
      })
      attempt()
    },
    isOnline: () => isOnline,
    async stop() {
      isStarted = false
      cancelRetry()
      unwatch()
      if (connection === null) return
      const { client, session, cut } = connection
      if (isOnline) await cancellation(client, { id: device.id, session, clock })
      cut('stopped')
    },
  }
}

/** If several addresses of a host were tried, the error has only a code and no message. */
const reasonOf = (error: Error & { code?: unknown }): string =>
  [error.code, error.message].filter((part) => part !== undefined && part !== '').join(' ')

interface Dialled {
  id: string
  session: number
  endpoint: Endpoint
  pace: LinkPace
}

function dial({ id, session, endpoint, pace }: Dialled): MqttClient {
  const { host, port, tls, password } = endpoint
  return connect({
    protocol: tls === true ? 'mqtts' : 'mqtt',
    host,
    port,
    clientId: id,
    username: id,
    password,
    clean: true,
    keepalive: KEEPALIVE_S,
    connectTimeout: pace.connectTimeoutMs,
    // A new client is created for each connection, so that nothing of an earlier connection is sent again.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    will: {
      topic: deviceTopic(id, 'status'),
      payload: Buffer.from(JSON.stringify({ connected: false, session })),
      qos: 1,
      retain: true,
    },
  })
}

function publish(client: MqttClient, id: string, { topic, isRetained, body }: DevicePublication): void {
  if (!client.connected) return
  client.publish(deviceTopic(id, topic), JSON.stringify(body), { qos: 1, retain: isRetained })
}

/** [DP8] Publishes the same message as the last will and disconnects cleanly. */
function cancellation(
  client: MqttClient,
  { id, session, clock }: { id: string; session: number; clock: Clock },
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(CANCEL_WITHIN_MS, resolve)
    const body = JSON.stringify({ connected: false, session })
    client.publish(deviceTopic(id, 'status'), body, { qos: 1, retain: true }, () => {
      client.end(false, () => {
        cancel()
        resolve()
      })
    })
  })
}
