import type { BrokerFault, JoinedBrokerStatus } from '@senca/contract/mqtt'
import type { Clock } from '../../clock.ts'
import { whyNoTopic } from '../embedded/spaces/topic-rules.ts'
import type { BrokerClient, BrokerWill, MqttVersion } from './broker-client.ts'
import { BrokerUnusable } from './broker-fault.ts'
import type { ConnectBroker, JoinableBroker } from './connect-broker.ts'
import { createEchoes } from './echoes.ts'
import { createForgotten, type ForgottenPayloads } from './forgotten.ts'
import { createMessagePace, type JoinedMessage } from './message-pace.ts'
import { createTopicSubscriptions, type TopicsReady } from './topic-subscriptions.ts'

const RETRY_MS = { first: 1_000, most: 60_000 }
/** A connection that lasted this long was no accident: the next one is tried soon. */
const STABLE_MS = 10_000
const BAD_LOGINS = 3
/** How long what is announced at a broker has for being removed before the connection ends. */
const CLOSING_MS = 1_000

export interface JoinedStatus {
  status: JoinedBrokerStatus
  /** When the status began. */
  since: Date
  /** What went wrong last. */
  lastError: BrokerFault | null
}

interface JoinedBrokerOptions {
  accountId: string
  broker: JoinableBroker
  filters: readonly string[]
  connect: ConnectBroker
  clock: Pick<Clock, 'now' | 'after'>
  statusChanged(status: JoinedStatus): void
  forgotten: ForgottenPayloads
  forgottenChanged(forgotten: ForgottenPayloads): void
  notice(code: 'too_fast' | 'too_large', detail: string): void
  failed(error: unknown): void
}

/** The topics of a broker that a person runs, as far as entities need them [HW14]. */
export interface JoinedSpace {
  readonly accountId: string
  readonly discoveryPrefix: string
  isConnected(): boolean
  /** Calls the listener with the messages of the filters and of wanted topics, in their order. */
  onMessage(listener: (message: JoinedMessage) => void): () => void
  wantTopics(topics: readonly string[], ready: TopicsReady): void
  unwantTopics(topics: readonly string[], ready: TopicsReady): void
  /**
   * Resolves to true when the broker has the message, and did not say that nobody is subscribed. Nothing is kept for later: with
   * false, nobody receives it.
   */
  publish(topic: string, payload: string): Promise<boolean>
  /** Publishes and retains a message; an empty payload removes the retained one. Resolves like `publish`. */
  retain(topic: string, payload: string): Promise<boolean>
  /** Sets the message that the broker publishes and retains when the connection is lost; the connection is opened again for it. */
  setWill(will: BrokerWill | null): void
  /** Calls the listener before the connection ends: because the broker is left, or because this instance stops to keep it. */
  onClosing(listener: (isLeft: boolean) => Promise<void>): () => void
  /** Ignores what announced on these topics, until another payload comes; nothing is removed at the broker. */
  forget(topics: readonly string[]): void
  /** Publishes Home Assistant’s birth message, which is not retained. */
  publishBirth(): void
  /** Calls the listener after the connection was opened or lost. */
  onConnectionChanged(listener: () => void): () => void
  /** Calls the listener after the connection was opened and the broker has answered to all wanted topics. */
  onSubscribed(listener: () => void): () => void
  /** Calls the listener once, when the broker is left. */
  onClosed(listener: () => void): void
}

const STATUS_BY_FAULT: Partial<Record<BrokerFault, JoinedBrokerStatus>> = {
  bad_login: 'bad_login',
  not_allowed: 'not_allowed',
}

/** Keeps the connection to a joined broker. Each attempt is a new client, so nothing in flight is ever sent again. */
export function createJoinedBroker(options: JoinedBrokerOptions) {
  const { accountId, broker, filters, connect, clock, statusChanged, notice, failed } = options
  const messageListeners = new Set<(message: JoinedMessage) => void>()
  const connectionListeners = new Set<() => void>()
  const subscribedListeners = new Set<() => void>()
  const closedListeners = new Set<() => void>()
  const closingListeners = new Set<(isLeft: boolean) => Promise<void>>()
  let will: BrokerWill | null = null
  const topics = createTopicSubscriptions({
    filters,
    subscribed: () => callAll(subscribedListeners, undefined),
    failed,
  })
  let status: JoinedStatus = { status: 'connecting', since: clock.now(), lastError: null }
  let client: BrokerClient | null = null
  let version: MqttVersion = 5
  let connectedMs = 0
  let badLogins = 0
  let retryMs = RETRY_MS.first
  let endTimer = () => {}
  let attempt: Promise<void> = Promise.resolve()
  let isReopening = false
  let isStopped = false

  const callAll = <T>(listeners: ReadonlySet<(value: T) => void>, value: T) => {
    for (const listener of listeners) {
      try {
        listener(value)
      } catch (error) {
        failed(error)
      }
    }
  }
  const echoes = createEchoes(clock)
  const forgotten = createForgotten({ forgotten: options.forgotten, changed: options.forgottenChanged })
  const pace = createMessagePace({
    clock,
    deliver: (message) => callAll(messageListeners, message),
    tooFast: () => notice('too_fast', 'the joined broker sends faster than messages are handled'),
  })

  const setStatus = (next: JoinedBrokerStatus, fault: BrokerFault | null) => {
    const since = next === status.status ? status.since : clock.now()
    status = { status: next, since, lastError: fault ?? status.lastError }
    statusChanged(status)
  }

  const retry = () => {
    if (isStopped) return
    endTimer = clock.after(retryMs * (0.5 + Math.random() / 2), start)
    retryMs = Math.min(retryMs * 2, RETRY_MS.most)
  }

  const cannotConnect = (error: unknown) => {
    if (isStopped) return
    if (!(error instanceof BrokerUnusable)) failed(error)
    const fault = error instanceof BrokerUnusable ? error.fault : 'unreachable'
    badLogins = fault === 'bad_login' ? badLogins + 1 : 0
    setStatus(STATUS_BY_FAULT[fault] ?? 'unreachable', fault)
    if (badLogins < BAD_LOGINS) retry()
  }

  const lost = () => {
    client = null
    topics.down()
    if (isStopped) return
    if (isReopening) {
      isReopening = false
      setStatus('connecting', null)
      callAll(connectionListeners, undefined)
      start()
      return
    }
    if (clock.now().getTime() - connectedMs >= STABLE_MS) retryMs = RETRY_MS.first
    setStatus('unreachable', 'unreachable')
    callAll(connectionListeners, undefined)
    retry()
  }

  const publishBirth = () => {
    const topic = `${broker.discoveryPrefix}/status`
    if (version === 4 && topics.isWanted(topic)) echoes.expect(topic, 'online')
    client?.publish(topic, 'online').catch(failed)
  }

  const connected = (opened: BrokerClient) => {
    client = opened
    badLogins = 0
    connectedMs = clock.now().getTime()
    opened.onClosed(lost)
    setStatus('connected', null)
    topics.up(opened)
    publishBirth()
    callAll(connectionListeners, undefined)
  }

  const openOnce = async () => {
    const willNow = will
    const opened = await connect({
      broker,
      filters,
      version,
      will: willNow,
      received(message) {
        if (whyNoTopic(message.topic) !== null) return
        const isIgnored = topics.isCovered(message.topic) && forgotten.isForgotten(message)
        if (!isIgnored && !echoes.isEcho(message)) pace.receive(message)
      },
      tooLarge: () => notice('too_large', 'a message of the joined broker is too large'),
    })
    version = opened.version
    if (isStopped) await opened.client.end()
    else connected(opened.client)
    if (willNow !== will) await reopen()
  }
  const start = () => {
    attempt = openOnce().catch(cannotConnect)
  }
  /** Ends the connection, after which the next one is opened at once. */
  async function reopen() {
    isReopening = client !== null
    await client?.end()
  }

  const space: JoinedSpace = {
    accountId,
    discoveryPrefix: broker.discoveryPrefix,
    isConnected: () => client?.isConnected() === true,
    onMessage(listener) {
      messageListeners.add(listener)
      return () => messageListeners.delete(listener)
    },
    wantTopics: topics.want,
    unwantTopics: topics.unwant,
    async publish(topic, payload) {
      // With MQTT 5 the broker returns nothing to its sender.
      if (version === 4 && topics.isWanted(topic)) echoes.expect(topic, payload)
      return (await client?.publish(topic, payload)) ?? false
    },
    retain: async (topic, payload) => (await client?.publish(topic, payload, true)) ?? false,
    setWill(next) {
      if (next?.topic === will?.topic) return
      will = next
      if (client !== null) reopen().catch(failed)
    },
    onClosing(listener) {
      closingListeners.add(listener)
      return () => closingListeners.delete(listener)
    },
    forget: forgotten.forget,
    publishBirth,
    onConnectionChanged(listener) {
      connectionListeners.add(listener)
      return () => connectionListeners.delete(listener)
    },
    onSubscribed(listener) {
      subscribedListeners.add(listener)
      return () => subscribedListeners.delete(listener)
    },
    onClosed: (listener) => void closedListeners.add(listener),
  }

  /** The bridges that announce here remove it, within a second. */
  const closing = async (isLeft: boolean) => {
    if (closingListeners.size === 0) return
    let endWait = () => {}
    const waited = new Promise<void>((resolve) => {
      endWait = clock.after(CLOSING_MS, resolve)
    })
    const all = [...closingListeners].map((listener) => listener(isLeft).catch(failed))
    await Promise.race([Promise.all(all), waited])
    endWait()
  }

  return {
    space,
    broker,
    status: () => status,
    start,
    /** Resolves when the attempt to connect that runs now has ended. */
    attempted: () => attempt,
    /** Ends the connection, because the broker is left or because this instance stops to keep it. */
    async stop({ isLeft = true }: { isLeft?: boolean } = {}): Promise<void> {
      isStopped = true
      endTimer()
      await closing(isLeft)
      pace.stop()
      topics.down()
      const ending = client
      client = null
      callAll(closedListeners, undefined)
      await ending?.end()
    },
  }
}

export type JoinedBroker = ReturnType<typeof createJoinedBroker>
