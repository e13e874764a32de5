import { connect, connectAsync, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt'
import type { Logger } from '../../logger.ts'
import type { OutsideBrokerConfig } from '../../process/broker-config.ts'
import { StartError } from '../../process/start-error.ts'
import { BrokerDownError } from '../broker.ts'
import { createSubscriptions, type SubscriptionOptions } from './subscriptions.ts'

const KEEPALIVE_S = 15
const CONNECT_TIMEOUT_MS = 10_000
/** The delay before each further attempt, doubled up to the limit. */
const RETRY_MS = { first: 200, most: 2_000 }
const MAX_PACKET_BYTES = 1024 * 1024
/** More than the overhead of a packet besides topic and payload. */
const HEADER_BYTES = 64

export interface PublishPacket {
  topic: string
  payload: string
  qos: 0 | 1
  retain?: boolean
  /** Seconds; unlimited if left out. */
  expiresInS?: number
}

export interface ReceivedMessage {
  topic: string
  payload: Uint8Array
  /** Whether the message was retained by the broker; false for a message that was just published. */
  retained: boolean
}

interface Login {
  address: Pick<OutsideBrokerConfig, 'host' | 'port' | 'isEncrypted' | 'username' | 'password'>
  clientId: string
}

interface ConnectionOptions extends Login {
  logger: Logger
  /** A connection that must be up before this one is opened again. */
  after?: { isUp(): boolean; onBack(listener: () => void): () => void } | undefined
}

const optionsOf = ({ address, clientId }: Login): IClientOptions => ({
  protocol: address.isEncrypted ? 'mqtts' : 'mqtt',
  host: address.host,
  port: address.port,
  protocolVersion: 5,
  clientId,
  username: address.username,
  password: address.password,
  clean: true,
  keepalive: KEEPALIVE_S,
  connectTimeout: CONNECT_TIMEOUT_MS,
  reconnectPeriod: 0,
  resubscribe: false,
  queueQoSZero: false,
  properties: { maximumPacketSize: MAX_PACKET_BYTES },
})

/** An error of several attempts to connect has no message, only a code. */
const reasonOf = ({ message, code }: Error & { code?: unknown }): string =>
  message === '' ? String(code ?? 'no connection') : message

/** The answers of a broker that is busy or not available, in MQTT 3 and 5. */
const BUSY_CODES: readonly unknown[] = [3, 136, 137, 151, 156, 157, 159]

/** Whether the login or the certificate is wrong. Otherwise the broker is away. */
const isRefusal = ({ code }: Error & { code?: unknown }): boolean =>
  typeof code === 'number' ? !BUSY_CODES.includes(code) : /CERT|TLS|SSL|SIGNED/.test(String(code))

/** Closes the connection of a client by connecting with its client id and disconnecting at once. */
export async function disconnectClient(login: Login): Promise<void> {
  const client = await connectAsync(optionsOf(login))
  client.on('error', () => {})
  await client.endAsync()
}

/**
 * A connection to an MQTT 5 broker. It reconnects and subscribes again by itself. Each attempt uses a new client, so that a
 * message that was in flight when a connection was lost is never sent again.
 */
export function createBrokerConnection({ address, clientId, logger, after }: ConnectionOptions) {
  const messageListeners = new Set<(message: ReceivedMessage) => void>()
  const backListeners = new Set<() => void>()
  const subscriptions = createSubscriptions({
    refused: (filter) => logger.error({ filter }, 'The broker refuses a subscription of the server'),
  })
  let client: MqttClient | null = null
  /** Resolves when the connection of `client` has ended. */
  let closed: Promise<void> = Promise.resolve()
  /** Messages that are being published. */
  const inFlight = new Set<Promise<void>>()
  let isStopped = false
  let isDown = false
  let isKnownRefusal = false
  let isGathering = false
  /** The largest packet that the broker accepts. */
  let maxPacketBytes = Number.POSITIVE_INFINITY
  let retryMs = RETRY_MS.first
  let retryTimer: NodeJS.Timeout | undefined

  const options = optionsOf({ address, clientId })

  /** Sends what is written in this turn of the event loop with one system call: acknowledgements and messages. */
  const gatherWrites = (to: MqttClient) => {
    if (isGathering) return
    isGathering = true
    const { stream } = to
    stream.cork()
    setImmediate(() => {
      isGathering = false
      stream.uncork()
    })
  }

  const receive = (from: MqttClient, topic: string, payload: Uint8Array, { retain }: IPublishPacket) => {
    gatherWrites(from)
    for (const listener of messageListeners) {
      try {
        listener({ topic, payload, retained: retain })
      } catch (error) {
        logger.error({ err: error }, 'A listener of the broker failed')
      }
    }
  }

  const openAgain = () => {
    clearTimeout(retryTimer)
    if (!isStopped && client === null && after?.isUp() !== false) open().catch(() => {})
  }
  after?.onBack(() => {
    if (isDown) openAgain()
  })

  const retry = () => {
    if (isStopped) return
    retryTimer = setTimeout(openAgain, retryMs * (0.5 + Math.random() / 2))
    retryMs = Math.min(retryMs * 2, RETRY_MS.most)
  }

  /** Rejects if the broker does not answer the first attempt or refuses it. */
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const opened = connect(options)
      client = opened
      closed = new Promise((whenClosed) => opened.once('close', () => whenClosed()))
      let reason = 'the connection was closed'
      let isRefused = false
      const lost = () => {
        if (client !== opened) return
        client = null
        subscriptions.lost()
        opened.end(true)
        // Logged once for each interruption, regardless of the number of attempts, and once more if it then refuses the login.
        if ((!isDown || (isRefused && !isKnownRefusal)) && !isStopped)
          logger.warn(
            { clientId, reason },
            isRefused ? 'The broker refuses the server' : 'The broker cannot be reached; connecting again',
          )
        isDown = true
        isKnownRefusal = isRefused
        reject(isRefused ? new StartError(`MQTT_URL cannot be used: ${reason}`) : new BrokerDownError())
        retry()
      }
      opened.on('error', (error) => {
        reason = reasonOf(error)
        isRefused = isRefusal(error)
        lost()
      })
      opened.on('close', lost)
      opened.on('message', (topic, payload, packet) => receive(opened, topic, payload, packet))
      opened.on('connect', ({ properties }) => {
        maxPacketBytes = properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY
        retryMs = RETRY_MS.first
        subscriptions.up(opened)
        logger.info({ clientId }, 'Connected to the broker')
        isDown = false
        isKnownRefusal = false
        for (const listener of backListeners) listener()
        resolve()
      })
    })

  const isUp = () => client?.connected === true

  return {
    isUp,
    /**
     * Returns whether the broker is connected. If it is away, this keeps trying; if it refuses the server, this throws a StartError.
     * With `isPatient` it returns at once and keeps trying in every case.
     */
    async start({ isPatient = false } = {}): Promise<boolean> {
      const opening = open().then(
        () => true,
        (error: unknown) => {
          if (isPatient || error instanceof BrokerDownError) return false
          throw error
        },
      )
      return isPatient ? false : opening
    },
    async stop() {
      isStopped = true
      clearTimeout(retryTimer)
      const ending = client
      client = null
      subscriptions.lost()
      if (ending === null) return
      // Without this, the client would wait for acknowledgements even when the connection is lost meanwhile.
      await Promise.race([Promise.all(inFlight), closed])
      const ended = new Promise<void>((resolve) => ending.end(!ending.connected, {}, () => resolve()))
      await Promise.race([ended, closed])
    },
    /**
     * Resolves when the broker has received the message, or the connection was lost meanwhile; then it is unknown whether it was
     * received. Throws a BrokerAwayError if the message was certainly not sent.
     */
    async publish({ topic, payload, qos, retain = false, expiresInS }: PublishPacket): Promise<void> {
      if (client === null || !client.connected) throw new BrokerDownError()
      // A broker closes the connection for a packet that is too large.
      if (Buffer.byteLength(payload) + Buffer.byteLength(topic) + HEADER_BYTES > maxPacketBytes)
        throw new Error('the message is larger than the broker takes')
      gatherWrites(client)
      const properties = expiresInS === undefined ? {} : { properties: { messageExpiryInterval: expiresInS } }
      const publishing = client.publishAsync(topic, payload, { qos, retain, ...properties }).then(
        () => {},
        (error: unknown) =>
          logger.warn({ clientId, err: error }, 'A message may not have reached the broker'),
      )
      inFlight.add(publishing)
      await publishing
      inFlight.delete(publishing)
    },
    /** Subscribes, and again after each reconnection. Use `settled` to wait until the broker has acknowledged it. */
    want: (filter: string, how: SubscriptionOptions) => subscriptions.want(filter, how),
    unwant: (filter: string) => subscriptions.unwant(filter),
    settled: () => subscriptions.settled(),
    onMessage(listener: (message: ReceivedMessage) => void): () => void {
      messageListeners.add(listener)
      return () => messageListeners.delete(listener)
    },
    /** Calls the listener after each connection. */
    onBack(listener: () => void): () => void {
      backListeners.add(listener)
      return () => backListeners.delete(listener)
    },
  }
}

export type BrokerConnection = ReturnType<typeof createBrokerConnection>
