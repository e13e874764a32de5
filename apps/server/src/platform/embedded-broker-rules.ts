import type { AedesOptions } from 'aedes'
import type { BrokerGuard } from './broker.ts'
import type { createSessions } from './embedded-broker-sessions.ts'
import type { Logger } from './logger.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A reader that takes nothing for this long is cut off, so that it holds up no publisher. */
const DRAIN_TIMEOUT_MS = 5_000
const MAX_TOPIC_LEVELS = 32
const MAX_CLIENT_ID_LENGTH = 128

interface RulesOptions {
  /** Undefined until a guard is laid over the broker: then nobody may do anything. */
  currentGuard(): BrokerGuard | undefined
  sessions: ReturnType<typeof createSessions>
  published: NonNullable<AedesOptions['published']>
  logger: Logger
}

const isSystemTopic = (topic: string) => topic.startsWith('$')

/** What aedes asks about every packet of a device, answered by the guard; the server's own packets are not asked about. */
export function createRules({ currentGuard, sessions, published, logger }: RulesOptions): AedesOptions {
  const maySubscribe = (clientId: string, topic: string) =>
    !isSystemTopic(topic) && currentGuard()?.maySubscribe(clientId, topic) === true

  return {
    concurrency: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: MAX_TOPIC_LEVELS,
    preConnect(_client, packet, callback) {
      // Nothing is kept for a client that is away: late commands must not move hardware.
      packet.clean = true
      callback(null, true)
    },
    authenticate(client, username, password, done) {
      const signIn = {
        clientId: client.id,
        username: username ?? '',
        password: password?.toString('utf8') ?? '',
      }
      void mayConnect(currentGuard(), signIn, logger).then((isAllowed) => {
        if (isAllowed) sessions.arrive(client)
        done(null, isAllowed)
      })
    },
    authorizePublish(client, packet, callback) {
      const isAllowed =
        client === null ||
        (!isSystemTopic(packet.topic) &&
          currentGuard()?.mayPublish(client.id, packet.topic) === true &&
          // The last will of a replaced connection would contradict the one that replaced it.
          !(client.closed && sessions.isReplaced(client)))
      callback(isAllowed ? null : new Error('may not publish to this topic'))
    },
    authorizeSubscribe(client, subscription, callback) {
      callback(null, maySubscribe(client.id, subscription.topic) ? subscription : null)
    },
    authorizeForward: (client, packet) => (maySubscribe(client.id, packet.topic) ? packet : null),
    published,
  }
}

async function mayConnect(
  guard: BrokerGuard | undefined,
  signIn: Parameters<BrokerGuard['mayConnect']>[0],
  logger: Logger,
): Promise<boolean> {
  if (signIn.clientId.length > MAX_CLIENT_ID_LENGTH) return false
  try {
    return (await guard?.mayConnect(signIn)) === true
  } catch (error) {
    logger.error({ err: error, clientId: signIn.clientId }, 'A device sign-in could not be checked')
    return false
  }
}
