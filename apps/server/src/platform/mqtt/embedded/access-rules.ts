import { randomUUID } from 'node:crypto'
import type { AedesOptions, Client } from 'aedes'
import type { Logger } from '../../logger.ts'
import type { BrokerGuard, SigningIn } from '../broker.ts'
import type { createLiveConnections } from './live-connections.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A client that reads nothing for this long is disconnected, so that it does not block publishers. */
const DRAIN_TIMEOUT_MS = 5_000
const MQTT_5_LEVEL = 5
/** A CONNACK of MQTT 5 §3.2 with reason 0x84, unsupported protocol version. */
const MQTT_5_REFUSAL = Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00])
const MAX_TOPIC_LEVELS = 32
const MAX_CLIENT_ID_LENGTH = 128

interface RulesOptions {
  /** An action is allowed if one guard allows it; without guards nothing is allowed. */
  guards: ReadonlySet<BrokerGuard>
  maySubscribe: MaySubscribe
  /** False for a client that connects too often. */
  mayConnect(clientId: string): boolean
  sessions: ReturnType<typeof createLiveConnections>
  /** Called before a client’s credentials are checked. False if its address may not log in under this name now. */
  loginReceived(client: Client, name: string): boolean
  /** Called when they have been checked. */
  loginChecked(client: Client, name: string, isRight: boolean): void
  logger: Logger
}

const isSystemTopic = (topic: string) => topic.startsWith('$')

export type MaySubscribe = (clientId: string, topicFilter: string) => boolean

/** A subscription is allowed if one guard allows it. Topics of the broker itself are never allowed. */
export const maySubscribeBy =
  (guards: ReadonlySet<BrokerGuard>): MaySubscribe =>
  (clientId, topicFilter) =>
    !isSystemTopic(topicFilter) && [...guards].some((guard) => guard.maySubscribe(clientId, topicFilter))

/**
 * Answers the checks of aedes for every packet of a device by asking the guards. Packets of the server itself are not checked.
 */
export function createAccessRules({
  guards,
  maySubscribe,
  mayConnect,
  sessions,
  loginReceived,
  loginChecked,
  logger,
}: RulesOptions): AedesOptions {
  const mayPublish = (clientId: string, topic: string) =>
    !isSystemTopic(topic) && [...guards].some((guard) => guard.mayPublish(clientId, topic))

  return {
    concurrency: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: MAX_TOPIC_LEVELS,
    preConnect(client, packet, callback) {
      if (packet.protocolVersion === MQTT_5_LEVEL) {
        client.conn.end(MQTT_5_REFUSAL, () => client.conn.destroy())
        return callback(new Error('speaks MQTT 5'), false)
      }
      // Nothing is queued for an offline client, because late commands must not move hardware.
      packet.clean = true
      const { username } = packet
      if (username !== undefined && [...guards].some(({ sharedUserName }) => sharedUserName === username))
        packet.clientId = `${username}-${randomUUID()}`
      if (mayConnect(packet.clientId)) callback(null, true)
      else callback(new Error('connects too often'), false)
    },
    authenticate(client, username, password, done) {
      // Clients that share a user name have random ids.
      const name = username ?? client.id
      if (!loginReceived(client, name)) return done(null, false)
      const signIn = {
        clientId: client.id,
        username: username ?? '',
        password: password?.toString('utf8') ?? '',
      }
      const connection: SigningIn = {
        close: () => client.close(),
        onClose(listener) {
          if (client.conn.destroyed) listener()
          else client.conn.once('close', listener)
        },
      }
      void mayLogIn(guards, signIn, { connection, logger }).then((verdict) => {
        if (verdict === 'yes') sessions.arrive(client)
        if (verdict !== 'unchecked') loginChecked(client, name, verdict === 'yes')
        done(null, verdict === 'yes')
      })
    },
    authorizePublish(client, packet, callback) {
      const isAllowed =
        client === null ||
        (mayPublish(client.id, packet.topic) &&
          // The last will of a replaced connection would contradict the connection that replaced it.
          !(client.closed && sessions.isReplaced(client)))
      callback(isAllowed ? null : new Error('may not publish to this topic'))
    },
    authorizeSubscribe(client, subscription, callback) {
      callback(null, maySubscribe(client.id, subscription.topic) ? subscription : null)
    },
    authorizeForward: (client, packet) => (maySubscribe(client.id, packet.topic) ? packet : null),
  }
}

async function mayLogIn(
  guards: ReadonlySet<BrokerGuard>,
  signIn: Parameters<BrokerGuard['mayConnect']>[0],
  { connection, logger }: { connection: SigningIn; logger: Logger },
): Promise<'yes' | 'no' | 'unchecked'> {
  if (signIn.clientId.length > MAX_CLIENT_ID_LENGTH) return 'no'
  let isUnchecked = false
  const ask = async (guard: BrokerGuard) => {
    try {
      return await guard.mayConnect(signIn, connection)
    } catch (error) {
      logger.error({ err: error, clientId: signIn.clientId }, 'A device sign-in could not be checked')
      isUnchecked = true
      return false
    }
  }
  // Resolves with the first guard that allows it, so that a slow guard does not delay the clients of another one.
  return new Promise((resolve) => {
    const answers = [...guards].map((guard) =>
      ask(guard).then((isAllowed) => {
        if (isAllowed) resolve('yes')
      }),
    )
    void Promise.all(answers).then(() => resolve(isUnchecked ? 'unchecked' : 'no'))
  })
}
