import type { LinkWindow } from './link-calls.ts'

const DAY_MS = 86_400_000
const MINUTES_PER_DAY = 1_440
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

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const formatByZone = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 500

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatByZone.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
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

const partsOf = (timeZone: string, at: number): Record<string, string> =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )

function wallTimeOf(timeZone: string, at: number): WallTime {
  const { weekday = '', hour, minute } = partsOf(timeZone, at)
  return { weekday: WEEKDAYS.indexOf(weekday) + 1, minutes: Number(hour) * 60 + Number(minute) }
}

/** What the clock on the wall shows, as if it were UTC. */
function wallClockOf(timeZone: string, at: number): number {
  const { year, month, day, hour, minute, second } = partsOf(timeZone, at)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}

const offsetOf = (timeZone: string, at: number): number =>
  wallClockOf(timeZone, at) - Math.floor(at / 1_000) * 1_000

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const dayBefore = (weekday: number): number => (weekday === 1 ? 7 : weekday - 1)

function contains({ days, from, until }: LinkWindow, { weekday, minutes }: WallTime): boolean {
  const start = minutesOf(from)
  const end = minutesOf(until)
  if (end > start) return days.includes(weekday) && minutes >= start && minutes < end
  return (days.includes(weekday) && minutes >= start) || (days.includes(dayBefore(weekday)) && minutes < end)
}

/** Whether a moment lies in one of the windows, by the clocks of the zone; without windows every moment does. */
export function isInWindows(windows: readonly LinkWindow[], timeZone: string, at: Date): boolean {
  if (windows.length === 0) return true
  const wallTime = wallTimeOf(timeZone, at.getTime())
  return windows.some((window) => contains(window, wallTime))
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

/** All moments of a stretch of time at which a window could begin or end. */
function edgesOf(windows: readonly LinkWindow[], timeZone: string, from: number, until: number): number[] {
  const times = [
    ...new Set(windows.flatMap((window) => [minutesOf(window.from), minutesOf(window.until), 0])),
  ]
  const edges: number[] = []
  const firstDay = Math.floor((from + offsetOf(timeZone, from)) / DAY_MS) - 1
  const lastDay = Math.ceil((until + offsetOf(timeZone, until)) / DAY_MS) + 1
  for (let day = firstDay; day <= lastDay; day += 1) {
    const noonBefore = day * DAY_MS - DAY_MS / 2
    const offsets = [offsetOf(timeZone, noonBefore), offsetOf(timeZone, noonBefore + 2 * DAY_MS)]
    if (offsets[0] !== offsets[1]) edges.push(clockChange(timeZone, noonBefore, noonBefore + 2 * DAY_MS))
    for (const offset of new Set(offsets)) {
      for (const minutes of times) {
        edges.push(day * DAY_MS + (minutes / MINUTES_PER_DAY) * DAY_MS - offset)
      }
    }
  }
  return [...new Set(edges)].filter((edge) => edge > from && edge < until).sort((a, b) => a - b)
}

/** When, within a stretch of time, the windows are open. */
export function openIntervals(
  windows: readonly LinkWindow[],
  timeZone: string,
  { from, until }: Interval,
): Interval[] {
  if (until <= from) return []
  if (windows.length === 0) return [{ from, until }]
  const edges = [
    from.getTime(),
    ...edgesOf(windows, timeZone, from.getTime(), until.getTime()),
    until.getTime(),
  ]
  const intervals: Interval[] = []
  for (const [index, start] of edges.slice(0, -1).entries()) {
    const end = new Date(edges[index + 1] ?? start)
    if (!isInWindows(windows, timeZone, new Date(start))) continue
    const last = intervals.at(-1)
    if (last?.until.getTime() === start) last.until = end
    else intervals.push({ from: new Date(start), until: end })
  }
  return intervals
}
