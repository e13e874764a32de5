import { type CatchUp, type ScenarioTrigger, WEEKDAYS } from '@senca/contract/automation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeOfRun } from '#testing/full-run.ts'
import { claimDues } from './due-claims.ts'
import { type DuePlace, nextDueAfter } from './due-times.ts'

/** Places with daylight saving time in the north, in the south, of half an hour, and without it. */
const PLACES: DuePlace[] = [
  { lat: 46.0569, lon: 14.5058, timezone: 'Europe/Ljubljana' },
  { lat: 40.71, lon: -74.01, timezone: 'America/New_York' },
  { lat: -33.45, lon: -70.67, timezone: 'America/Santiago' },
  { lat: -31.55, lon: 159.08, timezone: 'Australia/Lord_Howe' },
  { lat: 35.68, lon: 139.69, timezone: 'Asia/Tokyo' },
]
const START = Date.parse('2026-01-01T00:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const HISTORIES = Number(process.env.DUE_HISTORIES ?? sizeOfRun(4_000, 400))

/** Clocks change only at quarters of an hour. */
const QUARTER = 15 * MINUTE

/** The local time of a zone, taken from the platform for each quarter of an hour. */
const wallAt = (() => {
  const zoneOf = (timeZone: string) => ({
    format: new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
    offsets: new Map<number, number>(),
  })
  const zones = new Map(PLACES.map(({ timezone }) => [timezone, zoneOf(timezone)]))
  const offsetOf = (timeZone: string, quarter: number): number => {
    const zone = zones.get(timeZone)
    if (zone === undefined) throw new Error(`no place in ${timeZone}`)
    const known = zone.offsets.get(quarter)
    if (known !== undefined) return known
    const at = quarter * QUARTER
    const { year, month, day, hour, minute } = Object.fromEntries(
      zone.format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    )
    const offset = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute) - at
    zone.offsets.set(quarter, offset)
    return offset
  }
  return (timeZone: string, at: number) => {
    const wall = at + offsetOf(timeZone, Math.floor(at / QUARTER))
    const day = Math.floor(wall / DAY)
    // 1 January 1970 was a Thursday.
    return { weekday: WEEKDAYS[(day + 3) % 7] ?? '', day, minutes: Math.floor((wall - day * DAY) / MINUTE) }
  }
})()

interface Rule {
  minutes: number
  days: string[]
}

/**
 * A simple oracle. It goes through every minute and returns those at which a clock reached or passed a time of day that it had
 * not shown on that calendar day.
 */
function oracle({ minutes, days }: Rule, timeZone: string, from: number, until: number): number[] {
  const fired: number[] = []
  // Starts well before, so that the times already shown are known.
  const begin = Math.ceil(from / MINUTE) * MINUTE - 3 * HOUR
  let before = wallAt(timeZone, begin - MINUTE)
  let firedOn = Number.NaN
  for (let at = begin; at <= until; at += MINUTE) {
    const now = wallAt(timeZone, at)
    const isSameDay = now.day === before.day
    const isShown = now.minutes === minutes
    const isPassed = isSameDay && before.minutes < minutes && now.minutes > minutes
    const isPassedAtMidnight = !isSameDay && minutes < now.minutes
    if ((isShown || isPassed || isPassedAtMidnight) && firedOn !== now.day) {
      firedOn = now.day
      if (at >= from && days.includes(now.weekday)) fired.push(at)
    }
    before = now
  }
  return fired
}

const triggersOf = ({ minutes, days }: Rule): ScenarioTrigger[] => [
  { type: 'TimeOfDay', hour: Math.floor(minutes / 60), minute: minutes % 60 },
  {
    type: 'DayOfWeek',
    ...(Object.fromEntries(WEEKDAYS.map((day) => [day, days.includes(day)])) as Record<
      (typeof WEEKDAYS)[number],
      boolean
    >),
  },
]

const ruleArbitrary: fc.Arbitrary<Rule> = fc.record({
  minutes: fc.oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 200 })),
  days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
})

/** Events of a scheduler: time passes, it is down for a while, its clock jumps, the scenario changes. */
const stepArbitrary = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('run' as const), ms: fc.integer({ min: 1, max: 8 * HOUR }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('down' as const), ms: fc.integer({ min: 1, max: 12 * HOUR }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('ahead' as const), ms: fc.integer({ min: 1, max: 3 * HOUR }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('back' as const), ms: fc.integer({ min: 1, max: 3 * HOUR }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), rule: ruleArbitrary }) },
)

/** A moment near a clock change, or anywhere in three years. */
const beginArbitrary = (place: DuePlace) => {
  const changes: number[] = []
  for (let at = START; at < START + 3 * 365 * DAY; at += DAY) {
    const offset = (moment: number) => wallAt(place.timezone, moment).minutes
    if (offset(at) !== offset(at + DAY)) changes.push(at)
  }
  const anywhere = fc.integer({ min: START, max: START + 3 * 365 * DAY })
  return changes.length === 0
    ? anywhere
    : fc.oneof(
        anywhere,
        fc.constantFrom(...changes).map((at) => at - 6 * HOUR),
      )
}

const worldArbitrary = fc.constantFrom(...PLACES).chain((place) =>
  fc.record({
    place: fc.constant(place),
    begin: beginArbitrary(place).map((at) => Math.floor(at / MINUTE) * MINUTE),
    rule: ruleArbitrary,
    catchUp: fc.constantFrom<CatchUp>('skip', 'within', 'latest'),
    steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 6 }),
  }),
)

/** The scheduler's rules without a database: it checks often, claims what is due and remembers its claims. */
function play({
  place,
  begin,
  rule,
  catchUp,
  steps,
}: typeof worldArbitrary extends fc.Arbitrary<infer T> ? T : never) {
  const claimed = new Map<number, boolean>()
  let now = begin
  let watchingSince = begin
  let current = rule
  let nextAt = nextDueAfter(triggersOf(rule), place, new Date(now))?.at ?? null
  /** The due times according to the oracle, and whether each must run. */
  const expected = new Map<number, boolean>()
  /** A clock that was set back shows past times again. They count only for an edited scenario. */
  let overUntil = begin
  const dueUntil = (until: number): number[] => {
    const due = oracle(current, place.timezone, Math.max(now, overUntil) + 1, until)
    overUntil = Math.max(overUntil, until)
    return due.filter((at) => !expected.has(at))
  }

  const check = () => {
    if (nextAt === null || nextAt.getTime() > now) return
    const scenario = { triggers: triggersOf(current), catchUp, nextAt }
    const result = claimDues(scenario, place, { now: new Date(now), watchingSince: new Date(watchingSince) })
    // The database has one row for each due time.
    for (const { dueAt, isRun } of result.claims)
      if (!claimed.has(dueAt.getTime())) claimed.set(dueAt.getTime(), isRun)
    nextAt = result.nextAt
  }
  /** Advances time and checks every half minute. */
  const runFor = (ms: number) => {
    const until = now + ms
    for (const due of dueUntil(until)) expected.set(due, true)
    while (nextAt !== null && nextAt.getTime() <= until) {
      now = nextAt.getTime()
      check()
    }
    now = until
    check()
  }
  const missFor = (ms: number) => {
    const missed = dueUntil(now + ms)
    now += ms
    watchingSince = now
    for (const due of missed) {
      const isLast = due === missed.at(-1)
      const isRun =
        due === now || (catchUp === 'within' ? now - due <= 30 * MINUTE : catchUp === 'latest' && isLast)
      expected.set(due, isRun)
    }
    check()
  }

  for (const step of steps) {
    switch (step.kind) {
      case 'run':
        runFor(step.ms)
        break
      case 'down':
      case 'ahead':
        missFor(step.ms)
        break
      case 'back':
        now -= step.ms
        watchingSince = Math.min(watchingSince, now)
        break
      case 'edit':
        check()
        current = step.rule
        overUntil = now
        nextAt = nextDueAfter(triggersOf(current), place, new Date(now))?.at ?? null
    }
  }
  return { claimed, expected }
}

describe('the times of scenarios', () => {
  it(`equal those of a plain oracle, each once, in ${HISTORIES} histories`, { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(worldArbitrary, (world) => {
        const { claimed, expected } = play(world)
        expect([...claimed].toSorted(([a], [b]) => a - b)).toEqual(
          [...expected].toSorted(([a], [b]) => a - b),
        )
      }),
      { numRuns: HISTORIES },
    )
  })
})
