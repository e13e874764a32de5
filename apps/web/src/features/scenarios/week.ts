import { clockTimeIn, dateIn, middayIn } from '@senca/contract'
import {
  type Home,
  isOnWeekday,
  isTimeTrigger,
  type ScenarioOutlook,
  type ScenarioTrigger,
  type SunTrigger,
  type TimeTrigger,
} from '@senca/contract/automation'
import { getTimes } from 'suncalc'

export type WeekPlace = Pick<Home, 'lat' | 'lon' | 'timezone'>

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WEEK = 7
/** Two scenarios that move the same device within this many minutes collide. */
const CLOSE_MINUTES = 10

/** The next seven days of a home as YYYY-MM-DD, starting with today. */
export const weekFrom = (now: Date, timezone: string): string[] => {
  const today = Date.parse(dateIn(timezone, now))
  return Array.from({ length: WEEK }, (_, day) => new Date(today + day * DAY_MS).toISOString().slice(0, 10))
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
/** The weekday: 0 is Monday, 6 is Sunday. */
const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % WEEK

/** Sunrise and sunset on a day of the home; null if the sun does not rise or set. */
export function sunOfDay(date: string, { lat, lon, timezone }: WeekPlace) {
  const { sunrise, sunset } = getTimes(middayIn(timezone, date), lat, lon)
  return { sunrise, sunset }
}

function sunTime(trigger: SunTrigger, date: string, place: WeekPlace): Date | null {
  const { offset = 0, notBefore, notAfter } = trigger
  const { sunrise, sunset } = sunOfDay(date, place)
  const event = trigger.type === 'Sunrise' ? sunrise : sunset
  if (event === null) return null
  const wall = (clock: string) => clockTimeIn(place.timezone, date, minutesOf(clock)).getTime()
  const wished = Math.round(event.getTime() / MINUTE_MS) * MINUTE_MS + offset * MINUTE_MS
  const earliest = notBefore === undefined ? wished : Math.max(wished, wall(notBefore))
  return new Date(notAfter === undefined ? earliest : Math.min(earliest, wall(notAfter)))
}

const timeOn = (trigger: TimeTrigger, date: string, place: WeekPlace): Date | null =>
  trigger.type === 'TimeOfDay'
    ? clockTimeIn(place.timezone, date, trigger.hour * 60 + trigger.minute)
    : sunTime(trigger, date, place)

/**
 * When the triggers of the draft would fire in the coming week, earliest first. Times of the sun are accurate to one or two
 * minutes.
 */
export function firingsOfWeek(triggers: readonly ScenarioTrigger[], place: WeekPlace, now: Date): Date[] {
  return weekFrom(now, place.timezone)
    .filter((date) => isOnWeekday(triggers, weekdayOf(date)))
    .flatMap((date) =>
      triggers.filter(isTimeTrigger).flatMap((trigger) => timeOn(trigger, date, place) ?? []),
    )
    .filter((at) => at > now)
    .toSorted((one, other) => one.getTime() - other.getTime())
}

/** The date of a moment at the home, and the share of that day that has passed. */
export function momentInHome(at: Date, timezone: string): { date: string; share: number } {
  const date = dateIn(timezone, at)
  const begin = clockTimeIn(timezone, date, 0).getTime()
  const end = clockTimeIn(
    timezone,
    new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10),
    0,
  ).getTime()
  return { date, share: (at.getTime() - begin) / (end - begin) }
}

/** The runs of other scenarios that move one of these devices at nearly the same time; only the first of each scenario. */
export function collisionsOf(
  firings: readonly Date[],
  deviceIds: readonly string[],
  others: ScenarioOutlook,
): ScenarioOutlook {
  const close = others.filter(
    ({ at, deviceIds: moved }) =>
      moved.some((id) => deviceIds.includes(id)) &&
      firings.some((own) => Math.abs(own.getTime() - Date.parse(at)) <= CLOSE_MINUTES * MINUTE_MS),
  )
  return close.filter(
    ({ scenarioId }, index) => close.findIndex((one) => one.scenarioId === scenarioId) === index,
  )
}
