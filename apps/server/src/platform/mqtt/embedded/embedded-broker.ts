import type { EventEmitter } from 'node:events'
import { Aedes, type Client } from 'aedes'
import type { Logger } from '../../logger.ts'
import type { Broker, BrokerGuard } from '../broker.ts'
import { createAccessRules, maySubscribeBy } from './access-rules.ts'
import { createAddressLimits } from './address-limits.ts'
import { createClientBudgets } from './client-budgets.ts'
import { createLiveConnections } from './live-connections.ts'
import { createMqttListener, type MqttTls } from './mqtt-listener.ts'
import { createRetainedMessages } from './retained-messages.ts'
import { createServerMessages } from './server-messages.ts'
import { createEmbeddedSpaces } from './spaces/embedded-spaces.ts'

const SUBSCRIPTION_REFUSED = 128
const MAX_RETAINED_BYTES = 256 * 1024 * 1024

interface EmbeddedBrokerOptions {
  host: string
  /** 0 selects a free port. */
  port: number
  /** Undefined for connections without TLS only. */
  tls?: MqttTls | undefined
  /** Whether a proxy on this machine forwards connections. */
  isProxied?: boolean
  /** The limit of the retained messages of all spaces together. */
  maxRetainedBytes?: number
  logger: Logger
}

/** The broker in this process: MQTT 3.1.1 on TCP ports for devices, and direct calls for the server itself. */
export function createEmbeddedBroker({
  host,
  port,
  tls,
  isProxied = false,
  maxRetainedBytes = MAX_RETAINED_BYTES,
  logger,
}: EmbeddedBrokerOptions): Broker {
  const guards = new Set<BrokerGuard>()
  const sessions = createLiveConnections({
    connected(clientId) {
      for (const guard of guards) guard.connected(clientId)
    },
    disconnected(clientId) {
      for (const guard of guards) guard.disconnected(clientId)
    },
  })
  const maySubscribe = maySubscribeBy(guards)
  const budgets = createClientBudgets((clientId) =>
    logger.info({ clientId }, 'A device sends too much and is read more slowly'),
  )
  const embeddedSpaces = createEmbeddedSpaces({ maxRetainedBytes, logger })
  const rules = createAccessRules({
    mayConnect: budgets.mayConnect,
    guards,
    maySubscribe,
    sessions,
    loginReceived: (client, name) => listener.loginReceived(client, name),
    loginChecked: (client, name, isRight) => listener.loginChecked(client, name, isRight),
    logger,
  })
  const retained = createRetainedMessages()
  const aedes = new Aedes({ ...rules, persistence: retained.persistence })
  const messages = createServerMessages(aedes, retained, logger)
  const addresses = createAddressLimits({
    isProxied,
    refused: (address) => logger.warn({ address }, 'Too many failed device logins: refused for a minute'),
  })
  const listener = createMqttListener({
    aedes,
    budgets,
    addresses,
    spaces: embeddedSpaces,
    host,
    port,
    tls,
    logger,
  })
  aedes.on('clientReady', (client) => sessions.ready(client))
  announceSubscriptions(aedes, guards)
  announcePublished(aedes, guards)
  logTroubles(aedes, logger)

  return {
    publish: (topic, payload, { retain = false, lifeMs } = {}) =>
      messages.publish({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false }, lifeMs),
    subscribe: messages.subscribe,
    guard(rules) {
      // A new object for each call, so that one guard can be added twice.
      const own = { ...rules }
      guards.add(own)
      for (const clientId of sessions.connectedIds()) own.connected(clientId)
      return () => guards.delete(own)
    },
    disconnect: sessions.close,
    spaces: embeddedSpaces.spaces,
    async start() {
      await aedes.listen()
      return listener.open()
    },
    async stop() {
      const closed = listener.close()
      await embeddedSpaces.spaces.stop()
      await new Promise<void>((resolve) => aedes.close(resolve))
      listener.cut()
      await closed
    },
  }
}

/** Calls one guard after the other until one has handled a subscription. */
function announceSubscriptions(aedes: Aedes, guards: ReadonlySet<BrokerGuard>) {
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) {
      const granted: number = qos
      if (granted === SUBSCRIPTION_REFUSED) continue
      for (const guard of guards) if (guard.subscribed?.(client.id, topic) === true) break
    }
  })
}

/** Messages of the server itself have no client. */
function announcePublished(aedes: Aedes, guards: ReadonlySet<BrokerGuard>) {
  aedes.on('publish', ({ topic, payload }, client) => {
    if (client === null) return
    for (const guard of guards)
      guard.published?.(client.id, topic, typeof payload === 'string' ? Buffer.from(payload) : payload)
  })
}

function logTroubles(aedes: Aedes, logger: Logger) {
  const logRefusal = (client: Client, error: Error) =>
    logger.debug({ clientId: client.id ?? undefined, reason: error.message }, 'A device connection was ended')
  aedes.on('clientError', logRefusal)
  aedes.on('connectionError', logRefusal)
  // aedes reports errors of its in-memory store with this event; without a listener they would end the process.
  // Its types do not contain the event.
  const events: EventEmitter = aedes
  events.on('error', (error) => logger.error({ err: error }, 'The broker failed'))
}
