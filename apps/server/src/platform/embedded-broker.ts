import { Aedes, type Client } from 'aedes'
import type { Broker, BrokerGuard } from './broker.ts'
import { createDoor } from './embedded-broker-door.ts'
import { createLine } from './embedded-broker-line.ts'
import { createListeners } from './embedded-broker-listeners.ts'
import { createRetained } from './embedded-broker-retained.ts'
import { createRules, maySubscribeBy } from './embedded-broker-rules.ts'
import { createSessions } from './embedded-broker-sessions.ts'
import { createShortcut } from './embedded-broker-shortcut.ts'
import type { Logger } from './logger.ts'
import { createAddressLimits } from './mqtt-address-limits.ts'
import { createClientBudgets } from './mqtt-client-budgets.ts'

const SUBSCRIPTION_REFUSED = 128

interface EmbeddedBrokerOptions {
  host: string
  /** 0 picks a free one. */
  port: number
  /** Whether a proxy on this machine hands connections on. */
  isProxied?: boolean
  logger: Logger
}

/** The broker within this process: MQTT 3.1.1 on a TCP port for devices, direct calls for the server itself. */
export function createEmbeddedBroker({
  host,
  port,
  isProxied = false,
  logger,
}: EmbeddedBrokerOptions): Broker {
  const guards = new Set<BrokerGuard>()
  const sessions = createSessions({
    connected(clientId) {
      for (const guard of guards) guard.connected(clientId)
    },
    disconnected(clientId) {
      for (const guard of guards) guard.disconnected(clientId)
    },
  })
  const maySubscribe = maySubscribeBy(guards)
  const budgets = createClientBudgets()
  const rules = createRules({
    mayConnect: budgets.mayConnect,
    guards,
    maySubscribe,
    sessions,
    hear: (packet) => listeners.hear(packet),
    loginFailed: (client) => door.loginFailed(client),
    logger,
  })
  const aedes = new Aedes(rules)
  const retained = createRetained()
  const listeners = createListeners(aedes, retained, logger)
  const shortcut = createShortcut(aedes, maySubscribe)
  const line = createLine(aedes)
  const addresses = createAddressLimits({
    isProxied,
    refused: (address) => logger.warn({ address }, 'Too many failed device logins: refused for a minute'),
  })
  const door = createDoor({ aedes, budgets, addresses, host, port, logger })
  aedes.on('clientReady', (client) => sessions.ready(client))
  // After the shortcut, which knows by then that the client listens.
  announceSubscriptions(aedes, guards)
  logTroubles(aedes, logger)

  return {
    async publish(topic, payload, options = {}) {
      const retain = options.retain === true
      const packet = { topic, payload: Buffer.from(payload), qos: 1 as const }
      if (retain || line.has(topic) || !shortcut.write(topic, payload))
        return line.publish({ ...packet, cmd: 'publish', retain, dup: false }, options.lifeMs)
      listeners.hear(packet)
    },
    subscribe: listeners.subscribe,
    guard(rules) {
      // A fresh object per call, so that one guard may be laid twice.
      const own = { ...rules }
      guards.add(own)
      return () => guards.delete(own)
    },
    isConnected: sessions.isConnected,
    disconnect: sessions.close,
    async start() {
      await aedes.listen()
      retained.keepFor(aedes)
      return door.open()
    },
    async stop() {
      const closed = door.close()
      await new Promise<void>((resolve) => aedes.close(resolve))
      door.cut()
      await closed
    },
  }
}

/** Asks one guard after the other until one has seen to a subscription. */
function announceSubscriptions(aedes: Aedes, guards: ReadonlySet<BrokerGuard>) {
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) {
      const granted: number = qos
      if (granted === SUBSCRIPTION_REFUSED) continue
      for (const guard of guards) if (guard.subscribed?.(client.id, topic) === true) break
    }
  })
}

function logTroubles(aedes: Aedes, logger: Logger) {
  const logRefusal = (client: Client, error: Error) =>
    logger.debug({ clientId: client.id ?? undefined, reason: error.message }, 'A device connection was ended')
  aedes.on('clientError', logRefusal)
  aedes.on('connectionError', logRefusal)
  // aedes reports failures of its in-memory store this way; without a listener they would end the process.
  const logFailure = (error: Error) => logger.error({ err: error }, 'The broker failed')
  Reflect.apply(aedes.on, aedes, ['error', logFailure])
}
