import { type CommandResult, type DeviceInfo, deviceIdSchema } from '@senca/contract'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import { DriverError } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import { type AccountActor, type Actor, can, type RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { deviceInfoOf, type Surroundings } from './device-info.ts'
import { hashClaimCode } from './registry/claim-code.ts'
import type { Claimed } from './registry/claiming.ts'
import type { DeviceDriver } from './registry/device-driver.ts'
import type { Device } from './registry/device-row.ts'
import type { DeviceStore } from './registry/devices.store.ts'
import type { Endpoints } from './registry/endpoints.ts'
import { createFindDevices, type Found } from './registry/find-devices.ts'
import type { DeviceRemoval } from './removal.ts'
import type { Shadow } from './shadow/shadow.ts'
import type { Shadows } from './shadow/shadows.ts'

/** What a device's info says of its safety. */
export type SafetyOf = (
  device: Device,
  shadow: Shadow,
) => Pick<DeviceInfo, 'safety' | 'weatherAutomatic' | 'weatherAutomaticUntil'>

interface DeviceServiceOptions {
  store: DeviceStore
  /** Devices by their ids, with their shadows; the second as they were a second ago at most. */
  lookUp: DeviceStore['findMany']
  lookUpRecent: DeviceStore['findMany']
  shadows: Shadows
  driver: DeviceDriver
  endpoints: Pick<Endpoints, 'versionOf'>
  removal: DeviceRemoval
  rights: RightsIndex
  activity: Pick<Activity, 'record'>
  clock: Clock
  /** Who maintains devices is asked of `ownIds` alone, where it is known that their owner asks. */
  surroundingsOf(deviceIds: readonly string[], ownIds?: readonly string[]): Promise<Surroundings>
  /** What keeps a device safe now. */
  safetyOf: SafetyOf
  /** Called when a removal was cancelled: what the device did meanwhile has not been published. */
  updated(deviceId: string): void
  /** A device could not be told that it has a home. */
  failed(error: unknown, deviceId: string): void
  /** Something on our side kept a device from being deleted. */
  deleteFailed(error: unknown, deviceId: string): void
}

const OF_GUESTS: Surroundings = { roomOf: () => null, maintenanceOf: () => null }

type Lent = ReadonlyMap<string, Date>

/** What was made of the devices of roles, by those of the first: with many large roles it takes as long as reading the devices. */
const idsByRoles = new WeakMap<Lent, { roles: readonly Lent[]; ids: readonly string[] }>()

/** Of what others could lend an account now. */
export function lentIdsOf({ received = [] }: AccountActor): readonly string[] {
  const roles = received.filter(({ isActive }) => isActive).map(({ devices }) => devices)
  const [first] = roles
  if (first === undefined) return []
  const known = idsByRoles.get(first)
  if (known?.roles.length === roles.length && known.roles.every((role, at) => role === roles[at]))
    return known.ids
  const ids = [...new Set(roles.flatMap((devices) => [...devices.keys()]))]
  idsByRoles.set(first, { roles, ids })
  return ids
}

/** Of what was found those devices that are the actor's own. */
const ownAmong = (actor: Actor, found: ReadonlyMap<string, Found>): string[] =>
  [...found].flatMap(([id, result]) => (result.ok && can(actor, 'own', result.device) ? [id] : []))

export function createDeviceService(options: DeviceServiceOptions) {
  const { store, lookUp, lookUpRecent, shadows, endpoints, driver, removal, rights, activity, clock } =
    options
  const { surroundingsOf, safetyOf, updated, failed, deleteFailed } = options
  const { findAll, find } = createFindDevices({
    lookUp,
    lookUpRecent,
    isBeingRemoved: removal.isBeingRemoved,
  })

  /** A device as an actor sees it now, once what others say of it is read. */
  const seenInfoOf = (actor: Actor, device: Device, surroundings: Surroundings): DeviceInfo => {
    const shadow = shadows.get(device.id)
    const version = endpoints.versionOf(device.id)
    return deviceInfoOf(actor, device, shadow, { version, ...surroundings, safety: safetyOf(device, shadow) })
  }
  const infoOf = async (actor: Actor, device: Device): Promise<DeviceInfo> => {
    const [surroundings] = await Promise.all([surroundingsOf([device.id]), shadows.load([device.id])])
    return seenInfoOf(actor, device, surroundings)
  }

  const deleteOne = async (actor: Actor, device: Device, isForced: boolean): Promise<DeviceOutcome> => {
    const { id: deviceId, ownerId } = device
    if (ownerId === null) return { deviceId, ok: false, error: 'device_not_exist' }
    const running = removal.begin(deviceId)
    if (running === null) return { deviceId, ok: false, error: 'device_busy' }
    try {
      const refusal = await forget(deviceId)
      if (refusal !== null && !isForced) return { deviceId, ok: false, error: refusal }
      const rowVersions = await store.release(deviceId, ownerId, refusal === null)
      if (rowVersions === null) return { deviceId, ok: false, error: 'device_not_exist' }
      running.complete()
      if (refusal !== null) shadows.record(deviceId, { kind: 'forgotten' })
      shadows.rowVersionsRaised(rowVersions)
      activity.record(actor, device, { action: 'deleted' })
      await rights.changed([ownerId])
      return { deviceId, ok: true }
    } finally {
      if (running.cancel()) updated(deviceId)
    }
  }

  /** What breaks on our side is told of that one: the others are deleted all the same. */
  const tryDelete = async (actor: Actor, device: Device, isForced: boolean): Promise<DeviceOutcome> => {
    try {
      return await deleteOne(actor, device, isForced)
    } catch (error) {
      deleteFailed(error, device.id)
      return { deviceId: device.id, ok: false, error: 'internal_error' }
    }
  }

  /** Makes a device forget its home; answers null when it did, else why not. */
  const forget = async (deviceId: string) => {
    try {
      await driver.execute(
        { deviceId, command: { command: 'forget' } },
        {
          signal: new AbortController().signal,
          acknowledged: () => shadows.record(deviceId, { kind: 'forgotten' }),
        },
      )
      return null
    } catch (error) {
      if (error instanceof DriverError) return error.code
      throw error
    }
  }

  /** What follows once a device is one of a home's, after the transaction. */
  const joined = async (
    actor: AccountActor,
    { device, previousOwnerId, isHandedOver, rowVersions }: Claimed,
  ) => {
    removal.claimed(device.id)
    shadows.record(device.id, { kind: 'claimed', isHandedOver })
    shadows.rowVersionsRaised(rowVersions)
    activity.record(actor, device, { action: 'claimed', details: { name: device.name } })
    await rights.changed([
      ...new Set([actor.accountId, ...(previousOwnerId === null ? [] : [previousOwnerId])]),
    ])
  }

  /**
   * A command from its home lets a device drop its factory reset, so that the next one is news [DP9], and report what
   * it is. It is told by its next command where this one fails.
   */
  const greet = (deviceId: string) => shadows.whenRead(deviceId, () => greetWhereNeeded(deviceId))

  const greetWhereNeeded = (deviceId: string) => {
    const { connected, saidFactoryReset, reportedAt } = shadows.get(deviceId)
    if (connected && (saidFactoryReset || reportedAt === null)) greetAnyhow(deviceId)
  }

  const greetAnyhow = (deviceId: string) => {
    const { signal } = new AbortController()
    removal.driver
      .execute({ deviceId, command: { command: 'settings', settings: {} } }, { signal })
      .catch((error: unknown) => {
        if (!(error instanceof DriverError)) failed(error, deviceId)
      })
  }

  return {
    findAll,
    find,
    infoOf,
    seenInfoOf,
    holdOwned: store.holdOwned,

    /** Of the ids those that the actor may view; they stay with their owner until the transaction ends. */
    async holdVisible(queries: Queries, actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const readable = ids.filter((id) => deviceIdSchema.safeParse(id).success)
      if (readable.length === 0) return new Set()
      const held = await store.hold(queries, readable)
      return new Set(held.filter((device) => can(actor, 'view', device)).map(({ id }) => id))
    },

    /** Token → name of all devices that the actor may view. */
    async list(actor: AccountActor): Promise<Record<string, string>> {
      const candidates = await store.listFor(actor.accountId, lentIdsOf(actor))
      const visible = candidates.filter((device) => can(actor, 'view', device))
      return Object.fromEntries(visible.map(({ id, name }) => [id, name]))
    },

    /** Token → info; tokens that the actor may not view are left out. */
    async info(actor: Actor, ids: readonly string[]): Promise<Record<string, DeviceInfo>> {
      const found = await findAll(actor, 'view', ids)
      const infos: Record<string, DeviceInfo> = {}
      // Guests are told of no rooms.
      const surroundings =
        actor.kind === 'link' ? OF_GUESTS : await surroundingsOf([...found.keys()], ownAmong(actor, found))
      for (const [id, result] of found)
        if (result.ok) infos[id] = seenInfoOf(actor, result.device, surroundings)
      return infos
    },

    /** Throws `device_not_exist` for a code that does not work, `device_name_in_use`. */
    async claim(actor: AccountActor, claimCode: string, name: string): Promise<DeviceInfo> {
      const result = await store.claim(hashClaimCode(claimCode), actor.accountId, name, clock.now())
      if (!result.ok && result.reason === 'name taken')
        throw new ApiError('device_name_in_use', { key: 'name' })
      if (!result.ok) throw new ApiError('device_not_exist', { key: 'claimCode' })
      const { device } = result
      const told = joined(actor, result)
      greet(device.id)
      await told
      return infoOf(actor, device)
    },

    /** A device was taken into the home of an account by a transaction of another feature. */
    joined,

    /** A command from its home, which tells a device that its set-up is over. */
    greet: greetAnyhow,

    /** Each device is told to forget its home; one that is away goes only by force, and is told when it is back. */
    async delete(actor: Actor, ids: readonly string[], isForced: boolean): Promise<CommandResult[]> {
      const found = await findAll(actor, 'own', ids)
      const outcomes = [...found].map(
        async ([deviceId, result]): Promise<DeviceOutcome> =>
          result.ok
            ? tryDelete(actor, result.device, isForced)
            : { deviceId, ok: false, error: result.error },
      )
      return mergeOutcomes(await Promise.all(outcomes))
    },

    /**
     * Takes from an account, as part of the transaction that ends it, whatever it still owns: what could not be deleted
     * is told to forget its home when it next connects. Answers what to call once the transaction is committed.
     */
    async abandonAll(queries: Queries, accountId: string): Promise<() => void> {
      const rowVersions = await store.releaseAll(queries, accountId)
      return () => {
        for (const { id } of rowVersions) shadows.record(id, { kind: 'forgotten' })
        shadows.rowVersionsRaised(rowVersions)
      }
    },
  }
}

export type DeviceService = ReturnType<typeof createDeviceService>
