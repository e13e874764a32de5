import { LIMITS, parseDeviceMessage } from '@senca/contract'
import { STATION_TOPIC, STATION_USER_NAME, stationMessageSchema } from '@senca/contract/automation'
import { Counter } from 'prom-client'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Metrics } from '#platform/http/metrics.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import type { Logger } from '#platform/logger.ts'
import type { Broker, DeviceSignIn } from '#platform/mqtt/broker.ts'
import type { Space } from '#platform/mqtt/spaces.ts'
import type { WeatherService } from './weather.service.ts'

interface StationConnectionsOptions {
  broker: Pick<Broker, 'guard' | 'disconnect' | 'spaces'>
  clock: Clock
  logger: Logger
  metrics: Pick<Metrics, 'registry'>
  weather: Pick<WeatherService, 'findAccountOfKey' | 'mayReport' | 'addSample' | 'onKeyReplaced'>
}

interface Connection {
  accountId: string
  keyHash: string
  isConnected: boolean
}

/** An authenticated connection arrives within this time or never. */
const ARRIVAL_MS = 30_000
/** A home may have several sensors with their own connections. */
const CONNECTIONS_PER_ACCOUNT = 5
const CONNECT_RATE = { burst: 30, everyMs: 500 }

type Ignored = 'too large' | 'unreadable' | 'too often' | 'wrong time'

/**
 * Connections of own weather stations over MQTT. They sign in with the key of their home and may publish only their measurements.
 */
export function createStationConnections(options: StationConnectionsOptions) {
  const { broker, clock, logger, metrics, weather } = options
  const ignored = new Counter({
    name: 'senca_station_messages_ignored_total',
    help: 'Messages of own weather stations that were too large, could not be read, came too often or had a wrong time',
    labelNames: ['reason'],
    registers: [metrics.registry],
  })
  const connections = new Map<string, Connection>()
  const connects = createKeyedRate(CONNECT_RATE)
  let undo = () => {}

  const ignore = (clientId: string, reason: Ignored) => {
    ignored.inc({ reason })
    logger.debug({ clientId, reason }, 'A message of a weather station is ignored')
  }

  const ofAccount = (accountId: string): string[] =>
    [...connections].flatMap(([clientId, connection]) =>
      connection.isConnected && connection.accountId === accountId ? [clientId] : [],
    )

  const mayConnect = async ({ clientId, username, password }: DeviceSignIn): Promise<boolean> => {
    if (username !== STATION_USER_NAME) return false
    const keyHash = hashSecretToken(password)
    const accountId = await weather.findAccountOfKey(keyHash)
    if (accountId === null || connects.take(accountId, clock.now().getTime()) === null) return false
    const connection = { accountId, keyHash, isConnected: false }
    connections.set(clientId, connection)
    clock.after(ARRIVAL_MS, () => {
      if (!connection.isConnected) connections.delete(clientId)
    })
    return true
  }

  /** Stores a message that `mayStore`, which is asked when it could be read. */
  const store = async (
    clientId: string,
    {
      accountId,
      payload,
      mayStore,
    }: { accountId: string; payload: Uint8Array; mayStore(): Promise<boolean> },
  ) => {
    // The time of arrival is used, so that of many messages the last one wins.
    const at = clock.now()
    const message = parseDeviceMessage(stationMessageSchema, Buffer.from(payload).toString('utf8'))
    // Values with an unreadable time could be old.
    if (!message.ok || message.dropped.includes('measuredAt')) return ignore(clientId, 'unreadable')
    if (!(await mayStore())) return
    const { measuredAt, ...values } = message.value
    try {
      await weather.addSample(accountId, measuredAt === undefined ? at : new Date(measuredAt), values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ignore(clientId, 'wrong time')
    }
  }

  const receive = (clientId: string, message: Parameters<typeof store>[1]) => {
    if (!weather.mayReport(message.accountId)) return ignore(clientId, 'too often')
    if (message.payload.byteLength > LIMITS.DEVICE_MESSAGE_MAX_BYTES) return ignore(clientId, 'too large')
    store(clientId, message).catch((error: unknown) =>
      logger.error({ err: error }, 'The measurements of a weather station could not be stored'),
    )
  }

  const published = (clientId: string, topic: string, payload: Uint8Array) => {
    const connection = connections.get(clientId)
    if (connection === undefined || topic !== STATION_TOPIC) return
    const { accountId, keyHash } = connection
    receive(clientId, {
      accountId,
      payload,
      // The key is checked for each message, because another instance may have replaced it.
      async mayStore() {
        const isOfKey = (await weather.findAccountOfKey(keyHash)) === accountId
        if (!isOfKey) broker.disconnect(clientId)
        return isOfKey
      },
    })
  }

  /** What a client publishes to the topic of stations in the space of an account is of its own station. */
  const readSpace = ({ accountId, subscribe }: Space) => {
    subscribe(STATION_TOPIC, ({ payload, clientId }) => {
      if (clientId !== null) receive(clientId, { accountId, payload, mayStore: async () => true })
    })
  }

  return {
    start() {
      const forget = weather.onKeyReplaced((accountId) => {
        for (const clientId of ofAccount(accountId)) broker.disconnect(clientId)
      })
      const remove = broker.guard({
        sharedUserName: STATION_USER_NAME,
        mayConnect,
        mayPublish: (clientId, topic) => connections.has(clientId) && topic === STATION_TOPIC,
        maySubscribe: () => false,
        published,
        connected(clientId) {
          const connection = connections.get(clientId)
          if (connection === undefined) return
          connection.isConnected = true
          const [oldest, ...others] = ofAccount(connection.accountId)
          if (others.length >= CONNECTIONS_PER_ACCOUNT && oldest !== undefined) broker.disconnect(oldest)
        },
        disconnected: (clientId) => void connections.delete(clientId),
      })
      const endSpaces = broker.spaces?.onOpened(readSpace)
      undo = () => {
        endSpaces?.()
        forget()
        remove()
      }
    },
    stop: () => undo(),
  }
}
