import { type DeviceType, deviceTypeSchema, kindOf } from '@senca/contract'
import { isNewerFirmware, type UpgradeLine } from '@senca/contract/hardware'
import type { Activity } from '#features/activity/index.ts'
import { type Device, type Devices, hasReported, isUpgrading } from '#features/devices/index.ts'
import { type AccountActor, type Actor, can } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { FirmwareFolder, FirmwareOffer } from './firmware.ts'
import { isInStage, isStopped } from './rollout.ts'
import type { UpgradeRunner } from './upgrade-runner.ts'
import type { UpgradeStore } from './upgrades.store.ts'

const ENDINGS_KEPT_MS = 500

interface UpgradeServiceOptions {
  store: UpgradeStore
  devices: Pick<Devices, 'service' | 'lookup' | 'shadows' | 'hardwareOf'>
  firmware: Pick<FirmwareFolder, 'find'>
  send: UpgradeRunner['send']
  activity: Pick<Activity, 'used'>
  /** Called when a device was added to the queue. */
  goOn(ownerId: string): void
  clock: Clock
}

/** Firmware upgrades for one device or for a whole home. */
export function createUpgradeService(options: UpgradeServiceOptions) {
  const { store, devices, firmware, send, activity, goOn, clock } = options

  /** A short cache, so that an upgrade of a whole home reads this only once, and failures are noticed soon. */
  const haltByFirmware = new Map<string, { until: number; isHalted: Promise<boolean> }>()

  /** Whether the rollout stopped because too many upgrades failed. */
  const isHalted = (offer: FirmwareOffer, version: string): Promise<boolean> | boolean => {
    if (offer.rollout.stopAtFailureRate === undefined) return false
    const key = JSON.stringify([offer.type, version, offer.rollout])
    const now = clock.now().getTime()
    const known = haltByFirmware.get(key)
    if (known !== undefined && now < known.until) return known.isHalted
    haltByFirmware.clear()
    const asked = store.endingsOf(offer.type, version).then((endings) => isStopped(endings, offer.rollout))
    haltByFirmware.set(key, { until: now + ENDINGS_KEPT_MS, isHalted: asked })
    return asked
  }

  /** A newer firmware for a device; null if there is none. */
  const offerFor = async (deviceId: string, type: DeviceType): Promise<FirmwareOffer | null> => {
    const hardware = devices.hardwareOf(deviceId)
    if (hardware?.isUpgradable !== true) return null
    const offer = await firmware.find(type)
    if (offer === null) return null
    const version = String(offer.version)
    if (!isNewerFirmware(version, hardware) || !isInStage(deviceId, version, offer.rollout)) return null
    return (await isHalted(offer, version)) ? null : offer
  }

  /** Only the owner may decide about a device with a lock. */
  const findMaintained = async (actor: Actor, id: string): Promise<Device> => {
    const device = await devices.service.find(actor, 'maintain', id)
    if (kindOf(device.type).family === 'door' && !can(actor, 'own', device))
      throw new ApiError('insufficient_permission', { deviceId: id })
    return device
  }

  /** Doors are left out, because somebody may use the door at any time; they are upgraded by a person next to them. */
  const upgradable = async (accountId: string) => {
    const ids = Object.keys(await devices.service.list({ kind: 'account', accountId, sessionId: '' }))
    const all = await devices.lookup(ids)
    const own = all.filter(({ ownerId, type }) => ownerId === accountId && kindOf(type).family !== 'door')
    const offers = await Promise.all(
      own.map(async (device) => ({ device, offer: await offerFor(device.id, device.type) })),
    )
    return offers.flatMap(({ device, offer }) => (offer === null ? [] : [{ device, offer }]))
  }

  return {
    /** The same, with the type as stored. */
    async offerOf(deviceId: string, type: string): Promise<FirmwareOffer | null> {
      const known = deviceTypeSchema.safeParse(type)
      return known.success ? offerFor(deviceId, known.data) : null
    },

    /** The version that `upgrade` would install; null if there is nothing newer. */
    async offered(actor: Actor, id: string): Promise<string | null> {
      const device = await findMaintained(actor, id)
      const offer = await offerFor(id, device.type)
      return offer === null ? null : String(offer.version)
    },

    /**
     * Resolves when the device has acknowledged the upgrade. Throws `device_not_exist`, `insufficient_permission`,
     * `device_upgrade_not_available`, `device_offline`, `device_not_ready`, `device_busy`, `device_request_timeout`,
     * `weather_scenario_matched` and the errors with which the device refuses.
     */
    async upgrade(actor: AccountActor, id: string): Promise<void> {
      const device = await findMaintained(actor, id)
      devices.service.refuseEntities([id])
      const shadow = devices.shadows.get(id)
      if (isUpgrading(shadow)) throw new ApiError('device_busy', { deviceId: id })
      const offer = await offerFor(id, device.type)
      if (offer === null) throw new ApiError('device_upgrade_not_available', { deviceId: id })
      if (!shadow.connected) throw new ApiError('device_offline', { deviceId: id })
      if (!hasReported(shadow)) throw new ApiError('device_not_ready', { deviceId: id })
      if (shadow.fields.status !== undefined && shadow.fields.status !== 'ready')
        throw new ApiError('device_busy', { deviceId: id })
      const { ownerId, type } = device
      if (ownerId === null) throw new ApiError('device_not_exist', { deviceId: id })
      const version = String(offer.version)
      const asked = { deviceId: id, ownerId, askedBy: actor.accountId, type, version }
      if (!(await store.begin(asked, clock.now()))) throw new ApiError('device_busy', { deviceId: id })
      const refusal = await send(asked, offer, () => store.drop(id, ['sent']))
      if (refusal !== null)
        throw new ApiError(refusal, {
          deviceId: id,
          ...(refusal === 'internal_error' ? { status: 503 } : {}),
        })
      activity.used(actor, device, 'upgraded')
    },

    /** Queues all devices of an account that have a newer firmware. Returns how many were added. */
    async upgradeAll({ accountId }: AccountActor): Promise<number> {
      const all = await upgradable(accountId)
      const asked = all.map(({ device, offer }) => ({
        deviceId: device.id,
        ownerId: accountId,
        askedBy: accountId,
        type: device.type,
        version: String(offer.version),
      }))
      const queued = await store.putInLine(accountId, asked, clock.now())
      goOn(accountId)
      return queued
    },

    /** The progress of the devices that were queued last. */
    async line({ accountId }: AccountActor): Promise<UpgradeLine> {
      const rows = await store.lineOf(accountId)
      const open = await store.openOf(accountId)
      await devices.shadows.load(rows.map(({ deviceId }) => deviceId))
      const available = (await upgradable(accountId)).filter(({ device }) => !open.has(device.id)).length
      const count = (...steps: (typeof rows)[number]['step'][]) =>
        rows.filter(({ step }) => steps.includes(step)).length
      return {
        total: rows.length,
        waiting: count('waiting'),
        upgrading: count('sent', 'upgrading'),
        done: count('done'),
        failed: count('failed'),
        available,
        devices: rows.map(({ deviceId, step, error }) => {
          const { progress } = devices.shadows.get(deviceId).fields
          const isInFlight = isUpgrading(devices.shadows.get(deviceId)) && typeof progress === 'number'
          return {
            token: deviceId,
            status: step,
            ...(step === 'upgrading' && isInFlight ? { progress } : {}),
            ...(error === null ? {} : { error }),
          }
        }),
      }
    },
  }
}

export type UpgradeService = ReturnType<typeof createUpgradeService>
