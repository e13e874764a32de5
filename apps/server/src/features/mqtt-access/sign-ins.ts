import type { Clock } from '#platform/clock.ts'
import type { HomeAccess } from '#platform/mqtt/broker.ts'
import type { SpaceLogin } from '#platform/mqtt/spaces.ts'
import { isMqttPassword } from './credentials.ts'
import type { LoginStore } from './logins.store.ts'

/** The time of the last sign-in is written at most this often for each login. */
const WRITTEN_EVERY_MS = 60_000

interface SignInsOptions {
  store: Pick<LoginStore, 'find' | 'wasUsed' | 'addClientId'>
  clock: Clock
  failed(error: unknown): void
}

/** Checks logins, for spaces of the embedded broker and for an external broker that asks. */
export function createMqttSignIns({ store, clock, failed }: SignInsOptions) {
  const homeByUsername = new Map<string, Promise<string | null>>()

  const signIn = async (username: string, password: string): Promise<SpaceLogin | 'wrong' | 'unknown'> => {
    const login = await store.find(username)
    if (login === null) return 'unknown'
    if (!isMqttPassword(password, login.passwordHash)) return 'wrong'
    const { accountId, bridgeId, name, lastUsedAt, validUntil } = login
    const now = clock.now()
    if (validUntil !== null && validUntil <= now) return 'wrong'
    if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= WRITTEN_EVERY_MS)
      store.wasUsed(username, now).catch(failed)
    return { accountId, bridgeId, name, username }
  }

  const homeOf = (username: string): Promise<string | null> => {
    const known = homeByUsername.get(username)
    if (known !== undefined) return known
    const found = store.find(username).then((login) => login?.accountId ?? null)
    homeByUsername.set(username, found)
    found.then(
      // Anybody can ask for names that do not exist.
      (home) => home === null && homeByUsername.delete(username),
      () => homeByUsername.delete(username),
    )
    return found
  }

  const homes: HomeAccess = {
    async signIn({ clientId, username, password }) {
      const login = await signIn(username, password)
      if (typeof login === 'string') return null
      await store.addClientId(username, clientId)
      return login.accountId
    },
    homeOf,
  }
  return {
    signIn,
    homes,
    /** Called when logins have ended, or may have. */
    forget(usernames?: readonly string[]) {
      if (usernames === undefined) homeByUsername.clear()
      else for (const username of usernames) homeByUsername.delete(username)
    },
  }
}
