import { type CommandResult, type DeviceWeather, dateIn, kindOf, middayIn } from '@senca/contract'
import type {
  Alarm,
  AlarmRequest,
  AlarmSource,
  WeatherReplay,
  WeatherReplayRequest,
} from '@senca/contract/automation'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Device, DeviceService } from '#features/devices/index.ts'
import { homePlaceOf } from '#features/homes/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import { type AccountActor, can } from '#features/rights/index.ts'
import type { WeatherService } from '#features/weather/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import { alarmsOn, clearAlarm, raiseAlarm } from './alarms.store.ts'
import type { NotifyAutomatic } from './automatic-notices.ts'
import { replay } from './replay.ts'
import { safetyEvents } from './safety-events.ts'
import { evaluateAccount, type WatchStore } from './watches.store.ts'

interface SafetyServiceOptions {
  store: WatchStore
  database: Pick<Database, 'db'>
  clock: Clock
  devices: Pick<DeviceService, 'find'>
  commands: Pick<CommandService, 'override'>
  activity: Pick<Activity, 'record'>
  weather: Pick<WeatherService, 'hoursOf'>
  accounts: Pick<AccountService, 'find'>
  notifyAutomatic: NotifyAutomatic
  notify: Notify
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The default number of days to replay. */
const REPLAYED_DAYS = 30
/** The longest time for which the weather can be prevented from moving a device. */
const LONGEST_PAUSE_MS = 30 * DAY_MS

/** The alarms that are notified by themselves. Of hail and storms people learn by what is moved to safety. */
const NOTIFIED: ReadonlySet<AlarmSource> = new Set(['break_in', 'smoke', 'forced_door'])

/** The next midnight in a time zone, which is the first moment of tomorrow. */
function midnightAfter(now: Date, timezone: string): Date {
  const tomorrow = dateIn(timezone, new Date(middayIn(timezone, dateIn(timezone, now)).getTime() + DAY_MS))
  let low = now.getTime()
  let high = middayIn(timezone, tomorrow).getTime()
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dateIn(timezone, new Date(middle)) >= tomorrow) high = middle
    else low = middle
  }
  return new Date(high)
}

/** Alarms, and decisions of people about held devices. */
export function createSafetyService(options: SafetyServiceOptions) {
  const { store, database, clock, devices, commands, activity, weather } = options
  const { accounts, notify, notifyAutomatic } = options

  const untilOf = async (accountId: string, until: string | undefined): Promise<Date> => {
    const now = clock.now()
    if (until === undefined)
      return midnightAfter(now, (await homePlaceOf(database.db, accountId))?.timezone ?? 'UTC')
    const asked = new Date(until)
    if (asked <= now || asked.getTime() - now.getTime() > LONGEST_PAUSE_MS)
      throw new ApiError('malformed_request', {
        key: 'until',
        message: 'A time within the next 30 days is needed.',
      })
    return asked
  }

  /**
   * Starts or ends an alarm of a home; scenarios of security are evaluated at once. Returns the resulting alarm: a warning of a
   * national service keeps it active.
   */
  const alarm = async (
    accountId: string,
    { source, on }: { source: AlarmSource; on: boolean },
    { reason = null, door }: { reason?: string | null; door?: Pick<Device, 'id' | 'name'> } = {},
  ): Promise<Alarm> => {
    const now = clock.now()
    const deviceId = door?.id
    const key = door === undefined ? `alarm:${source}:${accountId}:` : `door_forced:${door.id}:`
    const { isOn, since } = await database.db.transaction(async (queries) => {
      if (on) await raiseAlarm(queries, { accountId, source, since: now, reason, deviceId: deviceId ?? null })
      else await clearAlarm(queries, { accountId, source, ...(deviceId === undefined ? {} : { deviceId }) })
      const kept = (await alarmsOn(queries, accountId, now)).get(source)
      if (on && kept !== undefined && NOTIFIED.has(source))
        await notify.publish(queries, {
          kind: door === undefined ? 'alarm' : 'door_forced',
          key: `${key}${(door === undefined ? kept.since : now).getTime()}`,
          ownerId: accountId,
          deviceId: deviceId ?? null,
          at: now,
          data:
            door === undefined
              ? { words: source === 'smoke' ? 'smoke' : 'break_in' }
              : { words: 'door_forced', device: door.name },
        })
      else if (!on && (door !== undefined || kept === undefined))
        await notify.end(queries, { keyPrefix: key }, now)
      await evaluateAccount(queries, accountId, now)
      return { isOn: kept !== undefined, since: kept?.since ?? null }
    })
    return { source, on: isOn, since: since?.toISOString() ?? null }
  }

  return {
    alarm,
    /** An alarm from the account itself. */
    alarmBy: ({ accountId }: AccountActor, { reason, ...request }: AlarmRequest): Promise<Alarm> =>
      alarm(accountId, request, reason === undefined ? {} : { reason }),

    /**
     * Prevents the weather from moving devices until a time (default: the next midnight of their home), or allows it again.
     * Throws `device_not_exist`, `insufficient_permission`, `malformed_request`; then nothing changes.
     */
    async setAutomatic(
      actor: AccountActor,
      ids: readonly string[],
      { automatic, until }: { automatic: boolean; until?: string | undefined },
    ): Promise<DeviceWeather> {
      const found: Device[] = []
      for (const id of new Set(ids)) found.push(await devices.find(actor, 'maintain', id))
      // Only the owner may decide about a door, not a person who maintains it.
      const door = found.find((device) => kindOf(device.type).family === 'door' && !can(actor, 'own', device))
      if (door !== undefined) throw new ApiError('insufficient_permission', { deviceId: door.id })
      const [first] = found
      const end = automatic ? null : await untilOf(first?.ownerId ?? actor.accountId, until)
      const deviceIds = found.map(({ id }) => id)
      const by = await accounts.find(actor.accountId)
      await database.db.transaction(async (queries) => {
        if (end === null) await store.resume(queries, deviceIds)
        else await store.pause(queries, deviceIds, end)
        if (by !== null)
          await notifyAutomatic(queries, found, {
            by: { accountId: actor.accountId, email: by.email },
            until: end,
          })
      })
      for (const device of found)
        activity.record(actor, device, {
          action: 'weather_automatic',
          details: { automatic, until: end?.toISOString() ?? null },
          change: { before: null, after: { automatic, until: end?.toISOString() ?? null } },
        })
      return { automatic, until: end?.toISOString() ?? null }
    },

    /** How often weather triggers would have fired in the last days. Throws `data_missing`. */
    async replay(actor: AccountActor, { triggers, days }: WeatherReplayRequest): Promise<WeatherReplay> {
      const until = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS)
      const from = new Date(until.getTime() - (days ?? REPLAYED_DAYS) * DAY_MS)
      const rangeOf = await weather.hoursOf(actor, triggers, { from, until })
      return replay({ triggers, rangeOf, from, until })
    },

    /**
     * Moves a held device once, on the responsibility of its owner. Throws `device_not_exist`, `insufficient_permission`, and
     * `invalid_command` for anything but a move.
     */
    async override(
      actor: AccountActor,
      { token, reason, ...raw }: { token: string; reason: string } & Record<string, unknown>,
    ): Promise<CommandResult[]> {
      const device = await devices.find(actor, 'own', token)
      if (raw.command !== 'move' && raw.command !== 'move_to_ventilation')
        throw new ApiError('invalid_command', { key: 'command', deviceId: device.id })
      await database.db.transaction((queries) =>
        safetyEvents.announce(queries, [{ overriddenId: device.id }]),
      )
      return commands.override(actor, { ...raw, token }, reason)
    },
  }
}

export type SafetyService = ReturnType<typeof createSafetyService>
