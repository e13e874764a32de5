import type { Logger } from '../../logger.ts'
import type {
  BrokerAction,
  BrokerAdmission,
  BrokerDoors,
  BrokerGuard,
  DeviceSignIn,
  HomeAccess,
} from '../broker.ts'
import { isSpaceUsername } from '../spaces.ts'

const MAX_CLIENT_ID_LENGTH = 128
/** The longest delay of a timer. */
const LONGEST_TIMER_MS = 24 * 60 * 60_000

interface DoorsOptions {
  guards: ReadonlySet<BrokerGuard>
  /** Whether these are the server's own credentials. */
  isServer(username: string, password: string): boolean
  serverName: string
  /** Closes the connection of a client. */
  cut(clientId: string): void
  logger: Logger
}

const DENIED: BrokerAdmission = { verdict: 'deny', isServer: false, endsAt: null }

/**
 * Lets an external broker ask the guards of this process. The broker reports only client id and user name of a publisher. A
 * client must use its user name as its client id, so that it cannot be mistaken for another one.
 */
export function createDoors({ guards, isServer, serverName, cut, logger }: DoorsOptions) {
  const timerById = new Map<string, NodeJS.Timeout>()

  /** Clients that share a user name are left out, because their messages could not be attributed to one of them. */
  const askable = () => [...guards].filter(({ sharedUserName }) => sharedUserName === undefined)

  const isOneself = ({ clientId, username }: Pick<BrokerAction, 'clientId' | 'username'>) =>
    clientId === username && clientId.length <= MAX_CLIENT_ID_LENGTH

  let homes: HomeAccess | undefined

  /** A login to a space may have several connections, each with a client id of its own that begins with the user name. */
  const isOfLogin = ({ clientId, username }: Pick<BrokerAction, 'clientId' | 'username'>) =>
    clientId.length <= MAX_CLIENT_ID_LENGTH && (clientId === username || clientId.startsWith(`${username}-`))

  /** Null if it is no login to a space, so that it may be a device. */
  const admitHome = async (signIn: DeviceSignIn): Promise<BrokerAdmission | null> => {
    if (!isSpaceUsername(signIn.username) || homes === undefined) return null
    try {
      const home = isOfLogin(signIn) ? await homes.signIn(signIn) : null
      return home === null ? null : { verdict: 'allow', isServer: false, endsAt: null, home }
    } catch (error) {
      logger.error({ err: error }, 'A sign-in to a space could not be checked')
      return { ...DENIED, verdict: 'ignore' }
    }
  }

  /** Null if it is no login to a space. */
  const mayInHome = async ({
    username,
    topic,
    mountpoint,
    ...action
  }: BrokerAction): Promise<boolean | null> => {
    if (!isSpaceUsername(username) || homes === undefined) return null
    const home = await homes.homeOf(username)
    if (home === null) return null
    const prefix = `home/${home}/`
    return isOfLogin({ username, ...action }) && (mountpoint === prefix || topic.startsWith(prefix))
  }

  /** Closes the connection when the sign-in expires, because a broker may not do this itself. */
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
      const admitted = await admitHome(signIn)
      if (admitted !== null) return admitted
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

    async authorize(asked) {
      const { clientId, username, action, topic } = asked
      if (username === serverName) return 'allow'
      if (topic.startsWith('$')) return 'deny'
      const isAllowedInHome = await mayInHome(asked).catch((error: unknown) => {
        logger.error({ err: error }, 'The rights of a login to a space could not be checked')
        return false
      })
      if (isAllowedInHome !== null) return isAllowedInHome ? 'allow' : 'deny'
      if (!isOneself({ clientId, username })) return 'deny'
      const isAllowed = askable().some((guard) =>
        action === 'publish' ? guard.mayPublish(clientId, topic) : guard.maySubscribe(clientId, topic),
      )
      return isAllowed ? 'allow' : 'deny'
    },

    useHomes(given) {
      homes = given
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
