import type { BridgeScope } from '@senca/contract/bridges'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import { type BridgeActor, rightsEvents } from '#features/rights/index.ts'
import { roleStateOf } from '#features/roles/index.ts'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { type Bridge, bridgeActorOf } from './bridge.ts'
import { isBridgeToken } from './bridge-tokens.ts'
import type { BridgeStore } from './bridges.store.ts'
import type { UnlockPins } from './unlock-pins.ts'

/** What a bridge showed ends within a second over all instances [BR4]. */
const CACHED_MS = 500
const MAX_CACHED = 10_000
/** The time of the last use is written at most this often for each bridge. */
const WRITTEN_EVERY_MS = 60_000

interface BridgeAccessOptions {
  store: Pick<BridgeStore, 'find' | 'findByToken' | 'used'>
  database: Pick<Database, 'follow'>
  limits: LimitService
  pins: UnlockPins
  clock: Clock
  failed(error: unknown): void
}

const WHY_PAUSED = { paused: 'frozen', between_hours: 'windows', not_yet: 'startsAt' } as const

/** Authenticates bridges by their tokens. */
export function createBridgeAccess({ store, database, limits, pins, clock, failed }: BridgeAccessOptions) {
  const cached = createTtlCache<Bridge & { tokenHash: string }>({
    clock,
    keptMs: CACHED_MS,
    max: MAX_CACHED,
  })
  const usedAtById = new Map<string, number>()
  let unfollow = () => {}

  const find = async (token: string): Promise<Bridge | null> => {
    const tokenHash = hashSecretToken(token)
    const known = cached.get(tokenHash)
    if (known !== undefined) return known
    const [found] = await cached.read(
      async () => {
        const bridge = await store.findByToken(tokenHash, clock.now())
        return bridge === null ? [] : [{ ...bridge, tokenHash }]
      },
      () => tokenHash,
    )
    return found ?? null
  }

  const used = ({ id }: Bridge, { address }: Caller) => {
    const now = clock.now()
    const before = usedAtById.get(id)
    if (before !== undefined && Math.abs(now.getTime() - before) < WRITTEN_EVERY_MS) return
    usedAtById.set(id, now.getTime())
    store.used(id, now, address).catch(failed)
  }

  const findActive = async (id: string): Promise<Bridge | null> => {
    const bridge = await store.find(id)
    return bridge !== null && roleStateOf(bridge, clock.now()) === 'active' ? bridge : null
  }

  return {
    /** Checks the PINs with which bridges unlock doors. */
    pins,

    isBridgeToken: (token: string) => token.startsWith('senca_'),

    /**
     * The bridge of a token for a call with this scope; null scope for a call that no bridge may reach. Throws `api_token_invalid`,
     * `too_many_requests`, and `insufficient_permission`, with key `frozen`, `windows` or `startsAt` while it is paused [BR5].
     */
    async identify(token: string, scope: BridgeScope | undefined, caller: Caller): Promise<BridgeActor> {
      if (!isBridgeToken(token)) throw new ApiError('api_token_invalid')
      const bridge = await find(token)
      const state = bridge === null ? 'expired' : roleStateOf(bridge, clock.now())
      if (bridge === null || state === 'expired') {
        await limits.take([LIMIT_RULES.bridgeFailuresByAddress, addressBlockOf(caller.address)])
        throw new ApiError('api_token_invalid')
      }
      if (state !== 'active') throw new ApiError('insufficient_permission', { key: WHY_PAUSED[state] })
      if (scope === undefined || !bridge.scopes.includes(scope)) throw new ApiError('insufficient_permission')
      used(bridge, caller)
      return bridgeActorOf(bridge)
    },

    /** Called when bridges of an account have changed here, so that the change counts at once. */
    changed(homes: readonly string[]) {
      cached.drop(({ accountId }) => homes.includes(accountId))
    },

    /** The bridge with what it is granted now: nothing after its end or while it is paused. */
    async renew(actor: BridgeActor): Promise<BridgeActor> {
      const bridge = await findActive(actor.id)
      return bridge === null ? { ...actor, grants: new Map(), unlocks: new Map() } : bridgeActorOf(bridge)
    },

    /** The bridge with what it is granted now; null after its end and while it is paused. */
    async find(id: string): Promise<BridgeActor | null> {
      const bridge = await findActive(id)
      return bridge === null ? null : bridgeActorOf(bridge)
    },

    async start() {
      unfollow = await rightsEvents.follow(
        database,
        (homes) => cached.drop(({ accountId }) => homes.includes(accountId)),
        () => cached.clear(),
      )
    },
    stop: () => unfollow(),
  }
}

export type BridgeAccess = ReturnType<typeof createBridgeAccess>
