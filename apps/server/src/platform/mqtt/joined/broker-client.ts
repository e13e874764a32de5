import type { BrokerFault } from '@senca/contract/mqtt'
import { type ErrorWithReasonCode, MqttClient } from 'mqtt'
import type { Clock } from '../../clock.ts'
import { SPACE_LIMITS } from '../embedded/spaces/space-limits.ts'
import { BrokerUnusable } from './broker-fault.ts'
import type { BrokerSocket } from './broker-socket.ts'
import type { JoinedMessage } from './message-pace.ts'
import { createTurns, limitReads } from './read-pace.ts'

const KEEPALIVE_S = 15
const HANDED_OVER_MS = 1_000
const NOBODY = 16
const REFUSED = 128
/** The topics of a bridge: with MQTT 5 the broker says of each message there whether it was published to be retained. */
const OF_BRIDGE = /^senca-bridge\/[^/]+\/\+/

export type MqttVersion = 4 | 5

export interface BrokerLogin {
  clientId: string
  username: string | null
  password: string | null
}

/** What the broker publishes and retains when the connection is lost. */
export interface BrokerWill {
  topic: string
  payload: string
}

interface OpenClientOptions {
  socket: BrokerSocket
  login: BrokerLogin
  version: MqttVersion
  will: BrokerWill | null
  clock: Pick<Clock, 'after'>
  signal: AbortSignal
  received(message: JoinedMessage): void
  tooLarge(): void
}

/** The broker does not speak this version of MQTT, or no MQTT at all. */
export class VersionRefused extends BrokerUnusable {
  constructor() {
    super('not_mqtt')
  }
}

/** The reasons in a CONNACK of MQTT 3.1.1 and 5. */
const FAULT_BY_REASON: ReadonlyMap<number, BrokerFault> = new Map<number, BrokerFault>([
  ...[2, 133].map((code) => [code, 'no_rights'] as const),
  ...[4, 5, 134, 135, 138, 140].map((code) => [code, 'bad_login'] as const),
  ...[3, 128, 131, 136, 137, 139, 151, 156, 157, 159].map((code) => [code, 'unreachable'] as const),
])

const failureOf = (error: Error | ErrorWithReasonCode): BrokerUnusable => {
  const fault = 'code' in error ? FAULT_BY_REASON.get(Number(error.code)) : undefined
  return fault === undefined ? new VersionRefused() : new BrokerUnusable(fault)
}

/** A connection to a broker on an open socket, used once. Rejects with a `BrokerUnusable`. */
export function openBrokerClient(options: OpenClientOptions): Promise<BrokerClient> {
  const { socket, login, version, will, signal, received, tooLarge } = options
  // Its listener comes before that of the client, which would keep any length of an unfinished packet.
  limitReads(socket.stream, () => {
    tooLarge()
    socket.reset()
  })
  const client = new MqttClient(() => socket.stream, {
    protocolId: 'MQTT',
    protocolVersion: version,
    clientId: login.clientId,
    ...(login.username === null ? {} : { username: login.username }),
    ...(login.password === null ? {} : { password: login.password }),
    clean: true,
    keepalive: KEEPALIVE_S,
    // The signal ends the attempt.
    connectTimeout: 60_000,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    ...(will === null
      ? {}
      : { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1 as const, retain: true } }),
    ...(version === 5 ? { properties: { maximumPacketSize: SPACE_LIMITS.PACKET_BYTES } } : {}),
  })
  client.handleMessage = createTurns()
  client.on('packetreceive', (packet) => {
    // It was not asked for, and the client would keep it until its sender goes on.
    if (packet.cmd === 'publish' && packet.qos === 2) socket.reset()
  })
  client.on('message', (topic, payload, { retain }) => received({ topic, payload, retained: retain }))
  return new Promise((resolve, reject) => {
    const fail = (error: BrokerUnusable) => {
      signal.removeEventListener('abort', timedOut)
      client.end(true)
      socket.reset()
      reject(error)
    }
    const timedOut = () => fail(new BrokerUnusable('timeout'))
    // After the connection is up, an error always closes it.
    client.on('error', (error) => fail(failureOf(error)))
    client.on('close', () => fail(new VersionRefused()))
    client.once('connect', () => {
      signal.removeEventListener('abort', timedOut)
      resolve(brokerClientOf(client, options))
    })
    signal.addEventListener('abort', timedOut)
    if (signal.aborted) timedOut()
  })
}

function brokerClientOf(client: MqttClient, { socket, clock }: OpenClientOptions) {
  /** Messages that the broker has not acknowledged. */
  const inFlight = new Set<() => void>()
  /** Message ids that nobody was subscribed for. */
  const unsubscribed = new Set<number>()
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback' && packet.reasonCode === NOBODY && packet.messageId !== undefined)
      unsubscribed.add(packet.messageId)
  })
  client.on('close', () => {
    for (const lost of inFlight) lost()
    inFlight.clear()
  })

  /** Resolves when the broker has answered what was sent before, and its messages until then were received. */
  const answered = (): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        client.off('packetreceive', receive).off('close', end)
        resolve()
      }
      const receive = ({ cmd }: { cmd: string }) => {
        if (cmd === 'pingresp') end()
      }
      client.on('packetreceive', receive).on('close', end)
      if (client.connected) client.sendPing()
      else end()
    })

  return {
    isConnected: () => client.connected,
    onClosed(listener: () => void) {
      client.once('close', listener)
    },
    /**
     * Returns the filters that the broker granted, after most of their retained messages were received: a broker sends some, and the
     * others as these are acknowledged.
     */
    async subscribe(filters: readonly string[]): Promise<string[]> {
      const asked = filters.map((filter) => [
        filter,
        { qos: 1 as const, nl: true, rap: OF_BRIDGE.test(filter) },
      ])
      const granted = await client.subscribeAsync(Object.fromEntries(asked)).then(
        (grants) => grants.filter(({ qos }) => qos < REFUSED).map(({ topic }) => topic),
        (error: { packet?: { granted?: readonly (number | { qos: number })[] } }) =>
          filters.filter((_, index) => Number(error.packet?.granted?.[index] ?? REFUSED) < REFUSED),
      )
      await answered()
      return granted
    },
    async unsubscribe(filters: readonly string[]): Promise<void> {
      await client.unsubscribeAsync([...filters]).catch(() => {})
    },
    /**
     * Resolves to false if the broker says that nobody received the message. If the broker does not answer in time, the connection is
     * reset, so that the message is not delivered later.
     */
    publish(topic: string, payload: string, retain = false): Promise<boolean> {
      if (!client.connected) return Promise.resolve(false)
      return new Promise((resolve) => {
        const end = (isHandedOver: boolean) => {
          endTimer()
          inFlight.delete(lost)
          resolve(isHandedOver)
        }
        const lost = () => end(false)
        const endTimer = clock.after(HANDED_OVER_MS, () => {
          socket.reset()
          lost()
        })
        inFlight.add(lost)
        let messageId = 0
        client.publish(topic, payload, { qos: 1, retain }, (error) =>
          end(!unsubscribed.delete(messageId) && (error === undefined || error === null)),
        )
        messageId = client.getLastMessageId()
      })
    },
    /** Disconnects. What the broker has not received until then is dropped. */
    async end(): Promise<void> {
      const closed = new Promise<void>((resolve) => {
        if (client.stream.destroyed) resolve()
        else client.once('close', () => resolve())
      })
      client.end(false)
      const endTimer = clock.after(HANDED_OVER_MS, socket.reset)
      await closed
      endTimer()
    },
  }
}

export type BrokerClient = ReturnType<typeof brokerClientOf>
