import { dateIn, middayIn } from '@senca/contract'
import { type Home, SUN_DEFAULTS, SUN_TYPES, type Sun, type SunRequest } from '@senca/contract/automation'
import type { Activity, SeenActivity } from '#features/activity/index.ts'
import { type Device, type DeviceService, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import { type HomeService, sunTimesAround } from '#features/homes/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { SunStore } from './sun.store.ts'
import type { SunWatcher } from './sun-watcher.ts'

interface SunServiceOptions {
  store: SunStore
  watcher: Pick<SunWatcher, 'dueAt' | 'send'>
  database: Pick<Database, 'db'>
  clock: Clock
  devices: Pick<DeviceService, 'find'>
  /** Loads devices by their ids; the result may be cached. */
  lookup(ids: readonly string[]): Promise<Device[]>
  shadows: Pick<Shadows, 'get'>
  homes: Pick<HomeService, 'find'>
  activity: Pick<Activity, 'record'>
  updated(deviceId: string): void
  failed(error: unknown): void
}

const DAY_MS = 86_400_000
/** The longest time for which following the sun can be paused. */
const LONGEST_PAUSE_MS = 30 * DAY_MS

const MOVES: ReadonlySet<SeenActivity['action']> = new Set(['move', 'move_to_ventilation', 'stop', 'moved'])

/** The next sunrise at a home; one day later if the sun does not rise. */
function sunriseAfter(now: Date, home: Pick<Home, 'lat' | 'lon' | 'timezone'>): Date {
  const today = middayIn(home.timezone, dateIn(home.timezone, now))
  for (let day = 0; day < 2; day += 1) {
    const { sunrise } = sunTimesAround(new Date(today.getTime() + day * DAY_MS), home)
    if (sunrise !== null && sunrise > now) return sunrise
  }
  return new Date(now.getTime() + DAY_MS)
}

/** The settings of a window after a request. Throws `malformed_request` if they are not valid together. */
function changed(before: Sun | null, request: Omit<SunRequest, 'token' | 'pausedUntil'>): Sun {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
  const { azimuth } = { ...before, ...request }
  if (azimuth === undefined)
    throw new ApiError('malformed_request', {
      key: 'azimuth',
      message: 'The way the window faces is needed.',
    })
  const sun: Sun = {
    ...SUN_DEFAULTS,
    mode: 'off',
    pausedUntil: null,
    wants: null,
    ...before,
    ...given,
    azimuth: azimuth % 360,
  }
  if (sun.windowTop <= sun.windowBottom)
    throw new ApiError('malformed_request', {
      key: 'windowTop',
      message: 'The top of the glass is above its bottom.',
    })
  return sun
}

/** The settings of shades that follow the sun. */
export function createSunService(options: SunServiceOptions) {
  const { store, watcher, database, clock, devices, lookup, shadows, homes, activity, updated, failed } =
    options

  const pauseUntil = (until: string): string => {
    const at = new Date(until)
    const ms = at.getTime() - clock.now().getTime()
    if (ms <= 0 || ms > LONGEST_PAUSE_MS)
      throw new ApiError('malformed_request', {
        key: 'pausedUntil',
        message: 'A time within the next 30 days is needed.',
      })
    return at.toISOString()
  }

  /** Called when a person moved a device. Following the sun is paused until the next sunrise. */
  const pause = async (deviceId: string): Promise<void> => {
    const [known] = await lookup([deviceId])
    if (known?.ownerId == null || known.sun === null || known.sun.mode === 'off') return
    const home = await homes.find(known.ownerId)
    if (home === null) return
    const until = sunriseAfter(clock.now(), home).toISOString()
    await database.db.transaction(async (queries) => {
      const device = await store.hold(queries, known)
      if (device === null || device.sun === null || device.sun.mode === 'off') return
      const { pausedUntil } = device.sun
      if (pausedUntil !== null && pausedUntil >= until) return
      await store.writeSun(queries, deviceId, { ...device.sun, pausedUntil: until, hasFailed: false })
    })
    updated(deviceId)
  }

  return {
    /**
     * Sets how a shade follows the sun and checks it at once. Throws `device_not_exist`, `insufficient_permission`,
     * `device_unsupported_action` for a device that cannot shade, `data_missing` without a home, `malformed_request`.
     */
    async set(actor: AccountActor, { token, pausedUntil, ...request }: SunRequest): Promise<Sun> {
      const found = await devices.find(actor, 'maintain', token)
      const { id } = found
      if (!SUN_TYPES.has(effectiveTypeOf(found, shadows.get(id))))
        throw new ApiError('device_unsupported_action', { deviceId: id })
      const until = typeof pausedUntil === 'string' ? pauseUntil(pausedUntil) : pausedUntil
      const home = await homes.find(found.ownerId ?? actor.accountId)
      const now = clock.now()
      const { sun, move } = await database.db.transaction(async (queries) => {
        const device = await store.hold(queries, found)
        if (device === null) throw new ApiError('device_not_exist', { deviceId: id })
        const next = changed(device.sun, request)
        if (next.mode !== 'off' && home === null)
          throw new ApiError('data_missing', { key: 'home', message: 'The home has no place yet.' })
        const shown: Sun = {
          ...next,
          wants: null,
          hasFailed: false,
          ...(until === undefined ? {} : { pausedUntil: until }),
        }
        await store.writeSun(queries, id, shown)
        const isChanged = Object.values(request).some((value) => value !== undefined)
        if (isChanged) await store.follow(queries, id, now)
        const check = await store.check(queries, id)
        // If this ended a pause, nothing moves before the wanted position changes.
        return check === null
          ? { sun: shown, move: null }
          : watcher.dueAt(queries, check, { isPausing: until !== undefined && !isChanged })
      })
      activity.record(actor, found, {
        action: 'settings',
        details: { settings: ['sun'] },
        change: { before: { sun: found.sun }, after: { sun } },
      })
      updated(id)
      if (move !== null) void watcher.send(move).catch(failed)
      return sun
    },

    /** Handles activity of devices: a movement by a person pauses following the sun. */
    received({ deviceId, isByPerson, action }: SeenActivity) {
      if (isByPerson && MOVES.has(action)) void pause(deviceId).catch(failed)
    },
  }
}

export type SunService = ReturnType<typeof createSunService>
