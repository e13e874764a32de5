import { BRIDGE_TOKEN_PREFIX, type BridgeScope } from '@senca/contract/bridges'
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
import { type Bridge, bridgeActorOf, isTokenOf } from './bridge.ts'
import { isBridgeToken } from './bridge-tokens.ts'
import type { BridgeStore } from './bridges.store.ts'
import type { UnlockPins } from './unlock-pins.ts'

/** What a bridge showed ends within a second over all instances [BR4]. */
const CACHED_MS = 500
const MAX_CACHED = 10_000
/** The time of the last use is written at most this often for each bridge. */
const WRITTEN_EVERY_MS = 60_000

interface BridgeAccessOptions {
  store: Pick<BridgeStore, 'find' | 'findByToken' | 'idsByDevice' | 'used'>
  database: Pick<Database, 'follow'>
  limits: LimitService
  pins: UnlockPins
  clock: Clock
  failed(error: unknown): void
}

/** A bridge that may not make a call now. */
class BridgeRefusal extends ApiError {
  readonly bridge: BridgeActor
  constructor(bridge: BridgeActor, key?: string) {
    super('insufficient_permission', key === undefined ? {} : { key })
    this.bridge = bridge
  }
}

/** The key of the refusal while a bridge is paused [BR5]. */
export const WHY_PAUSED = { paused: 'frozen', between_hours: 'windows', not_yet: 'startsAt' } as const

/** Authenticates bridges by their tokens. */
export function createBridgeAccess({ store, database, limits, pins, clock, failed }: BridgeAccessOptions) {
  const cached = createTtlCache<{ bridge: Bridge; tokenHash: string }>({
    clock,
    keptMs: CACHED_MS,
    max: MAX_CACHED,
  })
  let unfollow = () => {}
  let recordRefused: (bridge: BridgeActor, body: unknown) => Promise<void> = async () => {}

  const find = async (token: string): Promise<Bridge | null> => {
    const tokenHash = hashSecretToken(token)
    const known = cached.get(tokenHash)
    if (known !== undefined) return known.bridge
    const [found] = await cached.read(
      async () => {
        const bridge = await store.findByToken(tokenHash, clock.now())
        return bridge === null ? [] : [{ bridge, tokenHash }]
      },
      () => tokenHash,
    )
    return found?.bridge ?? null
  }

  const used = (bridge: Bridge, { address }: Caller) => {
    const now = clock.now()
    const before = bridge.lastUsedAt?.getTime() ?? 0
    if (Math.abs(now.getTime() - before) < WRITTEN_EVERY_MS) return
    // In the cached row, so that the calls until it is read again write nothing.
    bridge.lastUsedAt = now
    store.used(bridge, now, address).catch(failed)
  }

  /** The bridge of a token, whatever its scopes. Throws like `identify`. */
  const authenticate = async (
    token: string,
    caller: Caller,
    isAllowed: (actor: BridgeActor) => boolean = () => true,
  ): Promise<BridgeActor> => {
    if (!isBridgeToken(token)) throw new ApiError('api_token_invalid')
    const bridge = await find(token)
    const state = bridge === null ? 'expired' : roleStateOf(bridge, clock.now())
    if (bridge === null || state === 'expired') {
      await limits.take([LIMIT_RULES.bridgeFailuresByAddress, addressBlockOf(caller.address)])
      throw new ApiError('api_token_invalid')
    }
    const actor = bridgeActorOf(bridge, hashSecretToken(token), clock.now())
    if (state !== 'active') throw new BridgeRefusal(actor, WHY_PAUSED[state])
    if (!isAllowed(actor)) throw new BridgeRefusal(actor)
    used(bridge, caller)
    return actor
  }

  return {
    /** Checks the PINs with which bridges unlock doors. */
    pins,

    isOfBridge: (token: string) => token.startsWith(BRIDGE_TOKEN_PREFIX),

    authenticate,

    /**
     * The bridge of a token for a call with this scope; null scope for a call that no bridge may reach. Throws `api_token_invalid`,
     * `too_many_requests`, and `insufficient_permission`, with key `frozen`, `windows` or `startsAt` while it is paused [BR5].
     */
    identify: (token: string, scope: BridgeScope | undefined, caller: Caller): Promise<BridgeActor> =>
      authenticate(token, caller, (actor) => scope !== undefined && actor.scopes.includes(scope)),

    /** Records the commands in the body of a call that `identify` refused [BR7]. */
    async refused(error: ApiError, body: unknown): Promise<void> {
      if (error instanceof BridgeRefusal) await recordRefused(error.bridge, body)
    },

    /** Sets how refused commands are recorded. It needs the devices, which need this feature. */
    recordRefusedBy(record: typeof recordRefused) {
      recordRefused = record
    },

    /** Called when bridges of an account have changed here, so that the change counts at once. */
    changed(homes: readonly string[]) {
      cached.drop(({ bridge }) => homes.includes(bridge.accountId))
    },

    /** The bridge with what it is granted now: nothing after its end or that of its token, or while it is paused. */
    async renew(actor: BridgeActor): Promise<BridgeActor> {
      const now = clock.now()
      const bridge = await store.find(actor.id)
      if (bridge === null || !isTokenOf(bridge, actor.tokenHash, now))
        return { ...actor, grants: new Map(), unlocks: new Map(), changesAt: null }
      const renewed = { ...bridgeActorOf(bridge, actor.tokenHash, now), via: actor.via }
      const isActive = roleStateOf(bridge, now) === 'active'
      return isActive ? renewed : { ...renewed, grants: new Map(), unlocks: new Map() }
    },

    /** The bridge with what it is granted now; null after its end and while it is paused. */
    async find(id: string): Promise<BridgeActor | null> {
      const now = clock.now()
      const bridge = await store.find(id)
      const isActive = bridge !== null && roleStateOf(bridge, now) === 'active'
      return isActive ? bridgeActorOf(bridge, bridge.tokenHash, now) : null
    },

    bridgesOf: store.idsByDevice,

    async start() {
      unfollow = await rightsEvents.follow(
        database,
        (homes) => cached.drop(({ bridge }) => homes.includes(bridge.accountId)),
        () => cached.clear(),
      )
    },
    stop: () => unfollow(),
  }
}

export type BridgeAccess = ReturnType<typeof createBridgeAccess>
