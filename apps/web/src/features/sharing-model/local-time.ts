import { clockTimeIn, zoneOffsetAt } from '@senca/contract'
import { homePlaceStore, useHomeZone } from '#core/home-place.ts'

/** The wall clock of a time zone at a moment, in the UTC fields of a date. */
export const wallClock = (moment: Date, timeZone: string): Date =>
  new Date(moment.getTime() + zoneOffsetAt(timeZone, moment.getTime()))

/** A wall clock as the value of a date and time field, to the minute: `2026-06-21T09:30`. */
export const wallValue = (wall: Date): string => wall.toISOString().slice(0, 16)

/** A moment as the value of a date and time field in a time zone. */
export const localValue = (moment: Date, timeZone = ownTimeZone()): string =>
  wallValue(wallClock(moment, timeZone))

/** The moment in the value of such a field; null when it is empty or invalid. */
export function readLocal(value: string, timeZone = ownTimeZone()): Date | null {
  const [, date, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(value) ?? []
  if (date === undefined || Number.isNaN(Date.parse(`${date}T${hours}:${minutes}Z`))) return null
  return clockTimeIn(timeZone, date, Number(hours) * 60 + Number(minutes))
}

/** The IANA name of the time zone of what is shared: that of the home, or of this device until the home has a place. */
export const ownTimeZone = (): string => homePlaceStore.getState().timezone ?? deviceTimeZone()

export const useOwnTimeZone = (): string => useHomeZone() ?? deviceTimeZone()

const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time of day some days after a wall clock. Wall clocks have the time of their zone in the fields of UTC. */
export const dayAfter = (wall: Date, days: number, hours: number, minutes: number): Date =>
  new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days, hours, minutes))

const HOUR_MS = 3_600_000

/** The last minute of a day. Late in the evening one hour from now instead, because to share for a few minutes is useless. */
export function dayEnd(now: Date, days: number): Date {
  const end = dayAfter(now, days, 23, 59)
  const hourAhead = new Date(now.getTime() + HOUR_MS)
  return end < hourAhead ? hourAhead : end
}
