import { LIMITS } from '@senca/contract'
import {
  type AlarmSource,
  alarmsOf,
  DANGERS,
  type Danger,
  dangerOfAlarm,
  dangerOfWeather,
  type FiringReason,
  isWeatherTrigger,
  type SafetyRelease,
  type ScenarioTrigger,
  type SecurityTrigger,
  type WeatherMeasurement,
  type WeatherTrigger,
} from '@senca/contract/automation'

type WeatherCause = Extract<FiringReason, { type: 'weather' }>
type AlarmCause = Extract<FiringReason, { type: 'security' }>
/** Why a scenario is active. */
export type Cause = WeatherCause | AlarmCause

/** The state of a weather trigger since its scenario became active. Times are milliseconds since 1970. */
interface RuleState {
  hasMatched: boolean
  /** Since when its value has been calm; null while it is not. */
  calmSince: number | null
}

/** The state of a scenario of weather or security; `cause` is null while it is not active. */
export interface WatchState {
  /** When watching began. A sensor counts as silent only after it had time to report. */
  since: number
  cause: Cause | null
  activeSince: number | null
  /** When the scenario ends unless something changes; null if unknown. */
  until: number | null
  /**
   * Equals `until` if no value becomes too old before. Then the scenario ends at this time even if it is evaluated slightly later,
   * with a newer value. Absent if unknown.
   */
  endsAt?: number
  isSilent: boolean
  /** Shared devices that the author of the scenario may not command now; absent if there are none. */
  withheld?: string[]
  rules: Record<string, RuleState>
}

/** The current value of a trigger; null if no source ever reported one. */
export interface Measured {
  value: number
  freshUntil: Date
}

const MINUTE_MS = 60_000
/** A weather provider is asked when a scenario is created, and answers within this time or not at all. */
const FIRST_VALUE_MS = 15_000
/** The displayed reason changes when the value has grown by this fraction. */
const NEWS = 0.1

/** How far on the other side of its threshold a value must be to count as calm. For wind it is a fraction of the threshold. */
const HYSTERESIS: Record<WeatherMeasurement, (threshold: number) => number> = {
  wind_speed: (threshold) => Math.abs(threshold) * 0.2,
  wind_gust: (threshold) => Math.abs(threshold) * 0.2,
  temperature: () => 1,
  humidity: () => 5,
  pressure: () => 1,
  co2: () => 50,
  rain: () => 0,
  snow: () => 0,
}

export const initialWatch = (now: Date): WatchState => ({
  since: now.getTime(),
  cause: null,
  activeSince: null,
  until: null,
  isSilent: false,
  rules: {},
})

export const keyOf = ({ ruleId, measurement }: WeatherTrigger): string => ruleId ?? measurement

const matches = ({ condition, value }: WeatherTrigger, measured: number): boolean =>
  condition === 'gt' ? measured > value : measured < value

function isCalm({ measurement, condition, value }: WeatherTrigger, measured: number): boolean {
  const margin = HYSTERESIS[measurement](value)
  return condition === 'gt' ? measured <= value - margin : measured >= value + margin
}

/** What ends a hold by the trigger that caused it; null for an alarm, and if the scenario has no such trigger any more. */
export function releaseOf(cause: Cause, triggers: readonly ScenarioTrigger[]): SafetyRelease | null {
  if (cause.type === 'security') return null
  const { measurement, condition, threshold } = cause
  const trigger = triggers
    .filter(isWeatherTrigger)
    .find((one) => one.measurement === measurement && one.condition === condition && one.value === threshold)
  if (trigger === undefined) return null
  const margin = HYSTERESIS[measurement](threshold)
  return {
    value: condition === 'gt' ? threshold - margin : threshold + margin,
    minutes: trigger.holdFor ?? LIMITS.HOLD_FOR_DEFAULT_MINUTES,
  }
}

export const dangerOf = (cause: Cause): Danger | null =>
  cause.type === 'security'
    ? dangerOfAlarm(cause.source)
    : dangerOfWeather(cause.measurement, cause.condition)

/** The rank of a danger; 0 is the gravest. */
export const rankOf = (danger: Danger | null): number =>
  danger === null ? DANGERS.length : DANGERS.indexOf(danger)

const gravest = <T extends Cause>(causes: readonly T[]): T | null =>
  causes.toSorted((one, other) => rankOf(dangerOf(one)) - rankOf(dangerOf(other)))[0] ?? null

/** Whether a cause differs enough from the displayed one. */
function isNews(shown: Cause, cause: Cause): boolean {
  if (shown.type !== 'weather' || cause.type !== 'weather')
    return JSON.stringify(shown) !== JSON.stringify(cause)
  if (shown.measurement !== cause.measurement || shown.threshold !== cause.threshold) return true
  if (shown.value === null || cause.value === null) return shown.value !== cause.value
  const grown = cause.condition === 'gt' ? cause.value - shown.value : shown.value - cause.value
  return grown > Math.abs(shown.value) * NEWS
}

/** The next state, and when it must be evaluated again without a new measurement; null for never. */
interface Step {
  state: WatchState
  dueAt: Date | null
}

const soonest = (times: readonly (number | null)[]): Date | null => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.min(...known))
}

export interface WeatherInput {
  triggers: readonly WeatherTrigger[]
  /** The newest valid value for a trigger. */
  measuredOf(trigger: WeatherTrigger): Measured | null
  /** Whether a silent sensor is dangerous for devices of this type. */
  isFragile: boolean
  /** Somebody to whom the devices are shared made the scenario. A silent sensor moves and holds nothing then. */
  isShared: boolean
  /**
   * Until this time no sensor is newly considered silent, because the server was not running to receive its values. Absent if
   * there is no such time.
   */
  silentFrom?: Date | undefined
  now: Date
}

/** A state without times that lie ahead, because the clock may have been set back since. */
function withoutFuture(state: WatchState, time: number): WatchState {
  const past = (at: number | null) => (at === null ? null : Math.min(at, time))
  const rules = Object.entries(state.rules).map(([key, rule]) => [
    key,
    { ...rule, calmSince: past(rule.calmSince) },
  ])
  return {
    ...state,
    since: Math.min(state.since, time),
    activeSince: past(state.activeSince),
    rules: Object.fromEntries(rules),
  }
}

/** The next state of a weather scenario according to current measurements. */
export function nextWeatherWatch(stored: WatchState, input: WeatherInput): Step {
  const { triggers, measuredOf, isFragile, isShared, silentFrom = new Date(0), now } = input
  const time = now.getTime()
  const before = withoutFuture(stored, time)
  const seen = triggers.map((trigger) => {
    const measured = measuredOf(trigger)
    const isKnown = measured !== null && measured.freshUntil > now
    const value = isKnown ? measured.value : null
    const isDangerous = !isShared && dangerOfWeather(trigger.measurement, trigger.condition) !== null
    const mayBeSilent =
      before.isSilent || (now >= silentFrom && (measured !== null || time >= before.since + FIRST_VALUE_MS))
    const isSilent = value === null && isDangerous && isFragile && mayBeSilent
    return {
      trigger,
      value,
      isDangerous,
      isSilent,
      freshUntil: isKnown ? measured.freshUntil.getTime() : null,
    }
  })
  const causeOf = ({ trigger, value }: (typeof seen)[number]): WeatherCause => {
    const { measurement, condition, value: threshold } = trigger
    return { type: 'weather', measurement, condition, threshold, value }
  }
  const matching = seen.filter(({ trigger, value }) => value !== null && matches(trigger, value))
  const silent = seen.filter(({ isSilent }) => isSilent)
  const cause = gravest(matching.map(causeOf)) ?? gravest(silent.map(causeOf))
  const isActive = before.cause !== null
  const judgedAt = Math.max(before.since + FIRST_VALUE_MS, silentFrom.getTime())
  const isWaiting = seen.some(({ value }) => value === null) && time < judgedAt
  const firstValueAt = isWaiting ? judgedAt : null
  const changes = [...seen.map(({ freshUntil }) => freshUntil), firstValueAt]
  if (!isActive && cause === null)
    return { state: { ...before, rules: {}, isSilent: false, until: null }, dueAt: soonest(changes) }

  const rules = Object.fromEntries(
    seen.map(({ trigger, value, isDangerous }) => {
      const key = keyOf(trigger)
      const known = before.rules[key]
      const hasMatched = known?.hasMatched === true || (value !== null && matches(trigger, value))
      // If only comfort or what somebody else made is at stake, a trigger without a value counts as calm.
      const isQuiet = value === null ? !isDangerous : isCalm(trigger, value)
      return [key, { hasMatched, calmSince: isQuiet ? (known?.calmSince ?? time) : null }]
    }),
  )
  const ends = seen
    .filter(({ trigger }) => rules[keyOf(trigger)]?.hasMatched === true)
    .map(({ trigger }) => {
      const calmSince = rules[keyOf(trigger)]?.calmSince ?? null
      const holdMs = (trigger.holdFor ?? LIMITS.HOLD_FOR_DEFAULT_MINUTES) * MINUTE_MS
      return calmSince === null ? null : calmSince + holdMs
    })
  // A scenario that only a silent sensor made active ends as soon as the sensor reports.
  const mayEnd = cause === null && ends.every((end) => end !== null)
  const until = mayEnd ? Math.max(before.activeSince ?? time, ...ends) : null
  const { endsAt, ...kept } = before
  const hasEnded = cause === null && [endsAt, until].some((end) => end != null && end <= time)
  if (isActive && hasEnded)
    return {
      state: { ...kept, cause: null, activeSince: null, until: null, isSilent: false, rules: {} },
      dueAt: soonest(changes),
    }
  const shown =
    before.cause === null || (cause !== null && isNews(before.cause, cause)) ? cause : before.cause
  const isSilent = matching.length === 0 && silent.length > 0
  const isCertain =
    until !== null && seen.every(({ freshUntil }) => freshUntil === null || freshUntil >= until)
  return {
    state: {
      ...kept,
      cause: shown ?? before.cause,
      activeSince: before.activeSince ?? time,
      until,
      ...(isCertain ? { endsAt: until } : {}),
      isSilent,
      rules,
    },
    dueAt: soonest([...changes, until]),
  }
}

/** An active alarm: when it ends unless somebody ends it, and the text of its origin. */
export interface AlarmOn {
  since: Date
  endsAt: Date
  reason: string | null
}

/** The next state of a security scenario according to active alarms. */
export function nextAlarmWatch(
  stored: WatchState,
  { trigger, on, now }: { trigger: SecurityTrigger; on: ReadonlyMap<AlarmSource, AlarmOn>; now: Date },
): Step {
  const time = now.getTime()
  const before = withoutFuture(stored, time)
  const ends = alarmsOf(trigger).flatMap((source) => {
    const alarm = on.get(source)
    const end = alarm?.endsAt.getTime() ?? time
    return end > time ? [{ source, end, text: alarm?.reason ?? null }] : []
  })
  const cause = gravest(
    ends.map(
      ({ source, text }): AlarmCause => ({ type: 'security', source, ...(text === null ? {} : { text }) }),
    ),
  )
  if (cause === null)
    return { state: { ...before, cause: null, activeSince: null, until: null }, dueAt: null }
  const until = Math.max(...ends.map(({ end }) => end))
  return {
    state: { ...before, cause, activeSince: before.activeSince ?? time, until },
    dueAt: soonest(ends.map(({ end }) => end)),
  }
}
