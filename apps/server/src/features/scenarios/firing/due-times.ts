import { clockTimeIn, dateIn, middayIn } from '@senca/contract'
import {
  type FiringReason,
  type Home,
  isOnWeekday,
  isTimeTrigger,
  type ScenarioTrigger,
  type SunTrigger,
  type TimeTrigger,
} from '@senca/contract/automation'
import { type SunTimes, sunTimesAround } from '#features/homes/index.ts'

type TimeReason = Extract<FiringReason, { type: 'time' | 'sunrise' | 'sunset' }>

/** A moment at which a scenario is due. */
export interface Due {
  at: Date
  reason: TimeReason
}

/** The place that determines the clock and the sun of a scenario. */
export type DuePlace = Pick<Home, 'lat' | 'lon' | 'timezone'>

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The sun rises at most half a day before solar noon. Solar noon is up to 4 h away from 12:00, and an offset can add 3 h. */
const EARLIEST_BEFORE_MIDDAY_MS = 20 * HOUR_MS
/**
 * A scenario of the sun may wait for the end of a polar night and then for its weekday. If it finds no time within this limit, it
 * is never due.
 */
const LONGEST_WAIT_DAYS = 400

const MAX_SUN_DAYS = 5_000
const sunByDay = new Map<string, SunTimes>()

/** Cached, because every scenario of a home needs the sun times of a day. */
function sunOf(date: string, { lat, lon, timezone }: DuePlace): SunTimes {
  const key = `${lat} ${lon} ${timezone} ${date}`
  const known = sunByDay.get(key)
  if (known !== undefined) return known
  if (sunByDay.size >= MAX_SUN_DAYS) sunByDay.clear()
  const times = sunTimesAround(middayIn(timezone, date), { lat, lon })
  sunByDay.set(key, times)
  return times
}

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
/** 0 is Monday, 6 is Sunday. */
const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function sunDue(trigger: SunTrigger, date: string, place: DuePlace): Due | null {
  const { offset = 0, notBefore, notAfter } = trigger
  const sun = sunOf(date, place)
  const event = trigger.type === 'Sunrise' ? sun.sunrise : sun.sunset
  if (event === null) return null
  const wall = (time: string) => clockTimeIn(place.timezone, date, minutesOf(time)).getTime()
  // Rounded to whole minutes, as people and tables show them.
  const wished = Math.round(event.getTime() / MINUTE_MS) * MINUTE_MS + offset * MINUTE_MS
  const earliest = notBefore === undefined ? wished : Math.max(wished, wall(notBefore))
  const at = notAfter === undefined ? earliest : Math.min(earliest, wall(notAfter))
  return { at: new Date(at), reason: { type: trigger.type === 'Sunrise' ? 'sunrise' : 'sunset', offset } }
}

function dueOn(trigger: TimeTrigger, date: string, place: DuePlace): Due | null {
  if (trigger.type !== 'TimeOfDay') return sunDue(trigger, date, place)
  const { hour, minute } = trigger
  return {
    at: clockTimeIn(place.timezone, date, hour * 60 + minute),
    reason: { type: 'time', hour, minute },
  }
}

/**
 * The moments after `after` at which triggers are due, in order and without end. If several are due at the same moment, the first
 * of the triggers is used. A pure function.
 */
export function* duesAfter(
  triggers: readonly ScenarioTrigger[],
  place: DuePlace,
  after: Date,
): Generator<Due, void> {
  const times = triggers.filter(isTimeTrigger)
  if (times.length === 0) return
  const today = dateIn(place.timezone, after)
  let waiting: Due[] = []
  let last = after.getTime()
  let lastDay = 0
  for (let day = -1; day <= lastDay + LONGEST_WAIT_DAYS; day += 1) {
    const date = dayAfter(today, day)
    if (isOnWeekday(triggers, weekdayOf(date)))
      waiting.push(...times.flatMap((trigger) => dueOn(trigger, date, place) ?? []))
    // Nothing of the next day is due before this moment.
    const settled = middayIn(place.timezone, dayAfter(date, 1)).getTime() - EARLIEST_BEFORE_MIDDAY_MS
    const ready = waiting
      .filter(({ at }) => at.getTime() < settled)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    waiting = waiting.filter(({ at }) => at.getTime() >= settled)
    for (const due of ready) {
      if (due.at.getTime() <= last) continue
      last = due.at.getTime()
      lastDay = day
      yield due
    }
  }
}

/** The first due time after a moment; null if there is none. */
export function nextDueAfter(triggers: readonly ScenarioTrigger[], place: DuePlace, after: Date): Due | null {
  for (const due of duesAfter(triggers, place, after)) return due
  return null
}

/** Longer than the way from midday to the end of any day. */
const HALF_DAY_MS = 14 * HOUR_MS

/** The due time on the same day that is nearest to a moment; null if there is none on that day. */
function dueOfDay(triggers: readonly ScenarioTrigger[], place: DuePlace, moment: Date): Date | null {
  const day = dateIn(place.timezone, moment)
  const midday = middayIn(place.timezone, day).getTime()
  const distanceTo = (at: Date) => Math.abs(at.getTime() - moment.getTime())
  let nearest: Date | null = null
  for (const { at } of duesAfter(triggers, place, new Date(midday - HALF_DAY_MS))) {
    if (at.getTime() > midday + HALF_DAY_MS) break
    const isNearer = nearest === null || distanceTo(at) < distanceTo(nearest)
    if (isNearer && dateIn(place.timezone, at) === day) nearest = at
  }
  return nearest
}

/**
 * The due times that a person has skipped, in milliseconds since 1970. `skips` are due times at the moment of the skip. Each
 * stands for its day, because a change of the place or of a trigger moves what is due on it.
 */
export function skippedTimes(
  triggers: readonly ScenarioTrigger[],
  place: DuePlace | null,
  skips: readonly Date[] = [],
): ReadonlySet<number> {
  if (place === null) return new Set()
  return new Set(skips.flatMap((skip) => dueOfDay(triggers, place, skip)?.getTime() ?? []))
}
