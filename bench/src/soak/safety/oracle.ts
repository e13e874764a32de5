import type { DeviceType } from '@senca/contract'
import type { AlarmSource, WeatherMeasurement } from '@senca/contract/automation'

/**
 * Computes what must hold shades, written only from the text of the automation contract and without any code of the server. Times
 * are milliseconds. Near a moment at which something begins or ends by itself, the result is "uncertain".
 */
export type Danger = 'smoke' | 'wind' | 'frost' | 'rain' | 'break_in'
export type Place = number | { min: number; max: number }

/** The gravest danger comes first. */
const ORDER: readonly Danger[] = ['smoke', 'wind', 'frost', 'rain', 'break_in']
const BAND = { min: 0.1, max: 0.9 }

/** The table of safe positions. A shade without an entry stays where it is. */
const SAFE: Partial<Record<DeviceType, Partial<Record<Danger, Place>>>> = {
  awning: { smoke: 0, wind: 0, frost: 0, rain: 0 },
  textile_screen: { smoke: 0, wind: 0 },
  insect_screen: { smoke: 0, wind: 0 },
  falcon: { smoke: 0, wind: 0 },
  venetian_blind: { smoke: 0, wind: 0, break_in: 1 },
  roller_shutter: { smoke: 0, frost: BAND, break_in: 1 },
  pergola: { smoke: 0, wind: 0, rain: 1 },
}
const FRAGILE: readonly DeviceType[] = ['awning', 'textile_screen', 'insect_screen', 'falcon', 'pergola']

const FRESH_MS = 5 * 60_000
const FIRST_VALUE_MS = 15_000
const ALARM_MS = 24 * 3_600_000
/** Evaluations are half a second apart. This close to a change by time alone, the result is uncertain. */
const MARGIN_MS = 2_000

export interface WeatherRule {
  type: DeviceType
  measurement: WeatherMeasurement
  danger: Danger
  /** A value beyond `threshold` is dangerous; a value on the other side of `calm` is calm. */
  threshold: number
  calm: number
  isDangerousAbove: boolean
  holdForMs: number
  /** The place of a rule for comfort, as far as the shade may be out; absent if the rule protects. */
  comfort?: number
}

/** Protection comes before comfort, whatever the dangers are. */
const rankOf = ({
  danger,
  comfort,
}: Pick<WeatherRule, 'danger'> & { comfort?: number | undefined }): number =>
  ORDER.indexOf(danger) + (comfort === undefined ? 0 : ORDER.length)

type Word = 'must' | 'may' | 'free'
/** The state of a rule: whether it was dangerous, and since when it has been calm without interruption. */
interface RuleState {
  enabledAt: number | null
  wasDangerous: boolean
  calmSince: number | null
}

export function createOracle(rules: readonly WeatherRule[], alarmTypes: readonly DeviceType[]) {
  const states = new Map<WeatherRule, RuleState>()
  const samples = new Map<WeatherMeasurement, { value: number; at: number }>()
  const alarms = new Map<AlarmSource, number>()
  const pausedUntil = new Map<string, number>()

  const sample = (measurement: WeatherMeasurement, value: number, at: number) => {
    for (const [rule, state] of states) {
      if (rule.measurement !== measurement) continue
      settleUntil(rule, state, at)
      if (isDangerous(rule, value)) Object.assign(state, { wasDangerous: true, calmSince: null })
      else state.calmSince = isCalm(rule, value) ? (state.calmSince ?? at) : null
    }
    samples.set(measurement, { value, at })
  }

  const isDangerous = (rule: WeatherRule, value: number) =>
    rule.isDangerousAbove ? value > rule.threshold : value < rule.threshold
  const isCalm = (rule: WeatherRule, value: number) =>
    rule.isDangerousAbove ? value <= rule.calm : value >= rule.calm

  /** When a rule that was dangerous ends. */
  const endOf = (rule: WeatherRule, { calmSince }: RuleState): number =>
    calmSince === null ? Number.POSITIVE_INFINITY : calmSince + rule.holdForMs
  const settleUntil = (rule: WeatherRule, state: RuleState, at: number) => {
    const sample = samples.get(rule.measurement)
    const silentFrom = sample === undefined ? 0 : sample.at + FRESH_MS
    if (endOf(rule, state) <= Math.min(at, silentFrom))
      Object.assign(state, { wasDangerous: false, calmSince: null })
    // A silent sensor does not count as calm.
    if (at > silentFrom) state.calmSince = null
  }

  const wordOf = (rule: WeatherRule, at: number): Word => {
    const state = states.get(rule)
    if (state === undefined || state.enabledAt === null) return 'free'
    const sample = samples.get(rule.measurement)
    const silentFrom = sample === undefined ? state.enabledAt + FIRST_VALUE_MS : sample.at + FRESH_MS
    const isNear = (moment: number) => Math.abs(at - moment) < MARGIN_MS
    const end = endOf(rule, state)
    if (isNear(silentFrom) || (state.wasDangerous && isNear(end))) return 'may'
    const isSilent = at > silentFrom
    if (state.wasDangerous && !(end < Math.min(at, silentFrom))) return 'must'
    return isSilent && FRAGILE.includes(rule.type) ? 'must' : 'free'
  }

  const alarmWord = (source: AlarmSource, at: number): Word => {
    const since = alarms.get(source)
    if (since === undefined) return 'free'
    return at - since > ALARM_MS - 60_000 ? 'may' : 'must'
  }

  return {
    enable(rule: WeatherRule, at: number) {
      const sample = samples.get(rule.measurement)
      const counts = sample !== undefined && at - sample.at < FRESH_MS - MARGIN_MS
      const wasDangerous = counts && isDangerous(rule, sample.value)
      states.set(rule, { enabledAt: at, wasDangerous, calmSince: null })
    },
    disable: (rule: WeatherRule) => void states.delete(rule),
    isEnabled: (rule: WeatherRule) => states.has(rule),
    sample,
    /** Values of one station. A gust below the mean wind is that of a broken sensor. */
    measured(values: Record<'wind_gust' | 'wind_speed' | 'rain' | 'temperature', number>, at: number) {
      const { wind_gust, wind_speed, rain, temperature } = values
      sample('wind_gust', Math.max(wind_gust, wind_speed), at)
      sample('wind_speed', wind_speed, at)
      sample('rain', rain, at)
      sample('temperature', temperature, at)
    },
    alarm(source: AlarmSource, on: boolean, at: number) {
      if (!on) alarms.delete(source)
      else if (!alarms.has(source)) alarms.set(source, at)
    },
    pause: (deviceId: string, until: number | null) =>
      until === null ? void pausedUntil.delete(deviceId) : void pausedUntil.set(deviceId, until),

    /** Whether a rule holds its devices at a time. */
    wordOf,

    /** Where a shade must be kept at a time; null if it need not be, or if this is uncertain. */
    placeOf({ id, type }: { id: string; type: DeviceType }, at: number): Place | null {
      if ((pausedUntil.get(id) ?? Number.NEGATIVE_INFINITY) > at - MARGIN_MS) return null
      const words: { danger: Danger; word: Word; comfort?: number | undefined }[] = rules
        .filter((rule) => rule.type === type)
        .map((rule) => ({ ...rule, word: wordOf(rule, at) }))
      if (alarmTypes.includes(type)) {
        const smoke = alarmWord('smoke', at)
        words.push({ danger: 'smoke', word: smoke })
        // One scenario protects against both dangers; the graver one determines the place.
        words.push({ danger: 'break_in', word: smoke === 'free' ? alarmWord('break_in', at) : 'free' })
      }
      const [first] = words
        .filter(({ danger, word }) => word !== 'free' && SAFE[type]?.[danger] !== undefined)
        .toSorted((one, other) => rankOf(one) - rankOf(other))
      if (first?.word !== 'must') return null
      return first.comfort === undefined
        ? (SAFE[type]?.[first.danger] ?? null)
        : { min: 0, max: first.comfort }
    },
  }
}

export type Oracle = ReturnType<typeof createOracle>

export const ROUNDING = 0.011

export const distance = (place: Place, at: number): number =>
  typeof place === 'number' ? Math.abs(at - place) : Math.max(place.min - at, at - place.max, 0)

/** Whether a shade may be frozen at the ends outside of the place. */
export const isBand = (place: Place): boolean => typeof place !== 'number' && place.min > 0

/** Whether a movement of a shade at `here` goes further from the place; for frost, whether it leaves one end for another. */
export function isUnsafeWay(place: Place, here: number, goal: number): boolean {
  if (isBand(place)) return distance(place, goal) > ROUNDING && Math.abs(goal - here) > ROUNDING
  return distance(place, goal) > distance(place, here) + ROUNDING
}
