import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import type { SecurityEventKind } from '@senca/contract/account'
import { MATTER_BRIDGES } from '@senca/contract/bridge-matter'
import type {
  BridgeClient,
  BridgeCreateRequest,
  BridgeKind,
  BridgePart,
  BridgeUpdateRequest,
  CreatedBridge,
  Bridge as ShownBridge,
} from '@senca/contract/bridges'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { BridgeNews } from '#features/confirmations/index.ts'
import type { Device, DeviceService, Shadows } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { roleStateOf } from '#features/roles/index.ts'
import { type Prove, proveForDoor, type ShownProof } from '#features/second-factor/index.ts'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Bridge, BridgeTerms, GrantedDevice } from './bridge.ts'
import { bridgeChange } from './bridge-change.ts'
import type { BridgeKinds, BridgeSecret } from './bridge-kinds.ts'
import { type BridgeChange, changedTerms, doorAdded, faultOfTerms, newTerms } from './bridge-terms.ts'
import { createBridgeToken } from './bridge-tokens.ts'
import type { BridgeStore } from './bridges.store.ts'

/** How often a change is retried after a conflict with a change on another instance. */
const ATTEMPTS = 10
const ONLINE_MS = 5 * 60_000
const TOKEN_END = -4

interface BridgeServiceOptions {
  store: BridgeStore
  kinds: BridgeKinds
  database: Pick<Database, 'db'>
  accounts: Pick<AccountService, 'profile'>
  devices: Pick<DeviceService, 'findAll' | 'holdOwned'>
  shadows: Pick<Shadows, 'get'>
  /** Called after a commit, with the devices that came or went. */
  changed(actor: Pick<AccountActor, 'accountId'>, deviceIds: readonly string[]): Promise<void>
  prove: Prove
  notify: Pick<Notify, 'publish'>
  recordSecurityEvent: Activity['recordSecurityEvent']
  clock: Clock
}

const TRAIL = {
  made: 'bridge_created',
  changed: 'bridge_changed',
  renewed: 'bridge_secret_replaced',
} as const satisfies Partial<Record<BridgeNews['change'], SecurityEventKind>>

const idSchema = z.uuid()
const notFound = () => new ApiError('resource_not_found', { key: 'id' })

const grantOf = ({ permissions, grant: { channels, actions, limits } }: GrantedDevice) => ({
  permissions,
  ...(channels === null ? {} : { channels }),
  ...(actions === null ? {} : { actions: [...actions] }),
  ...(limits === null ? {} : { limits }),
})

const connectionOf = ({ lastUsedAt }: Bridge, now: Date) => {
  if (lastUsedAt === null) return 'waiting'
  return now.getTime() - lastUsedAt.getTime() < ONLINE_MS ? 'online' : 'offline'
}

const shownOf = (bridge: Bridge, now: Date): ShownBridge => ({
  id: bridge.id,
  name: bridge.name,
  kind: bridge.kind,
  state: roleStateOf(bridge, now),
  scopes: bridge.scopes,
  validAfter: bridge.validAfter?.toISOString() ?? null,
  validBefore: bridge.validBefore?.toISOString() ?? null,
  ...(bridge.windows === null ? {} : { windows: bridge.windows }),
  ...(bridge.timeZone === null ? {} : { timeZone: bridge.timeZone }),
  grants: Object.fromEntries(bridge.devices.map((device) => [device.deviceId, grantOf(device)])),
  unlocks: Object.fromEntries(bridge.unlocks),
  connection: connectionOf(bridge, now),
  problem: null,
  createdAt: bridge.createdAt.toISOString(),
  lastUsedAt: bridge.lastUsedAt?.toISOString() ?? null,
  secretEnd: bridge.tokenEnd,
  lastAddress: bridge.lastAddress,
  ...(bridge.client === null ? {} : { client: bridge.client }),
})

const newToken = () => {
  const token = createBridgeToken()
  return { token, hashed: { tokenHash: hashSecretToken(token), tokenEnd: token.slice(TOKEN_END) } }
}

/** The terms alone, in the order of `changedTerms`. */
const termsOf = ({
  name,
  scopes,
  validAfter,
  validBefore,
  windows,
  timeZone,
  devices,
}: Bridge): BridgeTerms => ({
  name,
  scopes,
  validAfter,
  validBefore,
  windows,
  timeZone,
  devices,
})

const idsOf = ({ devices }: Pick<BridgeTerms, 'devices'>) => devices.map(({ deviceId }) => deviceId)

/** What the makers of bridges do with them [BR2]. */
export function createBridgeService(options: BridgeServiceOptions) {
  const { store, kinds, database, accounts, devices, shadows, changed, prove, notify, clock } = options

  /** Writes to the security trail what was done, after the commit that posts the e-mail about it. */
  const recordDone = (
    { accountId }: AccountActor,
    change: keyof typeof TRAIL,
    detail: string,
    caller: Caller,
  ): Promise<void> => options.recordSecurityEvent({ accountId, kind: TRAIL[change], detail, caller })

  /** A bridge as its maker sees it now, with what its kind knows. */
  const show = async (bridge: Bridge): Promise<ShownBridge> => {
    const shown = shownOf(bridge, clock.now())
    const ofKind = await kinds.of(bridge.kind)?.shown(bridge)
    if (ofKind === undefined) return shown
    return { ...shown, ...ofKind, lastUsedAt: ofKind.lastUsedAt?.toISOString() ?? null }
  }

  const assertConfirmed = async (actor: AccountActor) => {
    const { confirmed } = await accounts.profile(actor)
    if (!confirmed) throw new ApiError('account_confirmation_required')
  }

  const findOwn = async ({ accountId }: AccountActor, id: string): Promise<Bridge> => {
    const bridge = idSchema.safeParse(id).success ? await store.find(id) : null
    if (bridge === null || bridge.accountId !== accountId) throw notFound()
    return bridge
  }

  /** Checks the terms and returns the devices that are its maker's own [BR3]. */
  const assertGood = async (
    actor: AccountActor,
    terms: BridgeTerms,
    change: BridgeChange,
  ): Promise<Device[]> => {
    if (terms.devices.length > LIMITS.BRIDGE_DEVICES)
      throw new ApiError('bridge_devices_limit_exceeded', { key: 'grants' })
    const asked = change.grants === undefined ? [] : idsOf(terms)
    const found = [...(await devices.findAll(actor, 'own', asked))].map(([deviceId, result]) => {
      if (!result.ok) throw new ApiError(result.error, { deviceId })
      return result.device
    })
    const fault = faultOfTerms(terms, change, { found, shadows, now: clock.now() })
    if (fault !== null) throw new ApiError('malformed_request', { key: fault })
    return found
  }

  /** Throws `bridge_already_exists`, `bridges_limit_exceeded`. */
  const assertRoom = async (
    queries: Queries,
    { accountId }: AccountActor,
    bridge: { id: string; name: string; kind: BridgeKind; isNew: boolean },
  ) => {
    const { count, matterCount, isNameTaken } = await store.check(queries, accountId, bridge)
    if (isNameTaken) throw new ApiError('bridge_already_exists', { key: 'name' })
    if (!bridge.isNew) return
    const isFull = bridge.kind === 'matter' && matterCount >= MATTER_BRIDGES
    if (isFull || count >= LIMITS.BRIDGES_PER_ACCOUNT) throw new ApiError('bridges_limit_exceeded')
  }

  const holdDevices = async (queries: Queries, { accountId }: AccountActor, terms: BridgeTerms) => {
    if (!(await devices.holdOwned(queries, accountId, idsOf(terms)))) throw new ApiError('device_not_exist')
  }

  /** Returns whether terms changed and the devices that came, stay or went; null after a conflict with another change. */
  const changeOnce = async (
    actor: AccountActor,
    { id, password: _checked, ...change }: BridgeUpdateRequest,
    assertProven: (door: string) => Promise<void>,
  ): Promise<{ isNew: boolean; name: string; deviceIds: string[] } | null> => {
    const before = await findOwn(actor, id)
    const { kind } = before
    const terms = changedTerms(before, change, { kind, now: clock.now() })
    const found = await assertGood(actor, terms, change)
    const door = doorAdded(before, terms, found)
    if (door !== null) await assertProven(door)
    return database.db.transaction(async (transaction) => {
      if (change.grants !== undefined) await holdDevices(transaction, actor, terms)
      await assertRoom(transaction, actor, { id, name: terms.name, kind, isNew: false })
      if (!(await store.update(transaction, before, terms, clock.now()))) return null
      await kinds.of(kind)?.changed(transaction, { ...before, ...terms })
      const isNew = JSON.stringify(terms) !== JSON.stringify(termsOf(before))
      if (isNew)
        await notify.publish(
          transaction,
          bridgeChange(actor.accountId, { change: 'changed', name: terms.name }, clock.now()),
        )
      return { isNew, name: terms.name, deviceIds: [...new Set([...idsOf(before), ...idsOf(terms)])] }
    })
  }

  return {
    /** One of the actor's own. Throws `account_confirmation_required`, `resource_not_found`. */
    async find(actor: AccountActor, id: string): Promise<Bridge> {
      await assertConfirmed(actor)
      return findOwn(actor, id)
    },

    /** A bridge as its maker sees it now. Throws `resource_not_found`. */
    async show(actor: AccountActor, id: string): Promise<ShownBridge> {
      return show(await findOwn(actor, id))
    },

    /** What the ecosystem of a bridge is shown now. Throws `account_confirmation_required`, `resource_not_found`. */
    async parts(actor: AccountActor, id: string): Promise<BridgePart[]> {
      await assertConfirmed(actor)
      const bridge = await findOwn(actor, id)
      return (await kinds.of(bridge.kind)?.parts(bridge)) ?? []
    },

    /** The bridges of the actor, in order of creation; never a secret. Throws `account_confirmation_required`. */
    async list(actor: AccountActor): Promise<ShownBridge[]> {
      await assertConfirmed(actor)
      return Promise.all((await store.list(actor.accountId)).map(show))
    },

    /**
     * Throws `account_confirmation_required`, `malformed_request` with `key`, `device_not_exist`, `insufficient_permission`,
     * `device_busy`, `bridge_already_exists`, `bridges_limit_exceeded`, `bridge_devices_limit_exceeded`, and `bridge_unavailable` if
     * the port of a Matter bridge is taken. For commands of a door that
     * requires a PIN or passkey also `data_missing` with key `password`, and the errors of a failed proof. A bridge for a client gets its
     * tokens later; `letIn` is called in the transaction that makes it.
     */
    async create(
      actor: AccountActor,
      request: Omit<BridgeCreateRequest, 'password'>,
      shown: ShownProof,
      letIn?: { client: BridgeClient; letIn(queries: Queries, id: string): Promise<void> },
    ): Promise<CreatedBridge> {
      await assertConfirmed(actor)
      const now = clock.now()
      const terms = newTerms(request, now)
      const { kind, options: ofKind, ...change } = request
      const rules = kinds.of(kind)
      if (rules === undefined && ofKind !== undefined)
        throw new ApiError('malformed_request', { key: 'options' })
      const found = await assertGood(actor, terms, change)
      await rules?.check(actor, ofKind ?? {})
      const door = doorAdded(null, terms, found)
      if (door !== null) await proveForDoor(prove, actor, shown, door)
      const { token, hashed } = newToken()
      const { accountId } = actor
      const id = randomUUID()
      let secret: BridgeSecret | undefined = letIn === undefined ? token : undefined
      const ofClient = { client: letIn?.client ?? null, tokenUntil: letIn === undefined ? null : now }
      await database.db.transaction(async (transaction) => {
        await holdDevices(transaction, actor, terms)
        await assertRoom(transaction, actor, { id, name: terms.name, kind, isNew: true })
        await store.insert(
          transaction,
          { id, accountId, kind, createdAt: now, ...ofClient, ...hashed },
          terms,
        )
        await letIn?.letIn(transaction, id)
        if (rules !== undefined) {
          const made = await store.findIn(transaction, id)
          secret =
            made === null ? undefined : await rules.made(transaction, made, { options: ofKind ?? {}, token })
        }
        await notify.publish(
          transaction,
          bridgeChange(accountId, { change: 'made', name: terms.name }, clock.now()),
        )
      })
      await recordDone(actor, 'made', terms.name, shown.caller)
      await changed(actor, idsOf(terms))
      return { ...(await show(await findOwn(actor, id))), ...(secret === undefined ? {} : { secret }) }
    },

    /** Changes the given properties. Throws like `create`, and `resource_not_found`. */
    async update(actor: AccountActor, request: BridgeUpdateRequest, shown: ShownProof): Promise<ShownBridge> {
      await assertConfirmed(actor)
      let isProven = false
      const assertProven = async (door: string) => {
        if (!isProven) await proveForDoor(prove, actor, shown, door)
        isProven = true
      }
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const done = await changeOnce(actor, request, assertProven)
        if (done === null) continue
        if (done.isNew) await recordDone(actor, 'changed', done.name, shown.caller)
        await changed(actor, done.deviceIds)
        return show(await findOwn(actor, request.id))
      }
      throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
    },

    /** Throws `account_confirmation_required`, `resource_not_found`. */
    async delete(actor: AccountActor, id: string): Promise<void> {
      await assertConfirmed(actor)
      const bridge = await findOwn(actor, id)
      const isDeleted = await database.db.transaction(async (transaction) => {
        await kinds.of(bridge.kind)?.deleting(transaction, bridge)
        return store.delete(transaction, actor.accountId, id)
      })
      if (!isDeleted) throw notFound()
      await changed(actor, idsOf(bridge))
    },

    /**
     * Ends the bridge of a client, by what the client did. If `reusedBy` has used a token a second time, others have its tokens, and
     * its maker is notified and finds it in the security trail.
     */
    async end({ id, accountId, name, ...bridge }: Bridge, reusedBy: Caller | null): Promise<void> {
      const isDeleted = await database.db.transaction(async (transaction) => {
        if (!(await store.delete(transaction, accountId, id))) return false
        if (reusedBy !== null) {
          const event = { accountId, kind: 'bridge_token_reused', detail: name, caller: reusedBy } as const
          await options.recordSecurityEvent(event, transaction)
          await notify.publish(transaction, bridgeChange(accountId, { change: 'reused', name }, clock.now()))
        }
        return true
      })
      if (isDeleted) await changed({ accountId }, idsOf(bridge))
    },

    /**
     * A new token; the one before works on for so many seconds. Throws `account_confirmation_required`, `resource_not_found`, and
     * `bridge_unavailable` for that of a client, which renews its tokens itself.
     */
    async renewSecret(
      actor: AccountActor,
      { id, keepOldFor }: { id: string; keepOldFor: number },
      caller: Caller,
    ): Promise<{ secret: BridgeSecret }> {
      await assertConfirmed(actor)
      const bridge = await findOwn(actor, id)
      if (bridge.client !== null) throw new ApiError('bridge_unavailable', { key: 'id' })
      const { accountId, name, kind } = bridge
      const { token, hashed } = newToken()
      let secret: BridgeSecret = token
      const oldUntil = keepOldFor === 0 ? null : new Date(clock.now().getTime() + keepOldFor * 1_000)
      const isRenewed = await database.db.transaction(async (transaction) => {
        if (!(await store.renew(transaction, { accountId, id }, hashed, oldUntil))) return false
        secret = (await kinds.of(kind)?.renewed(transaction, bridge, { oldUntil, token })) ?? token
        await notify.publish(transaction, bridgeChange(accountId, { change: 'renewed', name }, clock.now()))
        return true
      })
      if (!isRenewed) throw notFound()
      await recordDone(actor, 'renewed', name, caller)
      await changed(actor, [])
      return { secret }
    },
  }
}

export type BridgeService = ReturnType<typeof createBridgeService>
