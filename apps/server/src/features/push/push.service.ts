import { createHash, ECDH, randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import type { Phone, PhoneState, PushInfo, PushSubscribeRequest, PushTestRequest } from '@senca/contract/push'
import { pushReceiptSchema } from '@senca/contract/push'
import { LIMIT_RULES, type Limited, type LimitService } from '#features/limits/index.ts'
import type { Publisher } from '#features/notifications/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { hashSecretToken, type SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { PushService } from '#platform/process/push-config.ts'
import { serviceNameOf } from '#platform/process/push-config.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { PushKeys } from './push-keys.store.ts'
import type { PushStore } from './pushes.store.ts'
import { isDoubtful, type Subscription, type SubscriptionStore } from './subscriptions.store.ts'

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16
const RECEIPT_MS = 7 * 86_400_000
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface PushServiceOptions {
  /** Whether the server sends pushes at all. */
  isOn: boolean
  services: readonly PushService[]
  keys(): PushKeys | null
  store: Pick<PushStore, 'confirm'>
  subscriptions: SubscriptionStore
  sealing: Sealing
  sessions: Pick<SessionService, 'list'>
  notify: Pick<Publisher, 'publishNew'>
  limits: Pick<LimitService, 'take'>
  isEscalationMailed(queries: Queries, accountId: string): Promise<boolean>
  changed(accountId: string): void
  database: Pick<Database, 'db'>
  clock: Clock
}

/** Whether it is an uncompressed point of P-256. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== POINT_BYTES) return false
  try {
    ECDH.convertKey(bytes, CURVE, undefined, undefined, 'uncompressed')
    return true
  } catch {
    return false
  }
}

const stateOf = (subscription: Subscription, now: Date): PhoneState => {
  if (subscription.refusedAt !== null) return 'stopped'
  return isDoubtful(subscription, now) ? 'doubtful' : 'ok'
}

export function createPushService(options: PushServiceOptions) {
  const { isOn, services, keys, store, subscriptions, sealing, sessions, notify, limits } = options
  const { isEscalationMailed, changed, database, clock } = options

  /** The keys, for calls that need them. */
  const keysNow = (): PushKeys => {
    const pair = keys()
    if (pair === null) throw new ApiError('resource_not_found')
    return pair
  }
  const malformed = (key: string) => new ApiError('malformed_request', { key })

  /** Counts an attempt, and returns whether it is within its limit. */
  const isTaken = async (limited: Limited): Promise<boolean> => {
    try {
      await limits.take(limited)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many_requests') return false
      throw error
    }
  }

  /** The phone with an id, or that of the session. Throws `resource_not_found`. */
  const findPhone = async ({ accountId, sessionId }: AccountActor, id: string | undefined) => {
    const own = await subscriptions.ofAccounts(database.db, [accountId])
    const phone = own.find((one) => (id === undefined ? one.sessionId === sessionId : one.id === id))
    if (phone === undefined) throw new ApiError('resource_not_found', { key: 'id' })
    return phone
  }

  return {
    info(): PushInfo {
      const publicKey = keys()?.publicKey ?? null
      const reason = !isOn ? 'off' : publicKey === null ? 'key' : null
      return { available: reason === null, reason, publicKey }
    },

    async list(actor: AccountActor): Promise<Phone[]> {
      keysNow()
      const [phones, known] = await Promise.all([
        subscriptions.ofAccounts(database.db, [actor.accountId]),
        sessions.list(actor),
      ])
      const sessionById = new Map(known.map((session) => [session.id, session]))
      const now = clock.now()
      return phones.flatMap((phone) => {
        const session = sessionById.get(phone.sessionId)
        // It ends at any moment, with its session.
        if (session === undefined) return []
        return {
          id: phone.id,
          label: phone.label,
          system: session.system,
          content: phone.content,
          createdAt: phone.createdAt.toISOString(),
          lastAcceptedAt: phone.lastAcceptedAt?.toISOString() ?? null,
          lastShownAt: phone.lastShownAt?.toISOString() ?? null,
          lastSeenAt: session.lastSeenAt,
          state: stateOf(phone, now),
          current: session.current,
        }
      })
    },

    /**
     * One phone for each session. Throws `push_service_not_allowed`, `push_subscriptions_limit_exceeded`, and `malformed_request` for
     * keys that are none.
     */
    async subscribe(
      actor: AccountActor,
      { endpoint, keys: of, label, content }: PushSubscribeRequest,
      origin: string,
    ): Promise<{ id: string }> {
      keysNow()
      const service = serviceNameOf(services, endpoint)
      if (service === null) throw new ApiError('push_service_not_allowed', { key: 'endpoint' })
      if (!isPoint(of.p256dh)) throw malformed('p256dh')
      if (Buffer.from(of.auth, 'base64url').length !== AUTH_BYTES) throw malformed('auth')
      const { accountId, sessionId } = actor
      const session = (await sessions.list(actor)).find(({ current }) => current)
      if (session === undefined) throw new ApiError('login_required')
      const endpointHash = createHash('sha256').update(endpoint).digest('base64url')
      const described = [session.browser, session.system].filter((part) => part !== null).join(', ')
      const clean = (label ?? '').replace(UNPRINTABLE, '').trim()
      const text = JSON.stringify({
        endpoint,
        keys: { p256dh: of.p256dh.replace(/=+$/, ''), auth: of.auth.replace(/=+$/, '') },
      })
      return database.db.transaction(async (queries) => {
        // Calls of one account are counted one after the other.
        await subscriptions.lockAccount(queries, accountId)
        const others = await subscriptions.countOthers(queries, { accountId, sessionId })
        if (others >= LIMITS.PUSH_SUBSCRIPTIONS_PER_ACCOUNT)
          throw new ApiError('push_subscriptions_limit_exceeded')
        const known = (await subscriptions.ofAccounts(queries, [accountId])).find(
          (phone) => phone.sessionId === sessionId,
        )
        const id = await subscriptions.put(queries, {
          accountId,
          sessionId,
          endpointHash,
          sealed: sealing.seal(text, endpointHash),
          service,
          origin,
          label: clean === '' ? (known?.label ?? described) : clean,
          content: content ?? known?.content ?? 'normal',
          createdAt: clock.now(),
        })
        return { id }
      })
    },

    async unsubscribe({ accountId, sessionId }: AccountActor, id: string | undefined): Promise<void> {
      keysNow()
      if (id === undefined) return subscriptions.deleteOfSession(sessionId)
      const isDeleted = UUID.test(id) && (await subscriptions.deleteOf(accountId, id))
      if (!isDeleted) throw new ApiError('resource_not_found', { key: 'id' })
    },

    /**
     * Returns the id of a notification, whose phones have the state of the push. Beyond the limit it is listed only. `chain` rehearses the
     * escalation: a must to all phones, whose steps are those of any other.
     */
    async test(actor: AccountActor, { id, chain = false }: PushTestRequest): Promise<{ id: string }> {
      keysNow()
      const { accountId } = actor
      const phone = chain && id === undefined ? null : await findPhone(actor, id)
      const { pushTestsByAccount, rehearsalsByAccount } = LIMIT_RULES
      const isSent = await isTaken([chain ? rehearsalsByAccount : pushTestsByAccount, accountId])
      const isRehearsal = chain && isSent
      const now = clock.now()
      const [made] = await database.db.transaction(async (queries) =>
        notify.publishNew(queries, {
          kind: 'test',
          key: `test:${randomUUID()}`,
          ownerId: accountId,
          deviceId: null,
          at: now,
          data: chain ? { words: 'test_chain', since: now.toISOString() } : { words: 'test' },
          readers: [accountId],
          isMailed: isRehearsal && (await isEscalationMailed(queries, accountId)),
          ...(isRehearsal ? { level: 'must' as const } : { phoneId: isSent ? (phone?.id ?? '') : '' }),
        }),
      )
      if (made === undefined) throw new ApiError('login_required')
      return { id: made.id }
    },

    /** What a phone did with a push. Whatever is sent is answered alike [PK30]. */
    async receipt(address: string, body: unknown): Promise<void> {
      const { data: sent } = pushReceiptSchema.safeParse(body)
      if (sent === undefined) return
      if (!(await isTaken([LIMIT_RULES.pushReceiptsByAddress, addressBlockOf(address)]))) return
      const now = clock.now()
      const receipt = { hash: hashSecretToken(sent.receipt), since: new Date(now.getTime() - RECEIPT_MS) }
      const push = await database.db.transaction(async (queries) => {
        const found = await store.confirm(queries, receipt, sent.what, now)
        if (found?.subscriptionId != null) await subscriptions.confirmed(queries, found.subscriptionId, now)
        return found
      })
      if (push !== null) changed(push.accountId)
    },
  }
}

export type PushServiceApi = ReturnType<typeof createPushService>
