import type { LinkWindow } from './link-calls.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** The first of January 1970 was a Thursday, the fourth day from Monday. */
const WEEKDAY_OF_1970 = 3
/** Where the change of a clock is looked for, to this exactness. */
const EXACT_MS = 1_000

/** A time on the wall: weekday 1 (Monday) .. 7, minutes since midnight. */
interface WallTime {
  weekday: number
  minutes: number
}

/** A stretch of time, its end not included. */
export interface Interval {
  from: Date
  until: Date
}

const formatByZone = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 500

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatByZone.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formatByZone.size >= MAX_FORMATS) formatByZone.clear()
  formatByZone.set(timeZone, format)
  return format
}

/** Whether there is a time zone of this name. */
export function isTimeZone(timeZone: string): boolean {
  try {
    formatOf(timeZone)
    return true
  } catch {
    return false
  }
}

/** What the clock on the wall shows, as if it were UTC. */
function wallClockOf(timeZone: string, at: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}

const offsetOf = (timeZone: string, at: number): number =>
  wallClockOf(timeZone, at) - Math.floor(at / 1_000) * 1_000

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

/** A window in minutes since midnight. */
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

/** Whether a moment lies in one of the windows, by the clocks of the zone; without windows every moment does. */
export function isInWindows(windows: readonly LinkWindow[], timeZone: string, at: Date): boolean {
  if (windows.length === 0) return true
  return isInAny(hoursOf(windows), wallTimeOf(at.getTime(), offsetOf(timeZone, at.getTime())))
}

/** The moment between two at which the clocks are put forward or back. */
function clockChange(timeZone: string, early: number, late: number): number {
  const before = offsetOf(timeZone, early)
  let [low, high] = [early, late]
  while (high - low > EXACT_MS) {
    const middle = Math.floor((low + high) / 2)
    if (offsetOf(timeZone, middle) === before) low = middle
    else high = middle
  }
  return Math.floor(high / EXACT_MS) * EXACT_MS
}

/** A stretch of time in which the clocks stand at one distance from UTC, milliseconds. */
interface Steady {
  from: number
  until: number
  offset: number
}

/** Cuts a stretch of time where the clocks change; asking a zone for its clocks is what costs time here. */
function steadyStretches(timeZone: string, from: number, until: number): Steady[] {
  let current: Steady = { from, until, offset: offsetOf(timeZone, from) }
  const stretches = [current]
  for (let at = from; at < until; at += DAY_MS) {
    const next = Math.min(at + DAY_MS, until)
    const offset = offsetOf(timeZone, next)
    if (offset === current.offset) continue
    current.until = clockChange(timeZone, at, next)
    current = { from: current.until, until, offset }
    stretches.push(current)
  }
  return stretches
}

/** All moments of a steady stretch at which a window could begin or end, and its beginning, in order. */
function edgesOf(all: readonly Hours[], { from, until, offset }: Steady): number[] {
  const times = [...new Set(all.flatMap(({ start, end }) => [start, end, 0]))].sort((a, b) => a - b)
  const edges = [from]
  const lastDay = Math.floor((until + offset) / DAY_MS)
  for (let day = Math.floor((from + offset) / DAY_MS); day <= lastDay; day += 1) {
    for (const minutes of times) {
      const edge = day * DAY_MS + minutes * MINUTE_MS - offset
      if (edge > from && edge < until) edges.push(edge)
    }
  }
  return edges
}

/** When, within a stretch of time, the windows are open. */
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
    const edges = edgesOf(all, steady)
    for (const [index, start] of edges.entries()) {
      const end = edges[index + 1] ?? steady.until
      if (end <= start || !isInAny(all, wallTimeOf(start, steady.offset))) continue
      const last = intervals.at(-1)
      if (last?.until.getTime() === start) last.until = new Date(end)
      else intervals.push({ from: new Date(start), until: new Date(end) })
    }
  }
  return intervals
}
