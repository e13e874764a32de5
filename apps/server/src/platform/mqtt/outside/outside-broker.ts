import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Counter } from 'prom-client'
import type { Metrics } from '../../http/metrics.ts'
import { isSameSecret } from '../../http/operator-access.ts'
import type { Logger } from '../../logger.ts'
import type { OutsideBrokerConfig } from '../../process/broker-config.ts'
import type { Broker, BrokerGuard, BrokerMessage, ListeningAt } from '../broker.ts'
import { topicMatcher } from '../topic-filter.ts'
import {
  type BrokerConnection,
  createBrokerConnection,
  disconnectClient,
  type ReceivedMessage,
} from './broker-connection.ts'
import { createDoors } from './doors.ts'
import { createDynamicSecurity } from './dynamic-security.ts'
import { grantServer } from './grant-server.ts'
import { createKeptMessages } from './kept-messages.ts'

interface OutsideBrokerOptions {
  address: OutsideBrokerConfig
  /** The address for devices. */
  devices: ListeningAt
  logger: Logger
  metrics: Pick<Metrics, 'registry' | 'gauge'>
}

export interface ConnectedOutside extends Broker {
  /** The connection for commands and the event bus. */
  commands: BrokerConnection
  /** Whether both connections are up. */
  isUp(): boolean
  /** Whether the broker was connected once. A broker that asks us is always ready, because we have to start first. */
  isReady(): boolean
}

/** The delay before each further attempt to use the broker for the first time, doubled up to the limit. */
const RETRY_MS = { first: 1_000, most: 30_000 }

/** How long the end of a subscription waits for a broker that does not answer. */
const UNSUBSCRIBE_MS = 1_000

interface Subscription {
  filter: string
  matches(topic: string): boolean
  listener(message: BrokerMessage): void
}

/**
 * A clustered MQTT 5 broker for devices. This instance has one connection for reports of devices, each of which is read by one
 * instance, and one connection for commands and messages between instances.
 */
export function createOutsideBroker(options: OutsideBrokerOptions): ConnectedOutside {
  const { address, devices, logger, metrics } = options
  const instance = randomUUID()
  const connect = (role: string, after?: BrokerConnection) =>
    createBrokerConnection({ address, clientId: `senca-server-${instance}-${role}`, logger, after })
  const commands = connect('commands')
  // An instance that accepted reports which it cannot publish to the others would withhold the answers to their commands.
  const ingest = connect('ingest', commands)
  const guards = new Set<BrokerGuard>()
  const subscriptions = new Set<Subscription>()
  const countByFilter = new Map<string, number>()
  const kept = createKeptMessages(commands)
  const isAsked = address.auth === 'http'
  const logins = isAsked ? undefined : createDynamicSecurity(commands, address.username)

  /** In every broker, a second connection with the same client id replaces the first one. */
  const cut = (clientId: string) => {
    const endedAt = new Date()
    disconnectClient({ address, clientId }).then(
      () => {
        for (const guard of guards) guard.disconnected(clientId, endedAt)
      },
      (error: unknown) => logger.error({ err: error, clientId }, 'A device connection could not be ended'),
    )
  }
  const { doors, stop: stopDoors } = createDoors({
    guards,
    serverName: address.username,
    isServer: (username, password) =>
      username === address.username && isSameSecret(password, address.password),
    cut,
    logger,
  })
  const messages = new Counter({
    name: 'senca_broker_messages_total',
    help: 'Messages that this instance received from the broker or published to it',
    labelNames: ['direction'],
    registers: [metrics.registry],
  })
  // Looking up a label costs more than counting.
  const [taken, given] = [messages.labels('in'), messages.labels('out')]
  const connections = { ingest, commands }
  for (const [role, { isUp }] of Object.entries(connections))
    metrics.gauge(`senca_broker_${role}_up`, `Whether the broker connection for ${role} is up`, () =>
      isUp() ? 1 : 0,
    )

  const receive = (message: ReceivedMessage) => {
    taken.inc()
    for (const { matches, listener } of subscriptions) if (matches(message.topic)) listener(message)
  }
  ingest.onMessage(receive)
  commands.onMessage(() => taken.inc())

  const isUp = () => ingest.isUp() && commands.isUp()

  /** Calls the listener when both are subscribed again. Retained messages contain what devices published before. */
  const onBack = (listener: () => void) => {
    const notify = async () => {
      await ingest.settled()
      if (isUp()) listener()
    }
    const undos = [ingest, commands].map((connection) => connection.onBack(() => void notify()))
    return () => {
      for (const undo of undos) undo()
    }
  }

  let isReady = isAsked
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined

  const open = async () => {
    const isThere = await grantServer({ address, clientId: `senca-server-${instance}-rights`, logger })
    if (!isThere || isStopped) return
    await Promise.all([ingest, commands].map((connection) => connection.start()))
    isReady = true
  }

  const openLater = (ms: number) => {
    retryTimer = setTimeout(async () => {
      await open().catch((error: unknown) => logger.error({ err: error }, 'The broker cannot be used'))
      if (!isReady && !isStopped) openLater(Math.min(2 * ms, RETRY_MS.most))
    }, ms)
  }

  return {
    commands,
    outside: { readKept: kept.read, onBack, doors, logins },
    isUp,
    isReady: () => isReady,

    async publish(topic, payload, { retain = false, lifeMs } = {}) {
      given.inc()
      await commands.publish({
        topic,
        payload,
        qos: 1,
        retain,
        // MQTT uses whole seconds; rounded down, so that a message expires too early rather than too late.
        ...(lifeMs === undefined ? {} : { expiresInS: Math.max(1, Math.floor(lifeMs / 1_000)) }),
      })
    },

    async subscribe(filter, listener, group) {
      const wire = group === undefined ? filter : `$share/${group}/${filter}`
      const subscription: Subscription = { filter, matches: topicMatcher(filter), listener }
      subscriptions.add(subscription)
      countByFilter.set(wire, (countByFilter.get(wire) ?? 0) + 1)
      // Mosquitto before 2.0.13 sends the retained messages also to a shared subscription, and they may be months old.
      ingest.want(wire, { qos: 1, onlyNew: group !== undefined })
      await ingest.settled()
      let isEnding = false
      return async () => {
        if (isEnding) return
        isEnding = true
        const left = (countByFilter.get(wire) ?? 1) - 1
        countByFilter.set(wire, left)
        if (left === 0) {
          countByFilter.delete(wire)
          ingest.unwant(wire)
          // Until the broker acknowledges the end, it sends messages that no other instance of the group receives.
          await Promise.race([ingest.settled(), wait(UNSUBSCRIBE_MS, undefined, { ref: false })])
        }
        subscriptions.delete(subscription)
      }
    },

    guard(rules) {
      const own = { ...rules }
      guards.add(own)
      return () => guards.delete(own)
    },

    disconnect: cut,

    async start() {
      if (isAsked) {
        // A broker that asks us gets answers only after we listen, and it also asks about our own connections.
        for (const connection of [ingest, commands]) await connection.start({ isPatient: true })
      } else {
        await open()
        if (!isReady) openLater(RETRY_MS.first)
      }
      return devices
    },

    async stop() {
      isStopped = true
      clearTimeout(retryTimer)
      kept.stop()
      stopDoors()
      await Promise.all([ingest.stop(), commands.stop()])
    },
  }
}
