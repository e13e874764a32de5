import {
  type Capability,
  type DeviceInfo,
  type DeviceSettings,
  type DeviceType,
  type ErrorCode,
  errorCodeSchema,
  HOME_SETTINGS,
  kindOf,
  settingsOf,
  settingsOfEntities,
} from '@senca/contract'
import { areOwnPlaces, type SafePlaces } from '@senca/contract/automation'
import { type DriverCommand, DriverError } from '#drivers/driver.ts'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity, ActivityLife } from '#features/activity/index.ts'
import type { DirectionSetting } from '#features/confirmations/index.ts'
import { type Actor, can, type RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { ApiError } from '#platform/errors.ts'
import { createKeyedQueue } from '#platform/keyed-queue.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { DeviceGateway } from '../device-gateway.ts'
import { effectiveTypeOf, settingsOfDevice } from '../device-info.ts'
import type { DeviceService } from '../devices.service.ts'
import type { Device } from '../registry/device-row.ts'
import { isSameFamily } from '../registry/status-change.ts'
import type { DeviceRemoval } from '../removal.ts'
import {
  type CapabilitiesOf,
  hasReported,
  isOccupied,
  isUpgrading,
  leavesHome,
  type Shadow,
} from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import type { EntitySettings } from './entity-settings.ts'
import type { SettingsStore } from './settings.store.ts'

const QUEUED_PER_DEVICE = 4
const QUEUE_TIMEOUT_MS = 5_000

interface MaintenanceServiceOptions {
  accounts: Pick<AccountService, 'find'>
  devices: Pick<DeviceService, 'find' | 'infoOf'>
  store: Pick<SettingsStore, 'changeSettings'>
  entities: EntitySettings
  shadows: Shadows
  gateway: DeviceGateway
  removal: Pick<DeviceRemoval, 'onBegin'>
  activity: Pick<Activity, 'record'>
  seeThrough: SeeThrough
  rights: Pick<RightsIndex, 'followActor' | 'renew'>
  clock: Clock
  safety: DeviceSafety
  capabilitiesOf: CapabilitiesOf
  /** Called after a change of a device that its info shows. */
  updated(deviceId: string): void
  /** Called when changed rights could not be read. */
  failed(error: unknown): void
}

/** What other features know about the safety of devices. */
export interface DeviceSafety {
  /** Whether the device is held in a place for safety, against this actor. A calibration would move it away. */
  isHeld(actor: Actor, device: Device, shadow: Shadow): boolean
  /** The safe positions of the home that count now. */
  safePlacesOf(device: Device): SafePlaces | undefined
  /** Whether a scenario protects the device, now or when it has to. */
  isProtected(deviceId: string): Promise<boolean>
  /** Called in the transaction in which somebody else than the owner changes settings on which safety depends. */
  changedByOther(
    queries: Queries,
    device: Device,
    by: { email: string; settings: DirectionSetting[] },
  ): Promise<void>
}

/** The settings that decide which way a shade moves, and so where a safe position is. */
const DIRECTION_SETTINGS: readonly DirectionSetting[] = [
  'devicetype',
  'motorInverted',
  'inclinationType',
  'inclinationInverted',
]

/** What the wind takes when it is out. */
const WIND_TYPES: ReadonlySet<DeviceType> = new Set([
  'awning',
  'textile_screen',
  'insect_screen',
  'falcon',
  'pergola',
])

const directionOf = (settings: DeviceSettings): DirectionSetting[] =>
  DIRECTION_SETTINGS.filter((name) => settings[name] !== undefined)

/** The code of a lock is stored apart, because it is never given back. */
export type ChangedSettings = DeviceSettings & { lockCode?: string | null | undefined }

type Asked = 'restart' | 'recalibrate'

/** Wraps the life of an activity entry that does not end when the device acknowledges the request. */
export type SeeThrough = (device: Device, asked: Asked, life: ActivityLife) => ActivityLife

/**
 * Maintenance of the hardware: calibrations, restarts and settings. A change counts only after the hardware has acknowledged it.
 */
export function createMaintenanceService(options: MaintenanceServiceOptions) {
  const { accounts, devices, store, shadows, gateway, removal, activity, seeThrough, rights, clock } = options
  const { entities, safety, capabilitiesOf, updated, failed } = options
  const queued = createKeyedQueue({ clock, limit: QUEUED_PER_DEVICE, timeoutMs: QUEUE_TIMEOUT_MS })
  const running = new Set<AbortController>()
  let isStopped = false

  const refuse = ({ id: deviceId }: Pick<Device, 'id'>, error: ErrorCode, key?: string): never => {
    throw new ApiError(error, {
      deviceId,
      ...(key === undefined ? {} : { key }),
      ...(error === 'internal_error' ? { status: 503 } : {}),
    })
  }

  const assertGoesOn = (id: string, signal: AbortSignal) => {
    if (signal.aborted) refuse({ id }, endingOf(signal) ?? 'device_not_exist')
  }

  /** Only the owner may change settings of a lock or anything that could release it. */
  const findMaintained = async (actor: Actor, id: string): Promise<Device> => {
    const device = await devices.find(actor, 'maintain', id)
    if (kindOf(device.type).family === 'door' && !can(actor, 'own', device))
      throw new ApiError('insufficient_permission', { deviceId: id })
    return device
  }

  /**
   * Runs requests for one device one after the other, each with the current device. If the actor loses the right to the device,
   * nothing more is sent and no more results are returned.
   */
  const runForDevice = async <T>(
    actor: Actor,
    id: string,
    act: (device: Device, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    // The right is checked before queueing.
    await findMaintained(actor, id)
    const abort = new AbortController()
    const endWithHome = () => abort.abort('device_not_exist')
    // Also ends the request when the actor may no longer maintain the device.
    const recheck = createCoalescedTask(async () => {
      try {
        await findMaintained(await rights.renew(actor), id)
      } catch (error) {
        if (error instanceof ApiError) abort.abort(error.code)
        else failed(error)
      }
    })
    const undos = [
      rights.followActor(actor, recheck.request),
      recheck.stop,
      removal.onBegin(id, endWithHome),
      shadows.onChangeOf(id, ({ event }) => {
        if (leavesHome(event)) endWithHome()
      }),
    ]
    running.add(abort)
    if (isStopped) abort.abort('internal_error')
    try {
      const turn = await queued(id, async () => {
        assertGoesOn(id, abort.signal)
        const device = await findMaintained(actor, id)
        assertGoesOn(id, abort.signal)
        return { result: await act(device, abort.signal) }
      })
      if (turn === null) throw new ApiError('device_busy', { deviceId: id })
      return turn.result
    } finally {
      for (const undo of undos) undo()
      running.delete(abort)
    }
  }

  /**
   * Resolves when the hardware has acknowledged the command. If the device has left its home by then, the result is not returned.
   */
  const send = async (
    device: Device,
    command: DriverCommand,
    signal: AbortSignal,
    acknowledged: () => void,
  ): Promise<void> => {
    try {
      await gateway.execute(
        { deviceId: device.id, command },
        {
          signal,
          acknowledged() {
            if (!signal.aborted) acknowledged()
          },
        },
      )
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      refuse(device, endingOf(signal) ?? error.code)
    }
    assertGoesOn(device.id, signal)
  }

  const assertReachable = (device: Device, shadow: Shadow) => {
    if (!shadow.connected) refuse(device, 'device_offline')
    if (!hasReported(shadow)) refuse(device, 'device_not_ready')
    if (isUpgrading(shadow)) refuse(device, 'device_busy')
  }

  const ask = (actor: Actor, id: string, command: Asked): Promise<void> =>
    runForDevice(actor, id, async (device, signal) => {
      const shadow = shadows.get(id)
      const type = effectiveTypeOf(device, shadow)
      const isCalibration = command === 'recalibrate'
      if (isCalibration && !mayCalibrate(type, capabilitiesOf(type, shadow), shadow))
        refuse(device, 'device_unsupported_action')
      if (isCalibration && safety.isHeld(actor, device, shadow)) refuse(device, 'weather_scenario_matched')
      assertReachable(device, shadow)
      if (isCalibration && isOccupied(shadow)) refuse(device, 'device_busy')
      const life = seeThrough(device, command, activity.record(actor, device, { action: command }))
      try {
        await send(device, { command }, signal, life.acknowledged)
      } catch (error) {
        life.ended({ ok: false, error: error instanceof ApiError ? error.code : 'internal_error' })
        throw error
      }
    })

  /** Hardware of other makers becomes what all its entities can be. What is out with an awning, its owner must say. */
  const assertEntityType = async (device: Device, { devicetype, motorInverted }: DeviceSettings) => {
    if (devicetype === undefined || !entities.appliesTo(device.id)) return
    if (!(await entities.typesOf(device.id)).has(devicetype))
      refuse(device, 'device_unsupported_action', 'devicetype')
    const isNew = effectiveTypeOf(device, shadows.get(device.id)) !== devicetype
    if (devicetype === 'awning' && isNew && motorInverted === undefined)
      refuse(device, 'data_missing', 'motorInverted')
  }

  /** A wrong direction drives these out into a storm. Of hardware of other makers the owner alone sets it while they are protected. */
  const assertMayTurn = async (actor: Actor, device: Device, settings: DeviceSettings) => {
    if (directionOf(settings).length === 0 || can(actor, 'own', device)) return
    const type = effectiveTypeOf(device, shadows.get(device.id))
    const isAtRisk =
      WIND_TYPES.has(type) || (settings.devicetype !== undefined && WIND_TYPES.has(settings.devicetype))
    if (isAtRisk && entities.appliesTo(device.id) && (await safety.isProtected(device.id)))
      refuse(device, 'insufficient_permission')
  }

  const namesFor = (device: Device, type: DeviceType, able: readonly Capability[]): readonly string[] => {
    if (!entities.appliesTo(device.id)) return settingsOf(type)
    return able.includes('unlockMotor') ? [...settingsOfEntities(type), 'lockCode'] : settingsOfEntities(type)
  }

  /** Throws if a setting does not apply to the device or its value is not allowed. */
  const assertApplicable = (device: Device, settings: ChangedSettings) => {
    const shadow = shadows.get(device.id)
    const type = effectiveTypeOf(device, shadow)
    const able = capabilitiesOf(type, shadow)
    const { devicetype = type } = settings
    const isForeign = kindOf(type).family === 'shade' && !isSameFamily(devicetype, device.type)
    if (isForeign) refuse(device, 'bad_command_value', 'devicetype')
    const meant = new Set(namesFor(device, isSameFamily(devicetype, type) ? devicetype : type, able))
    const stranger = Object.keys(settings).find(
      (name) => !meant.has(name) || lacksChannel(name, able, shadow),
    )
    // Hardware that takes no settings is set by hand, at the device.
    const [atController] = able.includes('changeSettings') ? [] : Object.keys(hardwareSettingsOf(settings))
    const refused = stranger ?? atController
    if (refused !== undefined) refuse(device, 'device_unsupported_action', refused)
  }

  /** What a safe position is, and which way it lies, is decided by the owner, and not while the device is held there. */
  const assertSafe = (actor: Actor, device: Device, settings: DeviceSettings) => {
    const { devicetype, safePlaces } = settings
    const shadow = shadows.get(device.id)
    const isHeld = safety.isHeld(actor, device, shadow)
    const isOwners = safePlaces !== undefined || (isHeld && devicetype !== undefined)
    if (isOwners && !can(actor, 'own', device)) refuse(device, 'insufficient_permission')
    if (isHeld && directionOf(settings).length > 0) refuse(device, 'weather_scenario_matched')
    const type = devicetype ?? effectiveTypeOf(device, shadow)
    if (safePlaces !== undefined && !areOwnPlaces(type, safePlaces))
      refuse(device, 'malformed_request', 'safePlaces')
  }

  /** Returns the function that notifies the owner of what somebody else has changed. */
  const noticeOf = async (actor: Actor, device: Device, settings: DeviceSettings) => {
    const changed = directionOf(settings)
    const by =
      changed.length === 0 || actor.kind !== 'account' || can(actor, 'own', device)
        ? null
        : await accounts.find(actor.accountId)
    return async (queries: Queries) => {
      if (by !== null) await safety.changedByOther(queries, device, { email: by.email, settings: changed })
    }
  }

  const change = async (
    actor: Actor,
    device: Device,
    { lockCode, ...settings }: ChangedSettings,
    signal: AbortSignal,
  ): Promise<Device> => {
    const notify = await noticeOf(actor, device, settings)
    const accepted = entities.appliesTo(device.id) ? {} : hardwareSettingsOf(settings)
    if (Object.keys(accepted).length > 0) {
      assertReachable(device, shadows.get(device.id))
      await send(device, { command: 'settings', settings: accepted }, signal, () =>
        shadows.record(device.id, { kind: 'settings', settings: accepted }),
      )
    }
    const changed = async (queries: Queries) => {
      if (lockCode !== undefined) await entities.setCode(queries, device, lockCode)
      await notify(queries)
    }
    const former = { places: safety.safePlacesOf(device) ?? {}, changedAt: clock.now().toISOString() }
    return (
      (await store.changeSettings(device, settings, { accepted, former, changed })) ??
      refuse(device, 'device_not_exist')
    )
  }

  return {
    /**
     * Both resolve when the hardware has acknowledged the request. They throw `device_not_exist`, `insufficient_permission`,
     * `device_unsupported_action`, `device_offline`, `device_not_ready`, `device_busy`, `device_request_timeout` and the errors
     * with which the device refuses.
     */
    restart: (actor: Actor, id: string) => ask(actor, id, 'restart'),
    recalibrate: (actor: Actor, id: string) => ask(actor, id, 'recalibrate'),

    /** Changes the given settings, all or none. Throws the same errors, and `data_missing` and `bad_command_value`. */
    async changeSettings(actor: Actor, id: string, asked: ChangedSettings): Promise<DeviceInfo> {
      const given = givenSettingsOf(asked)
      const { lockCode: _secret, ...settings } = given
      const names = Object.keys(given)
      let before: DeviceSettings = {}
      const changed = await runForDevice(actor, id, async (device, signal) => {
        if (names.length === 0) throw new ApiError('data_missing', { key: 'settings', deviceId: id })
        assertApplicable(device, given)
        await assertEntityType(device, settings)
        await assertMayTurn(actor, device, settings)
        assertSafe(actor, device, settings)
        before = settingsOfDevice(device, shadows.get(id))
        const stored = await change(actor, device, given, signal)
        await entities.stored(id)
        return stored
      })
      updated(id)
      const named = (kept: DeviceSettings) =>
        Object.fromEntries(Object.entries(kept).filter(([name]) => names.includes(name)))
      activity.record(actor, changed, {
        action: 'settings',
        details: { settings: names },
        change: { before: named(before), after: settings },
      })
      return devices.infoOf(actor, changed)
    },

    /** Ends the running and the waiting requests. */
    stop() {
      isStopped = true
      for (const abort of running) abort.abort('internal_error')
    },
  }
}

/** The parts of a door or a light are known only after its first report. */
const lacks = (able: readonly Capability[], shadow: Shadow, part: Capability) =>
  hasReported(shadow) && !able.includes(part)

/** Only shades and locks can be calibrated. */
function mayCalibrate(type: DeviceType, able: readonly Capability[], shadow: Shadow): boolean {
  switch (kindOf(type).family) {
    case 'shade':
      return true
    case 'door':
      return !(lacks(able, shadow, 'unlockMotor') && lacks(able, shadow, 'unlockMagnet'))
    case 'light':
      return false
  }
}

/** Whether this setting names a channel that the light does not have. */
const lacksChannel = (name: string, able: readonly Capability[], shadow: Shadow): boolean =>
  (name === 'light1Name' && lacks(able, shadow, 'setLight1')) ||
  (name === 'light2Name' && lacks(able, shadow, 'setLight2'))

/** The error with which the request was aborted, if it was. */
const endingOf = (signal: AbortSignal): ErrorCode | undefined => errorCodeSchema.safeParse(signal.reason).data

/** Removes properties whose value is undefined. */
const givenSettingsOf = (settings: ChangedSettings): ChangedSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

const hardwareSettingsOf = (settings: DeviceSettings): DeviceSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => !HOME_SETTINGS.some((word) => word === name)),
  )

export type MaintenanceService = ReturnType<typeof createMaintenanceService>
