import { clockChangeBetween } from '../automation/clock-times.ts'
import { zoneOffsetAt } from '../automation/time-zones.ts'
import type { LinkWindow } from './link-calls.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** 1 January 1970 was a Thursday, the fourth day of a week that starts on Monday. */
const WEEKDAY_OF_1970 = 3

/** A local time: weekday 1 (Monday) .. 7, and minutes since midnight. */
interface WallTime {
  weekday: number
  minutes: number
}

/** A time interval; `until` is exclusive. */
export interface Interval {
  from: Date
  until: Date
}

const offsetsByZone = new Map<string, Map<number, number>>()
const MAX_ZONES = 500
const MAX_DAYS = 500

/** The UTC offset of a zone at midnight UTC. Cached, because reading the offset of a zone is slow. */
function offsetAtMidnight(timeZone: string, day: number): number {
  const offsets = offsetsByZone.get(timeZone) ?? new Map<number, number>()
  const known = offsets.get(day)
  if (known !== undefined) return known
  if (offsetsByZone.size >= MAX_ZONES) offsetsByZone.clear()
  if (offsets.size >= MAX_DAYS) offsets.clear()
  offsetsByZone.set(timeZone, offsets)
  const offset = zoneOffsetAt(timeZone, day * DAY_MS)
  offsets.set(day, offset)
  return offset
}

/**
 * The UTC offset of a zone at a moment. If the offset is the same at both surrounding midnights, the clocks do not change in
 * between.
 */
function offsetOf(timeZone: string, at: number): number {
  const day = Math.floor(at / DAY_MS)
  const offset = offsetAtMidnight(timeZone, day)
  return offset === offsetAtMidnight(timeZone, day + 1) ? offset : zoneOffsetAt(timeZone, at)
}

function wallTimeOf(at: number, offset: number): WallTime {
  const wallClock = at + offset
  const day = Math.floor(wallClock / DAY_MS)
  return {
    weekday: ((day + WEEKDAY_OF_1970) % 7) + 1,
    minutes: Math.floor((wallClock - day * DAY_MS) / MINUTE_MS),
  }
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** A window, in minutes since midnight. */
interface Hours {
  days: readonly number[]
  start: number
  end: number
}

const hoursOf = (windows: readonly LinkWindow[]): Hours[] =>
  windows.map(({ days, from, until }) => ({ days, start: minutesOf(from), end: minutesOf(until) }))

const dayBefore = (weekday: number): number => (weekday === 1 ? 7 : weekday - 1)

function contains({ days, start, end }: Hours, { weekday, minutes }: WallTime): boolean {
  if (end > start) return days.includes(weekday) && minutes >= start && minutes < end
  return (days.includes(weekday) && minutes >= start) || (days.includes(dayBefore(weekday)) && minutes < end)
}

const isInAny = (all: readonly Hours[], wallTime: WallTime): boolean =>
  all.some((hours) => contains(hours, wallTime))

/** Whether a moment is within one of the windows, in the local time of the zone. Without windows, every moment is. */
export function isInWindows(windows: readonly LinkWindow[], timeZone: string, at: Date): boolean {
  if (windows.length === 0) return true
  return isInAny(hoursOf(windows), wallTimeOf(at.getTime(), offsetOf(timeZone, at.getTime())))
}

/** A time interval with a constant UTC offset; all values in milliseconds. */
interface Steady {
  from: number
  until: number
  offset: number
}

/** Splits a time interval where the clocks change, so that the slow read of the offset is done once per part. */
function steadyStretches(timeZone: string, from: number, until: number): Steady[] {
  let current: Steady = { from, until, offset: offsetOf(timeZone, from) }
  const stretches = [current]
  for (let at = from; at < until; at += DAY_MS) {
    const next = Math.min(at + DAY_MS, until)
    const offset = offsetOf(timeZone, next)
    if (offset === current.offset) continue
    current.until = clockChangeBetween(timeZone, at, next)
    current = { from: current.until, until, offset }
    stretches.push(current)
  }
  return stretches
}

/** Returns the starts and ends of all windows within a steady interval, in milliseconds, sorted by start and not yet merged. */
function openingsIn(all: readonly Hours[], { from, until, offset }: Steady): [number, number][] {
  const openings: [number, number][] = []
  const lastDay = Math.floor((until + offset) / DAY_MS)
  // Starts one day earlier, because a window of that day may extend past midnight.
  for (let day = Math.floor((from + offset) / DAY_MS) - 1; day <= lastDay; day += 1) {
    const midnight = day * DAY_MS - offset
    const { weekday } = wallTimeOf(midnight, offset)
    for (const { days, start, end } of all) {
      if (!days.includes(weekday)) continue
      const length = end > start ? end - start : end - start + DAY_MINUTES
      const opens = Math.max(from, midnight + start * MINUTE_MS)
      const closes = Math.min(until, midnight + (start + length) * MINUTE_MS)
      if (closes > opens) openings.push([opens, closes])
    }
  }
  return openings.sort(([a], [b]) => a - b)
}

/** The intervals within `from` and `until` in which the windows are open. */
export function openIntervals(
  windows: readonly LinkWindow[],
  timeZone: string,
  { from, until }: Interval,
): Interval[] {
  if (until <= from) return []
  if (windows.length === 0) return [{ from, until }]
  const intervals: Interval[] = []
  const all = hoursOf(windows)
  for (const steady of steadyStretches(timeZone, from.getTime(), until.getTime())) {
    for (const [opens, closes] of openingsIn(all, steady)) {
      const last = intervals.at(-1)
      if (last === undefined || last.until.getTime() < opens)
        intervals.push({ from: new Date(opens), until: new Date(closes) })
      else if (last.until.getTime() < closes) last.until = new Date(closes)
    }
  }
  return intervals
}
