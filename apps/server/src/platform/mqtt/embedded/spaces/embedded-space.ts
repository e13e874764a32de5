import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import createMemoryPersistence from 'aedes-persistence'
import type { Space, SpaceAccess, SpaceNotice } from '../../spaces.ts'
import { createBridgeTopics } from './bridge-topics.ts'
import { createListeners } from './listeners.ts'
import type { createAccountReads } from './space-reads.ts'
import type { SpaceRetained } from './space-retained.ts'
import { createSubscribers } from './subscribers.ts'
import { whyNoFilter, whyNoTopic } from './topic-rules.ts'
import { createUnreleasedMessages } from './unreleased-messages.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A client that reads nothing for this long is disconnected, so that it does not block publishers. */
const DRAIN_TIMEOUT_MS = 5_000
/** There are no other brokers, so nobody needs the heartbeat of aedes. */
const HEARTBEAT_MS = 86_400_000
/** aedes refuses deeper topics by ending the connection, also in a SUBSCRIBE. */
const MAX_LEVELS_OF_AEDES = 100
/** Messages of QoS 2 that were received and not released. */
const MAX_UNRELEASED = 100
/** Packets that may come in one read before the CONNACK was sent. */
const MAX_EARLY_PACKETS = 4_096
const HAND_OVER_MS = 1_000
const CHECK_AGAIN_MS = 20

interface EmbeddedSpaceOptions {
  accountId: string
  retained: SpaceRetained
  reads: ReturnType<typeof createAccountReads>
  counted: SpaceAccess['counted']
  notify(notice: SpaceNotice): void
  failed(error: unknown): void
}

const bufferOf = (payload: string | Buffer): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload

/** Whether what is written to a client now leaves at once. */
const isReady = ({ connected, conn }: Client): boolean =>
  connected && !conn.destroyed && conn.writableLength === 0

const messageOf = (topic: string, payload: string, qos: 0 | 1): PublishPacket => ({
  cmd: 'publish',
  topic,
  payload: Buffer.from(payload),
  qos,
  retain: false,
  dup: false,
})

/**
 * One space: a broker of its own. What a client publishes counts for the server as soon as it is allowed, in the order of the
 * connection, because aedes passes messages on in another order; aedes only delivers them to the other clients.
 */
export function createEmbeddedSpace(options: EmbeddedSpaceOptions) {
  const { accountId, retained, reads, counted, notify, failed } = options
  const subscribers = createSubscribers()
  const listeners = createListeners(failed)
  const unreleased = createUnreleasedMessages()
  const bridges = createBridgeTopics({ notify })
  const bridgeByClient = new WeakMap<Client, string>()
  const closeListeners: (() => void)[] = []
  let isClosing = false

  const bridgeOf = (client: Client): string | null => bridgeByClient.get(client) ?? null

  const accept = (client: Client, packet: PublishPacket) => {
    const { topic, payload, qos, retain, messageId } = packet
    counted('in')
    reads.published()
    const isRepeated = qos === 2 && unreleased.has(client.id, messageId)
    if (bridges.take({ packet, bridgeId: bridgeOf(client), clientId: client.id, isRepeated }) || isRepeated)
      return
    const bytes = bufferOf(payload)
    if (retain && !retained.set({ topic, payload: bytes, qos }))
      notify({ code: 'retained_full', clientId: client.id, topic, detail: 'The message was not kept.' })
    listeners.receive({ topic, payload: bytes, retained: false, clientId: client.id })
  }

  async function* searchAll(filters: readonly string[]) {
    yield* retained.search(filters, reads.searched)
    yield* bridges.find(filters)
  }

  const aedes = new Aedes({
    concurrency: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxTopicLevels: MAX_LEVELS_OF_AEDES,
    maxInflightInbound: MAX_UNRELEASED,
    queueLimit: MAX_EARLY_PACKETS,
    persistence: Object.assign(createMemoryPersistence(), unreleased, {
      // `accept` has done it.
      async storeRetained() {},
      createRetainedStreamCombi: (filters: readonly string[]) => Readable.from(searchAll(filters)),
    }),
    preConnect(_client, packet, done) {
      // Nothing is queued for an offline client, because late commands must not move hardware.
      packet.clean = true
      done(null, true)
    },
    authorizePublish(client, packet, done) {
      if (client === null) return done(null)
      if (isClosing) return done(new Error('the space is closed'))
      const reason = whyNoTopic(packet.topic)
      if (reason !== null) return done(new Error(reason))
      accept(client, packet)
      done(null)
    },
    authorizeSubscribe(client, subscription, done) {
      const isAllowed =
        whyNoFilter(subscription.topic) === null && subscribers.add(client, subscription.topic)
      done(null, isAllowed ? subscription : null)
    },
    authorizeForward(client, packet) {
      if (!bridges.mayReceive(packet.topic, bridgeOf(client))) return null
      reads.delivered({ isRetained: packet.retain })
      counted('out')
      return packet
    },
  })
  aedes.on('subscribe', () => subscribers.changed())
  aedes.on('unsubscribe', (filters, client) => subscribers.remove(client, filters))
  // aedes reports errors of its in-memory store with this event; without a listener they would end the process.
  const events: EventEmitter = aedes
  events.on('error', failed)

  /** Resolves when the message was written to its subscribers, or a second later. */
  const send = async (packet: PublishPacket): Promise<void> => {
    const timeout = new AbortController()
    const sent = new Promise<void>((resolve) => aedes.publish(packet, () => resolve()))
    await Promise.race([sent, wait(HAND_OVER_MS, undefined, { ref: false, signal: timeout.signal })])
    timeout.abort()
  }

  const space: Space = {
    accountId,
    subscribe(filter, listener) {
      const undo = listeners.add(filter, listener)
      for (const { topic, payload } of retained.find(filter))
        listeners.call(listener, { topic, payload, retained: true, clientId: null })
      return undo
    },
    async publish(topic, payload, qos) {
      const untilMs = performance.now() + HAND_OVER_MS
      if (whyNoTopic(topic) !== null) return false
      for (;;) {
        const all = subscribers.of(topic)
        const ready = all.filter(isReady)
        if (ready.length > 0) {
          await send(messageOf(topic, payload, qos))
          return ready.some(({ conn }) => !conn.destroyed)
        }
        if (all.length === 0 || performance.now() >= untilMs) return false
        await wait(CHECK_AGAIN_MS, undefined, { ref: false })
      }
    },
    retain(topic, payload) {
      retained.set({ topic, payload: Buffer.from(payload), qos: 0 })
      void send(messageOf(topic, payload, 0))
    },
    openBridge(topics, receive) {
      const opened = bridges.open(topics, receive)
      // Nobody waits for it, so that it needs no timer.
      const publish = (topic: string, payload: string) =>
        aedes.publish(messageOf(topic, payload, 1), () => {})
      return {
        retain(topic, payload) {
          const isKept = bridges.retain(opened, { topic, payload: Buffer.from(payload), qos: 1 })
          if (isKept) publish(topic, payload)
          return isKept
        },
        publish,
        close() {
          // Sent while the topics are still those of the bridge, and so to its login alone.
          const removed = bridges.clear(opened).map((topic) => send(messageOf(topic, '', 1)))
          void Promise.all(removed).then(() => bridges.close(opened))
        },
      }
    },
    hasSubscriber: (topic) => subscribers.of(topic).length > 0,
    retainedAt: retained.get,
    onClosed: (listener) => void closeListeners.push(listener),
    onSubscribersChanged: subscribers.onChanged,
  }

  return {
    space,
    /** The broker’s end of a connection that has signed in, by the login of a bridge or another. Its CONNECT is still to be read. */
    handle(socket: Socket, bridgeId: string | null): Client {
      const client = aedes.handle(socket)
      if (bridgeId !== null) bridgeByClient.set(client, bridgeId)
      socket.once('close', () => subscribers.leave(client))
      return client
    },
    onReady: (listener: (client: Client) => void) => aedes.on('clientReady', listener),
    onError(listener: (client: Client, error: Error) => void) {
      aedes.on('clientError', listener)
      aedes.on('connectionError', listener)
    },
    listen: () => aedes.listen(),
    /** Closes all connections; their wills are not published. */
    close(): Promise<void> {
      isClosing = true
      for (const listener of closeListeners.splice(0)) listener()
      return new Promise((resolve) => aedes.close(resolve))
    },
  }
}

export type EmbeddedSpace = ReturnType<typeof createEmbeddedSpace>
