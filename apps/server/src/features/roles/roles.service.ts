import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import type {
  ReceivedRole,
  RoleCreateRequest,
  RoleUpdateRequest,
  Role as ShownRole,
} from '@senca/contract/people'
import * as z from 'zod/mini'
import { type AccountService, emailKeyOf } from '#features/accounts/index.ts'
import type { Device, DeviceService } from '#features/devices/index.ts'
import type { AccountActor, RightsIndex } from '#features/rights/index.ts'
import { type Prove, proveForDoor, type ShownProof } from '#features/second-factor/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { type Database, isForeignKeyViolation, type Queries } from '#platform/postgres/database.ts'
import type { Addresses } from './addresses.ts'
import { type Role, type RoleTerms, roleStateOf } from './role.ts'
import type { RoleEnds } from './role-ends.ts'
import type { RoleMails } from './role-mails.ts'
import { changedTerms, doorSharedMore, faultOfTerms, newTerms, type TermsChange } from './role-terms.ts'
import type { RoleStore } from './roles.store.ts'

const DAY_MS = 86_400_000
/** How often a change is retried after a conflict with a change on another instance. */
const ATTEMPTS = 10

interface RoleServiceOptions {
  store: RoleStore
  ends: RoleEnds
  database: Pick<Database, 'db'>
  accounts: Pick<AccountService, 'profile'>
  addresses: Addresses
  devices: Pick<DeviceService, 'findAll' | 'holdOwned'>
  rights: Pick<RightsIndex, 'changed'>
  prove: Prove
  clock: Clock
  mails: RoleMails
  /** Resolves when the recorded uses of roles have been written. */
  settleUses(): Promise<void>
  /**
   * Called when a role with the maintain permission has changed or ended, so that the owner sees who maintains the devices now.
   */
  maintained(role: Role): void
}

type NewRole = Omit<RoleCreateRequest, 'password'>
type Changes = Omit<RoleUpdateRequest, 'password'>

const idSchema = z.uuid()
const notFound = () => new ApiError('resource_not_found', { key: 'id' })

const sharedOf = (role: Role, now: Date) => ({
  id: role.id,
  name: role.name,
  permissions: role.permissions,
  devices: role.deviceIds,
  validAfter: role.validAfter?.toISOString() ?? null,
  validBefore: role.validBefore?.toISOString() ?? null,
  ...(role.windows === null ? {} : { windows: role.windows }),
  ...(role.timeZone === null ? {} : { timeZone: role.timeZone }),
  state: roleStateOf(role, now),
})

const shownOf = (role: Role, now: Date): ShownRole => ({
  ...sharedOf(role, now),
  users: role.users.map(({ email, since, lastUsedAt }) => ({
    email,
    since: since.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  })),
})

const idsOf = (users: Role['users']) => users.map(({ accountId }) => accountId)

/** Whether a role shares something else than before; the name does not matter. */
const isOther = (before: RoleTerms, after: RoleTerms): boolean => {
  const shared = ({ permissions, deviceIds, validAfter, validBefore, windows, timeZone }: RoleTerms) =>
    JSON.stringify([permissions, deviceIds, validAfter, validBefore, windows, timeZone])
  return shared(before) !== shared(after)
}

/** Whether a role with these terms has expired. */
const isOver = ({ validBefore }: Pick<RoleTerms, 'validBefore'>, now: Date): boolean =>
  validBefore !== null && validBefore <= now

/** Removes duplicate addresses; case is ignored. */
const distinct = (addresses: readonly string[]): string[] => [
  ...new Map(addresses.map((address) => [emailKeyOf(address), address.trim()])).values(),
]

/** Roles: sharing devices with known accounts, for longer than links do. */
export function createRoleService(options: RoleServiceOptions) {
  const { store, ends, database, accounts, addresses, devices, rights, prove, clock } = options
  const { mails, settleUses, maintained } = options

  const assertConfirmed = async (actor: AccountActor) => {
    const { confirmed } = await accounts.profile(actor)
    if (!confirmed) throw new ApiError('account_confirmation_required')
  }

  const findOwn = async ({ accountId }: AccountActor, id: string): Promise<Role> => {
    const role = idSchema.safeParse(id).success ? await store.find(id) : null
    if (role === null || role.accountId !== accountId) throw notFound()
    return role
  }

  /**
   * Checks the terms and the devices that are added, and returns these devices. Throws `malformed_request` with `key`,
   * `device_not_exist`, `insufficient_permission`, `device_busy`.
   */
  const assertGood = async (
    actor: AccountActor,
    terms: RoleTerms,
    change: TermsChange,
    added: readonly string[],
  ): Promise<Device[]> => {
    const found = [...(await devices.findAll(actor, 'own', added))].map(([deviceId, result]) => {
      if (!result.ok) throw new ApiError(result.error, { deviceId })
      return result.device
    })
    const fault = faultOfTerms(terms, change, clock.now())
    if (fault !== null) throw new ApiError('malformed_request', { key: fault })
    return found
  }

  /**
   * The devices that a role keeps; null if one of them has left it. A device that is being removed does not prevent a change, so
   * that its permissions can be revoked.
   */
  const findKept = async (actor: AccountActor, ids: readonly string[]): Promise<Device[] | null> => {
    const found = [...(await devices.findAll(actor, 'view', ids)).values()]
    const own = found.flatMap((one) => (one.ok && one.device.ownerId === actor.accountId ? [one.device] : []))
    return own.length === found.length ? own : null
  }

  /** Returns the ids of the accounts that will have the role. `known` already have it. Throws if an account cannot have it. */
  const readUsers = async (
    actor: AccountActor,
    asked: readonly string[] | undefined,
    known: Role['users'],
  ): Promise<string[]> => {
    if (asked === undefined) return idsOf(known)
    const named = distinct(asked)
    if (named.length > LIMITS.ROLE_USERS) throw new ApiError('role_users_limit_exceeded', { key: 'users' })
    const knownByKey = new Map(known.map((user) => [emailKeyOf(user.email), user.accountId]))
    const strangers = named.filter((email) => !knownByKey.has(emailKeyOf(email)))
    const found = await addresses.find(actor, strangers, 'users')
    const idByKey = new Map(
      strangers.map((email, place) => [emailKeyOf(email), found[place]?.id ?? ''] as const),
    )
    return named.map((email) => knownByKey.get(emailKeyOf(email)) ?? idByKey.get(emailKeyOf(email)) ?? '')
  }

  /** Throws `role_already_exists`, `roles_limit_exceeded`. */
  const assertRoom = async (
    queries: Queries,
    { accountId }: AccountActor,
    role: { id: string; name: string; isNew: boolean },
  ) => {
    const { count, isNameTaken } = await store.check(queries, accountId, role)
    if (isNameTaken) throw new ApiError('role_already_exists', { key: 'name' })
    if (role.isNew && count >= LIMITS.ROLES_PER_ACCOUNT) throw new ApiError('roles_limit_exceeded')
  }

  /** Runs a transaction. If the account of a user was deleted in the meantime, changes nothing and returns null. */
  const commit = async <T>(work: (queries: Queries) => Promise<T>): Promise<T | null> => {
    try {
      return await database.db.transaction(work)
    } catch (error) {
      if (isForeignKeyViolation(error)) return null
      throw error
    }
  }

  const changeOnce = async (actor: AccountActor, request: Changes, shown: ShownProof) => {
    const { id, users, ...change } = request
    const before = await findOwn(actor, id)
    const terms = changedTerms(before, change)
    const isKept = (deviceId: string) => before.deviceIds.includes(deviceId)
    const kept = await findKept(actor, terms.deviceIds.filter(isKept))
    if (kept === null) return null
    const added = terms.deviceIds.filter((deviceId) => !isKept(deviceId))
    const found = [...kept, ...(await assertGood(actor, terms, change, added))]
    // Checked before any address is looked up, so that a call with a name in use reveals no accounts.
    const renamed = terms.name === before.name ? null : { id, name: terms.name, isNew: false }
    if (renamed !== null) await database.db.transaction((queries) => assertRoom(queries, actor, renamed))
    const userIds = await readUsers(actor, users, before.users)
    const door = doorSharedMore({ ...before, userIds: idsOf(before.users) }, { ...terms, userIds }, found)
    if (door !== null) await proveForDoor(prove, actor, shown, door)
    const now = clock.now()
    const [wasOver, isOverNow] = [isOver(before, now), isOver(terms, now)]
    const isChanged = await commit(async (queries) => {
      if (!(await devices.holdOwned(queries, actor.accountId, terms.deviceIds))) return false
      if (renamed !== null) await assertRoom(queries, actor, renamed)
      if (!(await store.update(queries, before, terms, { now, isOver: isOverNow }))) return false
      await store.setUsers(queries, id, userIds, { since: now, isAnew: wasOver && !isOverNow })
      await ends.changed(queries, before, terms, userIds)
      return true
    })
    return isChanged === true ? { before, terms, userIds, wasOver, isOverNow } : null
  }

  const shown = async (actor: AccountActor, id: string): Promise<ShownRole> =>
    shownOf(await findOwn(actor, id), clock.now())

  return {
    /**
     * Throws `account_confirmation_required`, `malformed_request` with `key`, `device_not_exist`, `insufficient_permission`,
     * `role_already_exists`, `roles_limit_exceeded`, `role_users_limit_exceeded`, `account_not_found` and
     * `other_account_confirmation_required` with the address, `too_many_requests`. For a door that requires a PIN or passkey also
     * `data_missing` with key `password`, and the errors of a failed proof.
     */
    async create(
      actor: AccountActor,
      { users = [], ...request }: NewRole,
      proof: ShownProof,
    ): Promise<ShownRole> {
      await assertConfirmed(actor)
      const terms = newTerms(request)
      const found = await assertGood(actor, terms, request, terms.deviceIds)
      const id = randomUUID()
      const role = { id, name: terms.name, isNew: true }
      await database.db.transaction((queries) => assertRoom(queries, actor, role))
      const userIds = await readUsers(actor, users, [])
      const door = doorSharedMore(null, { ...terms, userIds }, found)
      if (door !== null) await proveForDoor(prove, actor, proof, door)
      const { accountId } = actor
      const now = clock.now()
      const isMade = await commit(async (queries) => {
        if (!(await devices.holdOwned(queries, accountId, terms.deviceIds)))
          throw new ApiError('device_not_exist')
        await assertRoom(queries, actor, role)
        await store.insert(queries, { id, accountId, createdAt: now }, terms)
        await store.setUsers(queries, id, userIds, { since: now, isAnew: false })
        await ends.given(queries, { accountId }, userIds)
        return true
      })
      if (isMade === null) throw new ApiError('account_not_found', { key: 'users' })
      ends.scheduleNext()
      await rights.changed([accountId, ...userIds])
      await mails.notify('given', { accountId, ...terms }, userIds)
      return shown(actor, id)
    },

    /** Changes the given properties. Throws like `create`, and `resource_not_found`. */
    async update(actor: AccountActor, request: Changes, proof: ShownProof): Promise<ShownRole> {
      await assertConfirmed(actor)
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const changed = await changeOnce(actor, request, proof)
        if (changed === null) continue
        const { before, terms, userIds, wasOver, isOverNow } = changed
        const beforeIds = idsOf(before.users)
        ends.scheduleNext()
        await rights.changed([...new Set([actor.accountId, ...beforeIds, ...userIds])])
        maintained(before)
        const notified = { accountId: actor.accountId, ...terms }
        // The users of an expired role were notified that it has ended. If it becomes valid again, they are notified again.
        const isGiven = (id: string) => wasOver || !beforeIds.includes(id)
        if (!isOverNow) await mails.notify('given', notified, userIds.filter(isGiven))
        if (!isOverNow && isOther(before, terms))
          await mails.notify(
            'changed',
            notified,
            userIds.filter((id) => !isGiven(id)),
          )
        if (!wasOver)
          await mails.notify(
            'ended',
            before,
            beforeIds.filter((id) => !userIds.includes(id)),
          )
        return shown(actor, request.id)
      }
      throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
    },

    /** Throws `account_confirmation_required`, `resource_not_found`. */
    async delete(actor: AccountActor, id: string): Promise<void> {
      await assertConfirmed(actor)
      const role = await findOwn(actor, id)
      const receivers = await database.db.transaction(async (queries) => {
        if (!(await store.end(queries, actor.accountId, id, clock.now()))) throw notFound()
        // Read after the role is locked, so nobody changes it any more.
        const users = await store.usersOf(queries, id)
        await ends.ended(queries, { ...role, users })
        return idsOf(users)
      })
      await rights.changed([actor.accountId, ...receivers])
      maintained(role)
      if (!isOver(role, clock.now())) await mails.notify('ended', role, receivers)
    },

    /** For the receiver of a role. Throws `account_confirmation_required`, `resource_not_found`. */
    async leave(actor: AccountActor, id: string): Promise<void> {
      await assertConfirmed(actor)
      const role = idSchema.safeParse(id).success ? await store.find(id) : null
      if (role === null) throw notFound()
      await database.db.transaction(async (queries) => {
        if (!(await store.leave(queries, id, actor.accountId))) throw notFound()
        await ends.left(queries, role, actor.accountId)
      })
      await rights.changed([role.accountId, actor.accountId])
      maintained(role)
    },

    /** The roles that the actor gave, in order of creation. Throws `account_confirmation_required`. */
    async list(actor: AccountActor): Promise<ShownRole[]> {
      await assertConfirmed(actor)
      await settleUses()
      return (await store.listGiven(actor.accountId)).map((role) => shownOf(role, clock.now()))
    },

    /** The roles that the actor received, expired ones for 30 days. Throws `account_confirmation_required`. */
    async received(actor: AccountActor): Promise<ReceivedRole[]> {
      await assertConfirmed(actor)
      const now = clock.now()
      const longAgo = new Date(now.getTime() - LIMITS.ROLE_ENDED_SHOWN_DAYS * DAY_MS)
      const all = await store.listReceived(actor.accountId)
      return all
        .filter(({ validBefore }) => validBefore === null || validBefore > longAgo)
        .map((role) => ({ ...sharedOf(role, now), owner: role.ownerEmail }))
    },
  }
}

export type RoleService = ReturnType<typeof createRoleService>
