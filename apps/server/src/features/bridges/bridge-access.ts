import { ecosystemOf } from '@senca/contract/bridge-matter'
import { BRIDGE_TOKEN_PREFIX } from '@senca/contract/bridges'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import { type BridgeActor, type CallScope, rightsEvents } from '#features/rights/index.ts'
import { roleStateOf } from '#features/roles/index.ts'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { type Bridge, bridgeActorOf, isTokenOf } from './bridge.ts'
import type { BridgeKinds } from './bridge-kinds.ts'
import { isBridgeToken } from './bridge-tokens.ts'
import type { BridgeStore } from './bridges.store.ts'
import { createProcessTokens } from './process-tokens.ts'
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
  kinds: BridgeKinds
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

/** The ecosystem for which the process of a Matter bridge acts, by the id of its maker. */
const viaOf = ({ bridgeKind }: BridgeActor, ecosystem: string | undefined): string | null =>
  bridgeKind === 'matter' && ecosystem !== undefined && /^\d{1,5}$/.test(ecosystem)
    ? ecosystemOf(Number(ecosystem))
    : null

interface Admission {
  /** A call of agents: tokens that a client got by consent are for these alone [BR43]. */
  isOfAgents?: boolean
  isAllowed?(actor: BridgeActor): boolean
  /** A call of the process of a Matter bridge. */
  isOfProcess?: boolean
  /** The vendor id of the ecosystem for which the process acts. */
  ecosystem?: string | undefined
}

/** Authenticates bridges by their tokens. */
export function createBridgeAccess(options: BridgeAccessOptions) {
  const { store, database, limits, kinds, pins, clock, failed } = options
  const cached = createTtlCache<{ bridge: Bridge; tokenHash: string }>({
    clock,
    keptMs: CACHED_MS,
    max: MAX_CACHED,
  })
  const cachedById = createTtlCache<Bridge>({
    clock,
    keptMs: CACHED_MS / 2,
    staleMs: CACHED_MS,
    max: MAX_CACHED,
  })
  const processTokens = createProcessTokens()
  let unfollow = () => {}
  let recordRefused: (bridge: BridgeActor, body: unknown) => Promise<void> = async () => {}

  const isValid = (bridge: Bridge, tokenHash: string): boolean =>
    isTokenOf(bridge, tokenHash, clock.now()) || processTokens.bridgeOf(tokenHash) === bridge.id

  const find = async (token: string): Promise<Bridge | null> => {
    const tokenHash = hashSecretToken(token)
    const found = cached.get(tokenHash)?.bridge ?? (await read(tokenHash))
    return found !== null && isValid(found, tokenHash) ? found : null
  }

  const read = async (tokenHash: string): Promise<Bridge | null> => {
    const [found] = await cached.read(
      async () => {
        const bridgeId = processTokens.bridgeOf(tokenHash)
        const bridge =
          bridgeId === null ? await store.findByToken(tokenHash, clock.now()) : await store.find(bridgeId)
        return bridge === null ? [] : [{ bridge, tokenHash }]
      },
      () => tokenHash,
    )
    return found?.bridge ?? null
  }

  /** The bridge of an actor. A change of it is dropped from the cache before anybody asks again. */
  const current = async ({ id }: BridgeActor): Promise<Bridge | null> => {
    const known = cachedById.get(id)
    if (known !== undefined) return known
    const reading = cachedById.read(
      async () => {
        const bridge = await store.find(id)
        return bridge === null ? [] : [bridge]
      },
      () => id,
    )
    const stale = cachedById.readStale(id)
    if (stale === undefined) return (await reading)[0] ?? null
    // It is for the next command: a bridge that goes on sending them waits for none.
    reading.catch(failed)
    return stale
  }
  const dropOf = (homes: readonly string[]) => {
    cached.drop(({ bridge }) => homes.includes(bridge.accountId))
    cachedById.drop(({ accountId }) => homes.includes(accountId))
  }

  const used = (bridge: Bridge, { address }: Caller) => {
    const now = clock.now()
    const before = bridge.lastUsedAt?.getTime() ?? 0
    if (Math.abs(now.getTime() - before) < WRITTEN_EVERY_MS) return
    // In the cached row, so that the calls until it is read again write nothing.
    bridge.lastUsedAt = now
    store.used(bridge, now, address).catch(failed)
  }

  /** The bridge of a token, whatever its scopes unless `isAllowed` says otherwise. Throws like `identify`. */
  const authenticate = async (
    token: string,
    caller: Caller,
    { isAllowed = () => true, isOfAgents = false, isOfProcess = false, ecosystem }: Admission = {},
  ): Promise<BridgeActor> => {
    if (!isBridgeToken(token)) throw new ApiError('api_token_invalid')
    const bridge = await find(token)
    const state = bridge === null ? 'expired' : roleStateOf(bridge, clock.now())
    if (bridge === null || state === 'expired') {
      await limits.take([LIMIT_RULES.bridgeFailuresByAddress, addressBlockOf(caller.address)])
      throw new ApiError('api_token_invalid')
    }
    if (bridge.client !== null && !isOfAgents) throw new ApiError('api_token_invalid')
    const known = bridgeActorOf(bridge, hashSecretToken(token), clock.now())
    const actor = { ...known, via: viaOf(known, ecosystem) }
    const isIn = isAllowed(actor)
    // The process of a paused bridge has to know that it is, and that it lives is no use of it.
    if (isOfProcess && isIn) return actor
    if (state !== 'active') throw new BridgeRefusal(actor, WHY_PAUSED[state])
    if (!isIn) throw new BridgeRefusal(actor)
    used(bridge, caller)
    return actor
  }

  return {
    /** Checks the PINs with which bridges unlock doors. */
    pins,
    /** What is different for each kind. */
    kinds,

    /** The tokens that this server issues to its own Matter process. */
    processTokens,

    isOfBridge: (token: string) => token.startsWith(BRIDGE_TOKEN_PREFIX),

    authenticate,

    /**
     * The bridge of a token for a call with this scope; null scope for a call that no bridge may reach. Throws `api_token_invalid`,
     * `too_many_requests`, and `insufficient_permission`, with key `frozen`, `windows` or `startsAt` while it is paused [BR5].
     */
    identify: (
      token: string,
      scope: CallScope | undefined,
      caller: Caller,
      ecosystem?: string,
    ): Promise<BridgeActor> =>
      authenticate(token, caller, {
        isAllowed: (actor) => scope !== undefined && actor.scopes.includes(scope),
        isOfProcess: scope === 'matter:node',
        ecosystem,
      }),

    /** Records the commands in the body of a call that `identify` refused [BR7]. */
    async refused(error: ApiError, body: unknown): Promise<void> {
      if (error instanceof BridgeRefusal) await recordRefused(error.bridge, body)
    },

    /** Sets how refused commands are recorded. It needs the devices, which need this feature. */
    recordRefusedBy(record: typeof recordRefused) {
      recordRefused = record
    },

    /** Called when bridges of an account have changed here, so that the change counts at once. */
    changed: dropOf,

    /** The bridge with what it is granted now: nothing after its end or that of its token, or while it is paused. */
    async renew(actor: BridgeActor): Promise<BridgeActor> {
      const now = clock.now()
      const bridge = await current(actor)
      if (bridge === null || !isValid(bridge, actor.tokenHash))
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

    /** The bridge with everything that it is granted, also while it is paused; null after its end. */
    async findAlive(id: string): Promise<{ bridge: Bridge; actor: BridgeActor; isPaused: boolean } | null> {
      const now = clock.now()
      const bridge = await store.find(id)
      const state = bridge === null ? 'expired' : roleStateOf(bridge, now)
      if (bridge === null || state === 'expired') return null
      return {
        bridge,
        actor: bridgeActorOf(bridge, bridge.tokenHash, now),
        isPaused: state !== 'active',
      }
    },

    /** Records commands that a bridge sent while it is paused. */
    recordPaused: (bridge: BridgeActor, commands: readonly object[]) => recordRefused(bridge, { commands }),

    bridgesOf: store.idsByDevice,

    async start() {
      unfollow = await rightsEvents.follow(database, dropOf, () => {
        cached.clear()
        cachedById.clear()
      })
    },
    stop: () => unfollow(),
  }
}

export type BridgeAccess = ReturnType<typeof createBridgeAccess>
