import {
  type CommandResult,
  type DeviceInfo,
  type DeviceOutcome,
  deviceIdSchema,
  mergeOutcomes,
} from '@senca/contract'
import { type Driver, DriverError } from '#drivers/driver.ts'
import { type Actor, can, type RightsIndex, type Verb } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/database.ts'
import { ApiError } from '#platform/errors.ts'
import { hashClaimCode } from './claim-code.ts'
import { deviceInfoOf } from './device-info.ts'
import type { Device, DeviceStore } from './devices.store.ts'
import type { Shadows } from './shadows.ts'

interface DeviceServiceOptions {
  store: DeviceStore
  shadows: Shadows
  driver: Driver
  rights: RightsIndex
  clock: Clock
  /** A device could not be told that it has a home. */
  failed(error: unknown, deviceId: string): void
}

/** A device that an actor asked for, or why it may not. */
export type Found =
  | { ok: true; device: Device }
  | { ok: false; error: 'device_not_exist' | 'insufficient_permission' }

export function createDeviceService(options: DeviceServiceOptions) {
  const { store, shadows, driver, rights, clock, failed } = options
  /** Looks up devices for an actor who wants to do something with them; invisible ones do not exist. */
  const findAll = async (actor: Actor, verb: Verb, ids: readonly string[]): Promise<Map<string, Found>> => {
    const readable = ids.filter((id) => deviceIdSchema.safeParse(id).success)
    const deviceById = new Map(
      (await store.findMany([...new Set(readable)])).map((device) => [device.id, device]),
    )
    const find = (id: string): Found => {
      const device = deviceById.get(id)
      if (device === undefined || !can(actor, 'view', device)) return { ok: false, error: 'device_not_exist' }
      return can(actor, verb, device) ? { ok: true, device } : { ok: false, error: 'insufficient_permission' }
    }
    return new Map(ids.map((id) => [id, find(id)]))
  }

  const infoOf = (actor: Actor, device: Device): DeviceInfo =>
    deviceInfoOf(actor, device, shadows.get(device.id))

  const deleteOne = async (device: Device, isForced: boolean): Promise<DeviceOutcome> => {
    const { id: deviceId, ownerId } = device
    if (ownerId === null) return { deviceId, ok: false, error: 'device_not_exist' }
    const refusal = await forget(deviceId)
    if (refusal !== null && !isForced) return { deviceId, ok: false, error: refusal }
    const isReleased = await store.release(deviceId, ownerId, refusal === null)
    if (!isReleased) return { deviceId, ok: false, error: 'device_not_exist' }
    if (refusal !== null) shadows.record(deviceId, { kind: 'forgotten' })
    await rights.changed([ownerId])
    return { deviceId, ok: true }
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

  /**
   * A command from its home lets a device drop its factory reset, so that the next one is news [DP9], and report what
   * it is. It is told by its next command where this one fails.
   */
  const greet = (deviceId: string) => {
    const { connected, saidFactoryReset, reportedAt } = shadows.get(deviceId)
    if (!connected || !(saidFactoryReset || reportedAt === null)) return
    const { signal } = new AbortController()
    driver
      .execute({ deviceId, command: { command: 'settings', settings: {} } }, { signal })
      .catch((error: unknown) => {
        if (!(error instanceof DriverError)) failed(error, deviceId)
      })
  }

  return {
    findAll,

    /** Token → name of all devices that the actor may view. */
    async list(actor: Actor): Promise<Record<string, string>> {
      const owned = await store.listOwnedBy(actor.accountId)
      const visible = owned.filter((device) => can(actor, 'view', device))
      return Object.fromEntries(visible.map(({ id, name }) => [id, name]))
    },

    /** Token → info; tokens that the actor may not view are left out. */
    async info(actor: Actor, ids: readonly string[]): Promise<Record<string, DeviceInfo>> {
      const found = await findAll(actor, 'view', ids)
      const infos: Record<string, DeviceInfo> = {}
      for (const [id, result] of found) if (result.ok) infos[id] = infoOf(actor, result.device)
      return infos
    },

    /** Throws `device_not_exist` for a code that does not work, `device_name_in_use`. */
    async claim(actor: Actor, claimCode: string, name: string): Promise<DeviceInfo> {
      const result = await store.claim(hashClaimCode(claimCode), actor.accountId, name, clock.now())
      if (!result.ok && result.reason === 'name taken')
        throw new ApiError('device_name_in_use', { key: 'name' })
      if (!result.ok) throw new ApiError('device_not_exist', { key: 'claimCode' })
      const { device, previousOwnerId, isHandedOver } = result
      shadows.record(device.id, { kind: 'claimed', isHandedOver })
      greet(device.id)
      const concerned = new Set([actor.accountId, ...(previousOwnerId === null ? [] : [previousOwnerId])])
      await rights.changed([...concerned])
      return infoOf(actor, device)
    },

    /** Each device is told to forget its home; one that is away goes only by force, and is told when it is back. */
    async delete(actor: Actor, ids: readonly string[], isForced: boolean): Promise<CommandResult[]> {
      const found = await findAll(actor, 'own', ids)
      const outcomes = [...found].map(
        async ([deviceId, result]): Promise<DeviceOutcome> =>
          result.ok ? deleteOne(result.device, isForced) : { deviceId, ok: false, error: result.error },
      )
      return mergeOutcomes(await Promise.all(outcomes))
    },

    /**
     * Takes from an account, as part of the transaction that ends it, whatever it still owns: what could not be deleted
     * is told to forget its home when it next connects.
     */
    async abandonAll(queries: Queries, accountId: string): Promise<void> {
      for (const id of await store.releaseAll(queries, accountId)) shadows.record(id, { kind: 'forgotten' })
    },
  }
}

export type DeviceService = ReturnType<typeof createDeviceService>
