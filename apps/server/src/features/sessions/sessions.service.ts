import { randomUUID } from 'node:crypto'
import { type ApiToken, LIMITS } from '@senca/contract'
import type { SessionInfo } from '@senca/contract/account'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { type Caller, describeUserAgent } from '#platform/http/caller.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { createSecretToken, hashSecretToken } from './secret-token.ts'
import { createSessionEnds } from './session-ends.ts'
import { isDueForRenewal, isDueForSeeing, sessionEnd } from './session-life.ts'
import type { Session, SessionStore, TokenPurpose } from './sessions.store.ts'

/** How long a valid API token is cached, unless its session is reported to have ended. */
const CACHED_MS = 1_000
const MAX_CACHED = 10_000
/** The lifetime of an API token. */
const STALE_MS = LIMITS.API_TOKEN_TTL_S * 1_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The cookie of a session and its lifetime. */
export interface SessionCookie {
  value: string
  expiresAt: Date
}

export interface Identified {
  actor: AccountActor
  expiresAt: Date
  /** True if the session was renewed and its cookie must be set again. */
  renewed: boolean
}

/** The account of a token, and its expiry. */
interface Issued {
  actor: AccountActor
  expiresAt: Date
}

interface SessionServiceOptions {
  store: SessionStore
  clock: Clock
  database: Database
  /** What is known of the phones of an account, by their sessions. */
  phonesOf(accountId: string): Promise<ReadonlyMap<string, { lastShownAt: string | null }>>
  /** Called before a session is ended by its own browser. */
  leaving(sessionId: string): Promise<void>
  failed(error: unknown): void
}

const sessionInfoOf = (
  session: Session,
  actor: AccountActor,
  phones: ReadonlyMap<string, { lastShownAt: string | null }>,
): SessionInfo => ({
  id: session.id,
  current: session.id === actor.sessionId,
  ...describeUserAgent(session.userAgent),
  address: session.address,
  createdAt: session.createdAt.toISOString(),
  lastSeenAt: (session.lastSeenAt ?? session.renewedAt).toISOString(),
  push: phones.get(session.id) ?? null,
  keepsHome: session.keepsHome,
})

export function createSessionService(options: SessionServiceOptions) {
  const { store, clock, database, phonesOf, leaving, failed } = options
  const cached = createTtlCache<Issued>({
    clock,
    keptMs: CACHED_MS,
    staleMs: STALE_MS,
    max: MAX_CACHED,
  })
  const ends = createSessionEnds({
    database,
    ended(sessionIds) {
      if (sessionIds === null) cached.clear()
      else cached.drop(({ actor }) => sessionIds.includes(actor.sessionId))
    },
    listAlive: async (ids) => [...(await store.endsOf(ids, clock.now())).keys()],
    failed,
  })

  const actorOf = ({ id, accountId }: { id: string; accountId: string }): AccountActor => ({
    kind: 'account',
    accountId,
    sessionId: id,
  })

  const issue = async (actor: AccountActor, purpose: TokenPurpose, seconds: number) => {
    const token = createSecretToken()
    const expiresAt = new Date(clock.now().getTime() + seconds * 1_000)
    const isIssued = await store.insertToken(hashSecretToken(token), purpose, actor.sessionId, expiresAt)
    if (!isIssued) throw new ApiError('login_required')
    return { token, expiresAt }
  }

  const identifyApiToken = async (token: string): Promise<AccountActor | null> => {
    const tokenHash = hashSecretToken(token)
    const known = cached.get(tokenHash)
    if (known !== undefined && known.expiresAt > clock.now()) return known.actor
    const find = () =>
      cached.read(
        async () => {
          const session = await store.findByIssuedToken(tokenHash, 'api', clock.now())
          return session === null ? [] : [{ actor: actorOf(session), expiresAt: session.expiresAt }]
        },
        () => tokenHash,
      )
    const stale = () => {
      const known = cached.readStale(tokenHash)
      return known === undefined ? undefined : [known]
    }
    const [issued] = await database.reach.read(find, stale)
    return issued !== undefined && issued.expiresAt > clock.now() ? issued.actor : null
  }

  return {
    start: ends.start,
    stop: ends.stop,

    /** Starts a new session. The previous session of the same browser ends. */
    async signIn(
      accountId: string,
      replaced: string | undefined,
      caller: Caller,
    ): Promise<SessionCookie & { id: string }> {
      const value = createSecretToken()
      const now = clock.now()
      const expiresAt = sessionEnd(now, now)
      const times = { createdAt: now, renewedAt: now, lastSeenAt: now, expiresAt }
      const session = { id: randomUUID(), accountId, ...times, ...caller, keepsHome: false }
      await store.insert(session, hashSecretToken(value))
      if (replaced !== undefined) await this.endByCookie(replaced)
      return { id: session.id, value, expiresAt }
    },

    /** Ends the session of a cookie, if there is one. */
    async endByCookie(value: string): Promise<void> {
      const session = await store.findByToken(hashSecretToken(value), clock.now())
      if (session === null) return
      await leaving(session.id)
      await store.delete(session.id)
      await ends.announce([session.id])
    },

    /** When the session of an actor began; null if it has ended. */
    async startedAt(actor: AccountActor): Promise<Date | null> {
      return store.findStart(actor.sessionId)
    },

    /** Ends all sessions of an account. */
    async endAll(accountId: string): Promise<void> {
      await ends.announce(await store.deleteAll(database.db, accountId, null))
    },

    /**
     * Ends the sessions of an account except the given one, in the transaction that changes its credentials. Pass the result to
     * `announceEnded` after the commit.
     */
    removeAll: (queries: Queries, accountId: string, keptId: string | null): Promise<string[]> =>
      store.deleteAll(queries, accountId, keptId),
    announceEnded: ends.announce,

    /** Gives the actor's session a new cookie. The old cookie becomes invalid. */
    async replaceCookie(queries: Queries, actor: AccountActor): Promise<SessionCookie> {
      const value = createSecretToken()
      const expiresAt = await store.replaceToken(queries, actor.sessionId, hashSecretToken(value))
      if (expiresAt === null) throw new ApiError('login_required')
      return { value, expiresAt }
    },

    /** The sessions of the account; the actor's own session is marked. */
    async list(actor: AccountActor): Promise<SessionInfo[]> {
      const [sessions, phones] = await Promise.all([
        store.list(actor.accountId, clock.now()),
        phonesOf(actor.accountId),
      ])
      return sessions.map((session) => sessionInfoOf(session, actor, phones))
    },

    /** Ends one session of the actor's account. Throws `resource_not_found` if the account has no such session. */
    async revoke(actor: AccountActor, id: string): Promise<void> {
      if (id === actor.sessionId) await leaving(id)
      const isEnded = UUID.test(id) && (await store.deleteOf(actor.accountId, id))
      if (!isEnded) throw new ApiError('resource_not_found', { key: 'id' })
      await ends.announce([id])
    },

    /** The account of a cookie, or null. Renews the session if it is due, and records when and from where it was seen. */
    async identifyCookie(value: string, caller: Caller): Promise<Identified | null> {
      const now = clock.now()
      const session = await store.findByToken(hashSecretToken(value), now)
      if (session === null) return null
      const renewed = isDueForRenewal(session.renewedAt, now)
      const expiresAt = renewed ? sessionEnd(session.createdAt, now) : session.expiresAt
      if (renewed) await store.renew(session.id, expiresAt, now)
      if (isDueForSeeing(session.lastSeenAt, now)) await store.see(session.id, caller, now)
      return { actor: actorOf(session), expiresAt, renewed }
    },

    identifyApiToken,

    /** The account and expiry of a websocket token, or null. */
    async identifyWebsocketToken(token: string): Promise<Issued | null> {
      const session = await store.findByIssuedToken(hashSecretToken(token), 'websocket', clock.now())
      return session === null ? null : { actor: actorOf(session), expiresAt: session.expiresAt }
    },

    async issueApiToken(actor: AccountActor): Promise<ApiToken> {
      const { token, expiresAt } = await issue(actor, 'api', LIMITS.API_TOKEN_TTL_S)
      return { token, expiresAt: expiresAt.toISOString() }
    },

    async issueWebsocketToken(actor: AccountActor): Promise<{ token: string }> {
      const { token } = await issue(actor, 'websocket', LIMITS.WEBSOCKET_TOKEN_TTL_S)
      return { token }
    },

    async logOut(actor: AccountActor): Promise<void> {
      await leaving(actor.sessionId)
      await store.delete(actor.sessionId)
      await ends.announce([actor.sessionId])
    },

    async logOutEverywhere(actor: AccountActor): Promise<void> {
      await leaving(actor.sessionId)
      await this.endAll(actor.accountId)
    },

    onEnded: ends.onEnded,

    /** The browser of a session keeps a copy of the home. */
    keepsHome: store.keepsHome,

    /** Those of some sessions that are active, with the time at which they end unless they are used. */
    endsOf: (ids: readonly string[]): Promise<Map<string, Date>> => store.endsOf(ids, clock.now()),
  }
}

export type SessionService = ReturnType<typeof createSessionService>
