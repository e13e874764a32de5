import { applicableSettings, type DeviceInfo, HOME_SETTINGS } from '@senca/contract'
import { DriverError } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import type { AccountActor, RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { DeviceGateway } from '../device-gateway.ts'
import { effectiveTypeOf } from '../device-info.ts'
import type { DeviceService } from '../devices.service.ts'
import { hashClaimCode } from '../registry/claim-code.ts'
import type { Device } from '../registry/device-row.ts'
import type { DeviceStore } from '../registry/devices.store.ts'
import type { DeviceRemoval } from '../removal.ts'
import type { CapabilitiesOf } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import { canReplace, inheritedSettings } from './can-replace.ts'
import type { ReplacementStore } from './replacement.store.ts'

interface ReplacementServiceOptions {
  devices: Pick<DeviceService, 'findProvisioned' | 'infoOf'>
  store: ReplacementStore
  registry: Pick<DeviceStore, 'markForgotten'>
  shadows: Shadows
  capabilitiesOf: CapabilitiesOf
  removal: DeviceRemoval
  gateway: DeviceGateway
  rights: Pick<RightsIndex, 'changed'>
  activity: Pick<Activity, 'record' | 'flushOf'>
  clock: Clock
  /** Called when a replacement failed, because changes in the meantime were not published. */
  updated(deviceId: string): void
  /** Called when a message to a device failed. It is sent again when the device next connects. */
  failed(error: unknown, deviceId: string): void
}

/** The settings that the hardware of a replacing device must still apply. */
const settingsToSend = (device: Device) =>
  applicableSettings(
    Object.fromEntries(
      Object.entries(device.settings).filter(([name]) => !HOME_SETTINGS.some((word) => word === name)),
    ),
    device.settings.devicetype ?? device.type,
  )

/** Replaces one device by another. */
export function createReplacementService(options: ReplacementServiceOptions) {
  const { devices, store, registry, shadows, capabilitiesOf, removal, gateway, rights, activity, clock } =
    options
  const { updated, failed } = options

  const notify = async (deviceId: string, notifying: () => Promise<void>) => {
    try {
      await notifying()
    } catch (error) {
      if (!(error instanceof DriverError)) failed(error, deviceId)
    }
  }

  /** Sends `forget` to the old device; if that fails, it is sent when the device next connects [DP24]. */
  const notifyOld = (deviceId: string) =>
    notify(deviceId, async () => {
      await gateway.execute({ deviceId, command: { command: 'forget' } })
      await registry.markForgotten(deviceId)
    })

  /**
   * Sends the inherited settings to the new device. A command from its home also clears its factory reset flag [DP9], so that one
   * that takes no settings is sent none of them until it does.
   */
  const notifyNew = (device: Device) =>
    notify(device.id, async () => {
      const shadow = shadows.get(device.id)
      const isSetHere = capabilitiesOf(effectiveTypeOf(device, shadow), shadow).includes('changeSettings')
      const settings = isSetHere ? settingsToSend(device) : {}
      await gateway.execute(
        { deviceId: device.id, command: { command: 'settings', settings } },
        { acknowledged: () => shadows.record(device.id, { kind: 'settings', settings }) },
      )
      if (isSetHere) await store.settingsSent(device.id)
      updated(device.id)
    })

  const settingsFor = (old: Device) => {
    const shadow = shadows.get(old.id)
    const type = effectiveTypeOf(old, shadow)
    return (to: Pick<Device, 'id' | 'type'>) => {
      const fresh = { type: to.type, shadow: shadows.get(to.id) }
      if (!canReplace({ type, shadow }, fresh, capabilitiesOf)) return null
      const known = { type, kept: old.settings, reported: shadow.settings }
      const { settings, forHardware } = inheritedSettings(known, to.type)
      return { settings, mustSend: Object.keys(forHardware).length > 0 }
    }
  }

  const replaceBy = async (actor: AccountActor, old: Device, claimCode: string) => {
    const owned = { id: old.id, ownerId: actor.accountId }
    const codeHash = hashClaimCode(claimCode)
    await shadows.load(await store.idsOf(codeHash))
    const result = await store.replace(owned, codeHash, clock.now(), settingsFor(old))
    if (result.ok) return result
    switch (result.reason) {
      case 'not claimable':
        throw new ApiError('device_not_exist', { key: 'claimCode' })
      case 'gone':
        throw new ApiError('device_not_exist', { deviceId: old.id })
      case 'cannot do the same':
        throw new ApiError('device_unsupported_action', { key: 'claimCode', deviceId: old.id })
    }
  }

  return {
    notifyNew,

    /**
     * Throws `device_not_exist` (with `key: "claimCode"` for a code that does not work), `insufficient_permission`,
     * `device_busy`, and `device_unsupported_action` for a device that lacks needed capabilities.
     */
    async replace(actor: AccountActor, id: string, claimCode: string): Promise<DeviceInfo> {
      const old = await devices.findProvisioned(actor, 'own', id)
      const running = removal.begin(id)
      if (running === null) throw new ApiError('device_busy', { deviceId: id })
      try {
        // The waiting entries belong to the history of the old device, so they are written first.
        await activity.flushOf(actor.accountId)
        const { device, previousOwnerId } = await replaceBy(actor, old, claimCode)
        running.complete()
        removal.claimed(device.id)
        activity.record(actor, device, { action: 'replaced' })
        const concerned = new Set([actor.accountId, ...(previousOwnerId === null ? [] : [previousOwnerId])])
        await rights.changed([...concerned])
        void notifyOld(id)
        void notifyNew(device)
        return await devices.infoOf(actor, device)
      } finally {
        if (running.cancel()) updated(id)
      }
    },
  }
}

export type ReplacementService = ReturnType<typeof createReplacementService>
