import type { Logger } from '../../logger.ts'
import type { BrokerGuard, DeviceSignIn } from '../broker.ts'

const MAX_CLIENT_ID_LENGTH = 128
/** A timer is no longer than this. */
const LONGEST_TIMER_MS = 24 * 60 * 60_000

/** What a broker that asks is told: `ignore` where it could not be checked. */
export type Verdict = 'allow' | 'deny' | 'ignore'

export interface Admission {
  verdict: Verdict
  /** It is a connection of the server itself, which may do everything. */
  isServer: boolean
  /** When the sign-in ends by itself; null for never. */
  endsAt: Date | null
}

export interface Action {
  clientId: string
  username: string
  action: 'publish' | 'subscribe'
  topic: string
}

/** Answers a broker outside that asks who may come in, and what they may do there. */
export interface BrokerDoors {
  authenticate(signIn: DeviceSignIn): Promise<Admission>
  authorize(action: Action): Verdict
  /** The connection of a client has ended, and no other one has taken its place. */
  ended(clientId: string, at: Date): void
}

interface DoorsOptions {
  guards: ReadonlySet<BrokerGuard>
  /** Of the server itself. */
  isServer(username: string, password: string): boolean
  serverName: string
  /** Ends the connection of a client. */
  cut(clientId: string): void
  logger: Logger
}

const DENIED: Admission = { verdict: 'deny', isServer: false, endsAt: null }

/**
 * The guards of this process, asked from outside. The broker says no more than client id and user name of who publishes, so
 * a client has its user name as its client id, and can be mistaken for no other one.
 */
export function createDoors({ guards, isServer, serverName, cut, logger }: DoorsOptions) {
  const timerById = new Map<string, NodeJS.Timeout>()

  /** Of the clients that share a user name nobody could tell which one publishes. */
  const askable = () => [...guards].filter(({ sharedUserName }) => sharedUserName === undefined)

  const isOneself = ({ clientId, username }: Pick<Action, 'clientId' | 'username'>) =>
    clientId === username && clientId.length <= MAX_CLIENT_ID_LENGTH

  /** A broker may know by itself when a sign-in ends, and may not. */
  const cutAt = (clientId: string, endsAt: Date) => {
    clearTimeout(timerById.get(clientId))
    const ms = Math.min(Math.max(0, endsAt.getTime() - Date.now()), LONGEST_TIMER_MS)
    const timer = setTimeout(() => {
      timerById.delete(clientId)
      cut(clientId)
    }, ms)
    timer.unref()
    timerById.set(clientId, timer)
  }

  const forget = (clientId: string) => {
    clearTimeout(timerById.get(clientId))
    timerById.delete(clientId)
  }

  const doors: BrokerDoors = {
    async authenticate(signIn) {
      const { clientId, username, password } = signIn
      if (username === serverName)
        return isServer(username, password) ? { verdict: 'allow', isServer: true, endsAt: null } : DENIED
      if (!isOneself(signIn)) return DENIED
      let endsAt: Date | null = null
      let isUnchecked = false
      const connection = {
        close: () => cut(clientId),
        onClose() {},
        lasts(until: Date | null) {
          endsAt = until
        },
      }
      for (const guard of askable()) {
        try {
          if (!(await guard.mayConnect(signIn, connection))) continue
          forget(clientId)
          if (endsAt !== null) cutAt(clientId, endsAt)
          return { verdict: 'allow', isServer: false, endsAt }
        } catch (error) {
          logger.error({ err: error, clientId }, 'A device sign-in could not be checked')
          isUnchecked = true
        }
      }
      return isUnchecked ? { ...DENIED, verdict: 'ignore' } : DENIED
    },

    authorize({ clientId, username, action, topic }) {
      if (username === serverName) return 'allow'
      if (!isOneself({ clientId, username }) || topic.startsWith('$')) return 'deny'
      const isAllowed = askable().some((guard) =>
        action === 'publish' ? guard.mayPublish(clientId, topic) : guard.maySubscribe(clientId, topic),
      )
      return isAllowed ? 'allow' : 'deny'
    },

    ended(clientId, at) {
      forget(clientId)
      for (const guard of guards) guard.disconnected(clientId, at)
    },
  }

  return {
    doors,
    stop() {
      for (const timer of timerById.values()) clearTimeout(timer)
      timerById.clear()
    },
  }
}
