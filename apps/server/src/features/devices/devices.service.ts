import { type CommandResult, type DeviceInfo, deviceIdSchema } from '@senca/contract'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import { DriverError } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import {
  type AccountActor,
  type Actor,
  type CallActor,
  can,
  type RightsIndex,
  type Verb,
} from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { DeviceGateway } from './device-gateway.ts'
import { deviceInfoOf, type Surroundings } from './device-info.ts'
import { hashClaimCode } from './registry/claim-code.ts'
import type { Claimed } from './registry/claiming.store.ts'
import type { Device } from './registry/device-row.ts'
import type { DeviceStore } from './registry/devices.store.ts'
import type { Endpoints } from './registry/endpoints.ts'
import { createFindDevices, type Found } from './registry/find-devices.ts'
import type { DeviceRemoval } from './removal.ts'
import type { Shadow } from './shadow/shadow.ts'
import type { Shadows } from './shadow/shadows.ts'

/** Returns the safety part of a device's info for an actor. */
export type SafetyOf = (
  actor: Actor,
  device: Device,
  shadow: Shadow,
) => Pick<DeviceInfo, 'safety' | 'weatherAutomatic' | 'weatherAutomaticUntil'>

interface DeviceServiceOptions {
  store: DeviceStore
  /** Load devices by their ids, together with their shadows. The result of `lookupRecent` may be cached. */
  lookup: DeviceStore['findMany']
  lookupRecent: DeviceStore['findMany']
  /** Called with the devices that were sent to somebody. */
  remember(deviceIds: readonly string[]): Promise<void>
  shadows: Shadows
  gateway: DeviceGateway
  endpoints: Pick<Endpoints, 'isOfEntities' | 'versionOf'>
  removal: DeviceRemoval
  rights: RightsIndex
  activity: Pick<Activity, 'record'>
  clock: Clock
  /** `ownIds` are the devices for which maintainers are read; default: all. */
  surroundingsOf(deviceIds: readonly string[], ownIds?: readonly string[]): Promise<Surroundings>
  /** What currently keeps a device safe. */
  safetyOf: SafetyOf
  /** Called when a removal was canceled, because changes during the removal were not published. */
  updated(deviceId: string): void
  /** Called when a device could not be informed that it belongs to a home. */
  failed(error: unknown, deviceId: string): void
  /** Called when an internal error prevented the deletion of a device. */
  deleteFailed(error: unknown, deviceId: string): void
}

const OF_GUESTS: Surroundings = {
  roomOf: () => null,
  maintenanceOf: () => null,
  hardwareOf: () => null,
  bridgesOf: () => [],
}

type Shared = ReadonlyMap<string, Date>

/**
 * Caches the merged device ids of an account's roles, keyed by the device map of its first role. Merging large roles takes as
 * long as reading the devices.
 */
const idsByRoles = new WeakMap<Shared, { roles: readonly Shared[]; ids: readonly string[] }>()

/** The ids of the devices that others share with an account by active roles. */
export function sharedIdsOf({ received = [] }: AccountActor): readonly string[] {
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

/** The found devices that the actor owns. */
const ownAmong = (actor: Actor, found: ReadonlyMap<string, Found>): string[] =>
  [...found].flatMap(([id, result]) => (result.ok && can(actor, 'own', result.device) ? [id] : []))

export function createDeviceService(options: DeviceServiceOptions) {
  const {
    store,
    lookup,
    lookupRecent,
    remember,
    shadows,
    endpoints,
    gateway,
    removal,
    rights,
    activity,
    clock,
  } = options
  const { surroundingsOf, safetyOf, updated, failed, deleteFailed } = options
  const { findAll, find } = createFindDevices({
    lookup,
    lookupRecent,
    isBeingRemoved: removal.isBeingRemoved,
  })

  /** The info of a device as the actor sees it now, after the surroundings were read. */
  const seenInfoOf = (actor: Actor, device: Device, surroundings: Surroundings): DeviceInfo => {
    const shadow = shadows.get(device.id)
    const version = endpoints.versionOf(device.id)
    return deviceInfoOf(actor, device, shadow, {
      version,
      ...surroundings,
      safety: safetyOf(actor, device, shadow),
    })
  }
  const infoOf = async (actor: Actor, device: Device): Promise<DeviceInfo> => {
    const [surroundings] = await Promise.all([surroundingsOf([device.id]), shadows.load([device.id])])
    return seenInfoOf(actor, device, surroundings)
  }

  /** Throws `device_unsupported_action` for devices of hardware of other makers, which has nothing of the kind. */
  const refuseEntities = (ids: readonly string[]) => {
    const deviceId = ids.find(endpoints.isOfEntities)
    if (deviceId !== undefined) throw new ApiError('device_unsupported_action', { status: 409, deviceId })
  }

  const deleteOne = async (actor: Actor, device: Device, isForced: boolean): Promise<DeviceOutcome> => {
    const { id: deviceId, ownerId } = device
    if (ownerId === null) return { deviceId, ok: false, error: 'device_not_exist' }
    const running = removal.begin(deviceId)
    if (running === null) return { deviceId, ok: false, error: 'device_busy' }
    try {
      const refusal = await forget(deviceId)
      if (refusal !== null && !isForced) return { deviceId, ok: false, error: refusal }
      const isReleased = await store.release(deviceId, ownerId, refusal === null)
      if (!isReleased) return { deviceId, ok: false, error: 'device_not_exist' }
      running.complete()
      activity.record(actor, device, { action: 'deleted' })
      await rights.changed([ownerId])
      return { deviceId, ok: true }
    } finally {
      if (running.cancel()) updated(deviceId)
    }
  }

  /** An internal error becomes the outcome of this device only; the other devices are still deleted. */
  const tryDelete = async (actor: Actor, device: Device, isForced: boolean): Promise<DeviceOutcome> => {
    try {
      return await deleteOne(actor, device, isForced)
    } catch (error) {
      deleteFailed(error, device.id)
      return { deviceId: device.id, ok: false, error: 'internal_error' }
    }
  }

  /** Makes a device forget its home. Returns null on success, else the error. */
  const forget = async (deviceId: string) => {
    try {
      await gateway.execute(
        { deviceId, command: { command: 'forget' } },
        { acknowledged: () => shadows.record(deviceId, { kind: 'forgotten' }) },
      )
      return null
    } catch (error) {
      if (error instanceof DriverError) return error.code
      throw error
    }
  }

  /** Called after the transaction that added a device to a home. */
  const joined = async (actor: AccountActor, { device, previousOwnerId }: Claimed) => {
    removal.claimed(device.id)
    activity.record(actor, device, { action: 'claimed', details: { name: device.name } })
    await rights.changed([
      ...new Set([actor.accountId, ...(previousOwnerId === null ? [] : [previousOwnerId])]),
    ])
  }

  /**
   * Sends a command so that the device clears its factory reset flag, which makes the next reset detectable [DP9], and reports
   * its state. If this fails, the next command has the same effect.
   */
  const greet = (deviceId: string) => shadows.whenRead(deviceId, () => greetWhereNeeded(deviceId))

  const greetWhereNeeded = (deviceId: string) => {
    const { connected, reportedFactoryReset, reportedAt } = shadows.get(deviceId)
    if (connected && (reportedFactoryReset || reportedAt === null)) greetAnyhow(deviceId)
  }

  const greetAnyhow = (deviceId: string) => {
    gateway.execute({ deviceId, command: { command: 'settings', settings: {} } }).catch((error: unknown) => {
      if (!(error instanceof DriverError)) failed(error, deviceId)
    })
  }

  return {
    findAll,
    find,
    refuseEntities,
    /** Like `find`, and throws `device_unsupported_action` for hardware of other makers. */
    async findProvisioned(actor: Actor, verb: Verb, id: string): Promise<Device> {
      const device = await find(actor, verb, id)
      refuseEntities([id])
      return device
    },
    infoOf,
    seenInfoOf,
    holdOwned: store.holdOwned,

    /** Returns the ids that the actor may view. Those devices keep their owner until the transaction ends. */
    async holdVisible(queries: Queries, actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const readable = ids.filter((id) => deviceIdSchema.safeParse(id).success)
      if (readable.length === 0) return new Set()
      const held = await store.hold(queries, readable)
      return new Set(held.filter((device) => can(actor, 'view', device)).map(({ id }) => id))
    },

    /** Returns token → name of all devices that the actor may view. */
    async list(actor: CallActor): Promise<Record<string, string>> {
      const candidates =
        actor.kind === 'bridge'
          ? await store.findMany([...actor.grants.keys()])
          : await store.listFor(actor.accountId, sharedIdsOf(actor))
      const visible = candidates.filter((device) => can(actor, 'view', device))
      // Not awaited, because the list is complete without.
      void remember(visible.map(({ id }) => id))
      return Object.fromEntries(visible.map(({ id, name }) => [id, name]))
    },

    /** Returns token → info. Tokens that the actor may not view are left out. */
    async info(actor: Actor, ids: readonly string[]): Promise<Record<string, DeviceInfo>> {
      const found = await findAll(actor, 'view', ids)
      const infos: Record<string, DeviceInfo> = {}
      // Guests do not see rooms.
      const surroundings =
        actor.kind === 'link' ? OF_GUESTS : await surroundingsOf([...found.keys()], ownAmong(actor, found))
      for (const [id, result] of found)
        if (result.ok) infos[id] = seenInfoOf(actor, result.device, surroundings)
      return infos
    },

    /** Throws `device_not_exist` for a code that does not work, and `device_name_in_use`. */
    async claim(actor: AccountActor, claimCode: string, name: string): Promise<DeviceInfo> {
      const result = await store.claim(hashClaimCode(claimCode), actor.accountId, name, clock.now())
      if (!result.ok && result.reason === 'name taken')
        throw new ApiError('device_name_in_use', { key: 'name' })
      if (!result.ok) throw new ApiError('device_not_exist', { key: 'claimCode' })
      const { device } = result
      const notified = joined(actor, result)
      greet(device.id)
      await notified
      return infoOf(actor, device)
    },

    /** Called after a transaction of another feature added a device to the home of an account. */
    joined,

    /** Sends a command of the home, which ends the setup of the device. */
    greet: greetAnyhow,

    /**
     * Deletes devices; each receives `forget`. A device that is offline is deleted only with `isForced`, and receives `forget`
     * when it connects.
     */
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
     * Releases all devices that an account still owns, in the transaction that deletes the account. Each device receives `forget`
     * when it next connects.
     */
    abandonAll: (queries: Queries, accountId: string): Promise<void> => store.releaseAll(queries, accountId),
  }
}

export type DeviceService = ReturnType<typeof createDeviceService>
