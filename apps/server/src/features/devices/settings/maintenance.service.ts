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
} from '@senca/contract'
import { type DriverCommand, DriverError } from '#drivers/driver.ts'
import type { Activity, ActivityLife } from '#features/activity/index.ts'
import { type Actor, can, type RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { ApiError } from '#platform/errors.ts'
import { createKeyedQueue } from '#platform/keyed-queue.ts'
import { effectiveTypeOf, settingsOfDevice } from '../device-info.ts'
import type { DeviceService } from '../devices.service.ts'
import type { Device } from '../registry/device-row.ts'
import { isSameFamily } from '../registry/status-change.ts'
import type { DeviceRemoval } from '../removal.ts'
import {
  deviceCapabilities,
  hasReported,
  isOccupied,
  isUpgrading,
  leavesHome,
  type Shadow,
} from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import type { SettingsStore } from './settings.store.ts'

const QUEUED_PER_DEVICE = 4
const QUEUE_TIMEOUT_MS = 5_000

interface MaintenanceServiceOptions {
  devices: Pick<DeviceService, 'find' | 'infoOf'>
  store: Pick<SettingsStore, 'changeSettings'>
  shadows: Shadows
  removal: Pick<DeviceRemoval, 'driver' | 'onBegin'>
  activity: Pick<Activity, 'record'>
  seeThrough: SeeThrough
  rights: Pick<RightsIndex, 'followActor' | 'renew'>
  clock: Clock
  /** Whether it is kept somewhere for its safety: it would leave that place to look for its ends. */
  isHeld(device: Device, shadow: Shadow): boolean
  /** The generation of a device's hardware; null before it told. */
  versionOf(deviceId: string): number | null
  /** Called after something about a device changed that its info shows. */
  updated(deviceId: string): void
  /** Changed rights could not be read. */
  failed(error: unknown): void
}

type Asked = 'restart' | 'recalibrate'

/** The life of an entry that is not over when the device takes what was asked. */
export type SeeThrough = (device: Device, asked: Asked, life: ActivityLife) => ActivityLife

/** What is asked of the hardware to look after it: it counts once the hardware has taken it. */
export function createMaintenanceService(options: MaintenanceServiceOptions) {
  const { devices, store, shadows, removal, activity, seeThrough, rights, clock, isHeld } = options
  const { versionOf, updated, failed } = options
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

  /** What a lock is set to, and what could release it, is decided by its owner alone. */
  const findMaintained = async (actor: Actor, id: string): Promise<Device> => {
    const device = await devices.find(actor, 'maintain', id)
    if (kindOf(device.type).family === 'door' && !can(actor, 'own', device))
      throw new ApiError('insufficient_permission', { deviceId: id })
    return device
  }

  /**
   * Runs one after the other what concerns a device, with the device as it is then. It ends with its home: a person who loses
   * the device sends it nothing more, and is told nothing more of it.
   */
  const runForDevice = async <T>(
    actor: Actor,
    id: string,
    act: (device: Device, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    // Authorize before queueing.
    await findMaintained(actor, id)
    const abort = new AbortController()
    const endWithHome = () => abort.abort('device_not_exist')
    // Who may look after it no longer sends it nothing more either.
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

  /** Resolves once the hardware has taken the command; what it takes after it has left its home is told to nobody. */
  const send = async (
    device: Device,
    command: DriverCommand,
    signal: AbortSignal,
    acknowledged: () => void,
  ): Promise<void> => {
    try {
      await removal.driver.execute(
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
      const isCalibration = command === 'recalibrate'
      if (isCalibration && !mayCalibrate(effectiveTypeOf(device, shadow), shadow))
        refuse(device, 'device_unsupported_action')
      if (isCalibration && isHeld(device, shadow)) refuse(device, 'weather_scenario_matched')
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

  /** Which setting means nothing for the device, or is none that it can have. */
  const assertApplicable = (device: Device, settings: DeviceSettings) => {
    const shadow = shadows.get(device.id)
    const type = effectiveTypeOf(device, shadow)
    const { devicetype = type } = settings
    const isForeign = kindOf(type).family === 'shade' && !isSameFamily(devicetype, device.type)
    if (isForeign) refuse(device, 'bad_command_value', 'devicetype')
    const meant: ReadonlySet<string> = new Set(settingsOf(isSameFamily(devicetype, type) ? devicetype : type))
    const stranger = Object.keys(settings).find((name) => !meant.has(name) || lacksChannel(name, shadow))
    // The first generation is set by hand, at the controller.
    const [atController] = versionOf(device.id) === 1 ? Object.keys(hardwareSettingsOf(settings)) : []
    const refused = stranger ?? atController
    if (refused !== undefined) refuse(device, 'device_unsupported_action', refused)
  }

  const change = async (device: Device, settings: DeviceSettings, signal: AbortSignal): Promise<Device> => {
    const taken = hardwareSettingsOf(settings)
    if (Object.keys(taken).length > 0) {
      assertReachable(device, shadows.get(device.id))
      await send(device, { command: 'settings', settings: taken }, signal, () =>
        shadows.record(device.id, { kind: 'settings', settings: taken }),
      )
    }
    const changed =
      (await store.changeSettings(device, settings, taken)) ?? refuse(device, 'device_not_exist')
    shadows.rowVersionsRaised(changed.rowVersions)
    return changed.device
  }

  return {
    /**
     * Both resolve once the hardware has taken it. Throw `device_not_exist`, `insufficient_permission`,
     * `device_unsupported_action`, `device_offline`, `device_not_ready`, `device_busy`, `device_request_timeout` and
     * what the device refuses it with.
     */
    restart: (actor: Actor, id: string) => ask(actor, id, 'restart'),
    recalibrate: (actor: Actor, id: string) => ask(actor, id, 'recalibrate'),

    /** Changes what is named, all or nothing. Throws like the others, `data_missing`, `bad_command_value`. */
    async changeSettings(actor: Actor, id: string, asked: DeviceSettings): Promise<DeviceInfo> {
      const settings = givenSettingsOf(asked)
      const names = Object.keys(settings)
      let before: DeviceSettings = {}
      const changed = await runForDevice(actor, id, async (device, signal) => {
        if (names.length === 0) throw new ApiError('data_missing', { key: 'settings', deviceId: id })
        assertApplicable(device, settings)
        before = settingsOfDevice(device, shadows.get(id))
        return change(device, settings, signal)
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

    /** Ends what runs and what waits. */
    stop() {
      isStopped = true
      for (const abort of running) abort.abort('internal_error')
    },
  }
}

/** Which parts a door or a light has is known once it reported. */
const lacks = (type: DeviceType, shadow: Shadow, part: Capability) =>
  hasReported(shadow) && !deviceCapabilities(type, shadow).includes(part)

/** Shades have ends to find, and so have locks. */
function mayCalibrate(type: DeviceType, shadow: Shadow): boolean {
  switch (kindOf(type).family) {
    case 'shade':
      return true
    case 'door':
      return !(lacks(type, shadow, 'unlockMotor') && lacks(type, shadow, 'unlockMagnet'))
    case 'light':
      return false
  }
}

/** Whether it is the name of a channel that the light has not. */
const lacksChannel = (name: string, shadow: Shadow): boolean =>
  (name === 'light1Name' && lacks('light', shadow, 'setLight1')) ||
  (name === 'light2Name' && lacks('light', shadow, 'setLight2'))

/** Why it was ended before the hardware said anything, if it was. */
const endingOf = (signal: AbortSignal): ErrorCode | undefined => errorCodeSchema.safeParse(signal.reason).data

/** Without what is there only by its name. */
const givenSettingsOf = (settings: DeviceSettings): DeviceSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

const hardwareSettingsOf = (settings: DeviceSettings): DeviceSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => !HOME_SETTINGS.some((word) => word === name)),
  )

export type MaintenanceService = ReturnType<typeof createMaintenanceService>
