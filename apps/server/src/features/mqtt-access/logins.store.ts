import { LIMITS, nameKeyOf } from '@senca/contract'
import { and, asc, desc, eq, inArray, isNull, lte, max, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { loginEvents, spaceEvents } from './login-events.ts'
import { mqttLogins } from './mqtt-access.schema.ts'

export type LoginRow = typeof mqttLogins.$inferSelect

/** More client ids than an account may have connections are forgotten. */
const CLIENT_IDS = LIMITS.MQTT_CONNECTIONS_PER_ACCOUNT

/** The logins that an account has made itself; those of its bridges are handled by these alone. */
const ownOf = (accountId: string) => and(eq(mqttLogins.accountId, accountId), isNull(mqttLogins.bridgeId))

const byName = (accountId: string, name: string) =>
  and(ownOf(accountId), eq(mqttLogins.nameKey, nameKeyOf(name)))

type EndedLogin = Pick<LoginRow, 'username' | 'clientIds' | 'bridgeId'>

const announceEnd = (queries: Queries, rows: readonly EndedLogin[]) => loginEvents.announce(queries, rows)

const ENDED = {
  username: mqttLogins.username,
  clientIds: mqttLogins.clientIds,
  bridgeId: mqttLogins.bridgeId,
}

/** Deletes the logins of an account that is being deleted, in that transaction. */
export async function removeLogins(queries: Queries, accountId: string): Promise<void> {
  await announceEnd(
    queries,
    await queries.delete(mqttLogins).where(eq(mqttLogins.accountId, accountId)).returning(ENDED),
  )
  await spaceEvents.announce(queries, [accountId])
}

/** Sets the login of a bridge. Those before it work until `oldUntil`, and end at once for null. */
export async function putLoginOfBridge(
  queries: Queries,
  login: Pick<LoginRow, 'username' | 'accountId' | 'name' | 'passwordHash' | 'createdAt' | 'validUntil'> & {
    bridgeId: string
  },
  oldUntil: Date | null,
): Promise<void> {
  const isOfBridge = eq(mqttLogins.bridgeId, login.bridgeId)
  if (oldUntil === null)
    await announceEnd(queries, await queries.delete(mqttLogins).where(isOfBridge).returning(ENDED))
  else
    await queries
      .update(mqttLogins)
      .set({ validUntil: sql`least(${mqttLogins.validUntil}, ${oldUntil.toISOString()}::timestamptz)` })
      .where(isOfBridge)
  // No name of a person's login can be the same.
  await queries.insert(mqttLogins).values({ ...login, nameKey: `bridge ${login.username}` })
}

/** Sets when the login of a bridge ends; those that were replaced end no later. */
export async function endLoginOfBridge(queries: Queries, bridgeId: string, at: Date | null): Promise<void> {
  const newest = queries
    .select({ username: mqttLogins.username })
    .from(mqttLogins)
    .where(eq(mqttLogins.bridgeId, bridgeId))
    .orderBy(desc(mqttLogins.createdAt), desc(mqttLogins.username))
    .limit(1)
  await queries.update(mqttLogins).set({ validUntil: at }).where(inArray(mqttLogins.username, newest))
}

/** Deletes the logins of a bridge, in the transaction that deletes it. */
export async function removeLoginsOfBridge(queries: Queries, bridgeId: string): Promise<void> {
  await announceEnd(
    queries,
    await queries.delete(mqttLogins).where(eq(mqttLogins.bridgeId, bridgeId)).returning(ENDED),
  )
}

/** Logins to the spaces of accounts. Connections by a login that ends are closed on every instance. */
export function createLoginStore(db: DrizzleDatabase) {
  return {
    list: (accountId: string): Promise<LoginRow[]> =>
      db
        .select()
        .from(mqttLogins)
        .where(ownOf(accountId))
        .orderBy(asc(mqttLogins.createdAt), asc(mqttLogins.username)),

    async find(username: string): Promise<LoginRow | null> {
      const [row] = await db.select().from(mqttLogins).where(eq(mqttLogins.username, username))
      return row ?? null
    },

    /** Replaces the login of the same name. Only one login of an account is created at a time. */
    async put(
      queries: Queries,
      login: Pick<LoginRow, 'username' | 'accountId' | 'name' | 'passwordHash' | 'createdAt'>,
    ): Promise<'created' | 'replaced' | 'too many'> {
      const { accountId, name } = login
      await queries
        .select({ id: accounts.id })
        .from(accounts)
        .where(eq(accounts.id, accountId))
        .for('no key update')
      const replaced = await queries.delete(mqttLogins).where(byName(accountId, name)).returning(ENDED)
      if ((await queries.$count(mqttLogins, ownOf(accountId))) >= LIMITS.MQTT_LOGINS_PER_ACCOUNT)
        return 'too many'
      await queries.insert(mqttLogins).values({ ...login, nameKey: nameKeyOf(name) })
      await announceEnd(queries, replaced)
      return replaced.length > 0 ? 'replaced' : 'created'
    },

    /** Returns the user name of the login; null if there is none of this name. */
    async remove(queries: Queries, accountId: string, name: string): Promise<string | null> {
      const removed = await queries.delete(mqttLogins).where(byName(accountId, name)).returning(ENDED)
      await announceEnd(queries, removed)
      return removed[0]?.username ?? null
    },

    /** When a bridge has last signed in; null for never. */
    async lastUseOf(bridgeId: string): Promise<Date | null> {
      const [row] = await db
        .select({ at: max(mqttLogins.lastUsedAt) })
        .from(mqttLogins)
        .where(eq(mqttLogins.bridgeId, bridgeId))
      return row?.at ?? null
    },

    /** Ends what is valid no longer. Returns how many logins that were. */
    endExpired: (now: Date): Promise<number> =>
      db.transaction(async (queries) => {
        const ended = await queries.delete(mqttLogins).where(lte(mqttLogins.validUntil, now)).returning(ENDED)
        await announceEnd(queries, ended)
        return ended.length
      }),

    async wasUsed(username: string, at: Date): Promise<void> {
      await db.update(mqttLogins).set({ lastUsedAt: at }).where(eq(mqttLogins.username, username))
    },

    async addClientId(username: string, clientId: string): Promise<void> {
      await db
        .update(mqttLogins)
        .set({
          clientIds: sql`(array_append(array_remove(${mqttLogins.clientIds}, ${clientId}), ${clientId}))[greatest(1, cardinality(${mqttLogins.clientIds}) - ${CLIENT_IDS - 2}):]`,
        })
        .where(eq(mqttLogins.username, username))
    },

    /** Which of these user names are still those of logins. */
    async listAlive(usernames: readonly string[]): Promise<Set<string>> {
      if (usernames.length === 0) return new Set()
      const rows = await db
        .select({ username: mqttLogins.username })
        .from(mqttLogins)
        .where(inArray(mqttLogins.username, [...usernames]))
      return new Set(rows.map(({ username }) => username))
    },
  }
}

export type LoginStore = ReturnType<typeof createLoginStore>
