import { type DeviceType, kindOf, LIMITS } from '@senca/contract'
import {
  alarmsOf,
  isDayOfWeek,
  isSecurityTrigger,
  isTimeTrigger,
  isWeatherTrigger,
  type ScenarioAction,
  type ScenarioTrigger,
  type SunTrigger,
  type TimeTrigger,
  WEEKDAYS,
  type WeatherTrigger,
  type Weekday,
} from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { weekdayName } from '#i18n/moments.ts'
import { type Units, valueText } from '#i18n/weather-units.ts'
import { type Draft, draftOf, type Move } from './form/draft.ts'

const WORKDAYS = WEEKDAYS.slice(0, 5)
const WEEKEND = WEEKDAYS.slice(5)

const isSame = (one: readonly Weekday[], other: readonly Weekday[]): boolean =>
  one.length === other.length && one.every((day) => other.includes(day))

function daysText(days: readonly Weekday[], t: TFunction, tag: string): string {
  if (isSame(days, WEEKDAYS)) return t('scenarios.everyDay')
  if (isSame(days, WORKDAYS)) return t('scenarios.weekdays')
  if (isSame(days, WEEKEND)) return t('scenarios.weekend')
  const width = days.length === 1 ? 'long' : 'short'
  const names = days.map((day) => weekdayName(WEEKDAYS.indexOf(day) + 1, tag, width))
  return new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(names)
}

function timeText(trigger: TimeTrigger, t: TFunction): string {
  if (trigger.type === 'TimeOfDay') {
    const { hour, minute } = trigger
    return t('scenarios.at', { time: [hour, minute].map((part) => String(part).padStart(2, '0')).join(':') })
  }
  const { notBefore, notAfter } = trigger
  return [
    sunText(trigger, t),
    ...(notBefore === undefined ? [] : [t('scenarios.notBefore', { time: notBefore })]),
    ...(notAfter === undefined ? [] : [t('scenarios.notAfter', { time: notAfter })]),
  ].join(', ')
}

function sunText({ type, offset = 0 }: SunTrigger, t: TFunction): string {
  const minutes = Math.abs(offset)
  if (type === 'Sunrise') {
    if (offset === 0) return lower(t('scenarios.sunrise'))
    return t(offset < 0 ? 'scenarios.beforeSunrise' : 'scenarios.afterSunrise', { minutes })
  }
  if (offset === 0) return lower(t('scenarios.sunset'))
  return t(offset < 0 ? 'scenarios.beforeSunset' : 'scenarios.afterSunset', { minutes })
}

/** Makes the first letter lower case, for use inside a sentence. */
const lower = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1)

/** A weather limit as text: "Wind above 38 km/h". */
function limitText(
  { measurement, condition, value }: Pick<WeatherTrigger, 'measurement' | 'condition' | 'value'>,
  t: TFunction,
  tag: string,
  units: Units,
): string {
  const what = t(`weather.measure.${measurement}`)
  const limit = valueText(measurement, value, { units, tag, t })
  return t(condition === 'gt' ? 'scenarios.above' : 'scenarios.below', { what, value: limit })
}

const orList = (texts: readonly string[], tag: string): string =>
  new Intl.ListFormat(tag, { type: 'disjunction' }).format(
    texts.map((text, index) => (index === 0 ? text : inSentence(text, tag))),
  )

/**
 * Adapts a text for use inside a sentence: lower case, except in German, where the first word may be a noun, and for
 * abbreviations.
 */
export const inSentence = (text: string, tag: string): string =>
  tag.startsWith('de') || text.charAt(1) === text.charAt(1).toLocaleUpperCase(tag)
    ? text
    : text.charAt(0).toLocaleLowerCase(tag) + text.slice(1)

/** The triggers of a scenario as text: "On weekdays at 07:30", "Wind above 38 km/h". */
export function whenText(
  triggers: readonly ScenarioTrigger[],
  t: TFunction,
  tag: string,
  units: Units,
): string {
  const rules = triggers.filter(isWeatherTrigger)
  if (rules.length > 0)
    return orList(
      rules.map((rule) => limitText(rule, t, tag, units)),
      tag,
    )
  const alarm = triggers.find(isSecurityTrigger)
  if (alarm !== undefined)
    return orList(
      alarmsOf(alarm).map((source) => t(`weather.alarm.${source}`)),
      tag,
    )
  const times = triggers.filter(isTimeTrigger)
  if (times.length === 0) return t('scenarios.whenRun')
  const chosen = triggers.find(isDayOfWeek)
  const days = chosen === undefined ? WEEKDAYS : WEEKDAYS.filter((day) => chosen[day])
  const all = times.map((trigger) => timeText(trigger, t))
  return `${daysText(days, t, tag)} ${new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(all)}`
}

const VERBS = {
  open: { awning: 'retract', pergola: 'openLouvres', other: 'open' },
  close: { awning: 'extend', pergola: 'closeLouvres', other: 'close' },
} as const

/** The name of a movement for a device type. */
export function moveText(move: Move, type: DeviceType, t: TFunction): string {
  if (move !== 'open' && move !== 'close') return t(`scenarios.${move}`)
  const verbs = VERBS[move]
  const verb = type === 'awning' || type === 'pergola' ? verbs[type] : verbs.other
  return t(`scenarios.${verb}`)
}

/** A share 0..1 as whole percent. */
export const percentText = (share: number, t: TFunction): string =>
  t('card.percent', { value: Math.round(share * 100) })

function placeText({ position, inclination, isTilted }: Draft, type: DeviceType, t: TFunction): string {
  const { axes } = kindOf(type)
  const hasPosition = axes.includes('position')
  const tilt = `${t('scenarios.tilt')} ${percentText(inclination, t)}`
  return [
    ...(hasPosition ? [`${t('scenarios.position')} ${percentText(position, t)}`] : []),
    ...(axes.includes('inclination') && (isTilted || !hasPosition) ? [tilt] : []),
  ].join(', ')
}

/** The action of a draft for devices of a type as text: "Open", "Position 40%". */
export function whatText(draft: Draft, type: DeviceType, t: TFunction): string {
  const { family } = kindOf(type)
  if (family === 'shade')
    return draft.move === 'place' ? placeText(draft, type, t) : moveText(draft.move, type, t)
  return [
    ...(draft.isLit || family === 'light'
      ? [`${t('scenarios.brightness')} ${percentText(draft.brightness, t)}`]
      : []),
    ...(draft.hasFoil && family === 'door'
      ? [`${t('scenarios.opacity')} ${percentText(draft.opacity, t)}`]
      : []),
  ].join(', ')
}

/**
 * The action of a draft inside the sentence of its form: `text` is the sentence with a tag for each part, and `what` are the words of
 * the action in it. Names of devices are not inflected, so the sentence of each language has a place for them where they need not be.
 */
export function actionSentence(
  draft: Draft,
  type: DeviceType,
  t: TFunction,
  tag: string,
): { text: string; what: string } {
  const { move } = draft
  if (kindOf(type).family !== 'shade' || move === 'place')
    return { text: t('scenarios.sentence.value'), what: inSentence(whatText(draft, type, t), tag) }
  const isVerb = move === 'open' || move === 'close'
  return {
    text: t(isVerb ? 'scenarios.sentence.verb' : 'scenarios.sentence.place'),
    // The louvers of a pergola are what its name stands for.
    what: lower(isVerb && type === 'pergola' ? t(`scenarios.${move}`) : moveText(move, type, t)),
  }
}

/** How many names stand in a sentence. */
const NAMES = 4

/** The names of what moves as a list; of many the first ones and the number of the others. */
export function namesText(names: readonly string[], t: TFunction, tag: string): string {
  if (names.length <= NAMES) return new Intl.ListFormat(tag, { type: 'conjunction' }).format(names)
  const first = new Intl.ListFormat(tag, { type: 'unit' }).format(names.slice(0, NAMES - 1))
  return t('scenarios.say.more', { names: first, number: names.length - NAMES + 1 })
}

/** A name for a new scenario from what moves and when: "Bedroom at 07:00", or shorter where that is too long. */
export function proposedName(
  names: readonly string[],
  { waitsFor, times, rules }: Pick<Draft, 'waitsFor' | 'times' | 'rules'>,
  t: TFunction,
  tag: string,
): string {
  const [who] = names
  if (who === undefined) return ''
  const [time] = times
  const [rule] = rules
  const whens =
    waitsFor === 'weather'
      ? [rule === undefined ? '' : inSentence(t(`weather.measure.${rule.measurement}`), tag)]
      : waitsFor === 'alarm'
        ? [inSentence(t('scenarios.byAlarm'), tag)]
        : time === undefined
          ? []
          : time.kind === 'time'
            ? [t('scenarios.at', { time: time.clock }), time.clock]
            : [lower(t(`scenarios.${time.kind}`))]
  const fits = whens
    .map((when) => `${who} ${when}`.trim())
    .find((name) => [...name].length <= LIMITS.DEVICE_NAME_MAX_LENGTH)
  return fits ?? who
}

/** The actions of a scenario for devices of a type as text. */
export const actionsText = (actions: readonly ScenarioAction[], type: DeviceType, t: TFunction): string =>
  // The units only matter for triggers.
  whatText(
    draftOf(
      {
        id: '',
        name: '',
        enabled: true,
        targets: [],
        groups: [],
        devicesManagerId: '',
        madeBy: null,
        triggers: [],
        actions: [...actions],
        catchUp: 'within',
        status: 'idle',
        nextAt: null,
        lastRun: null,
      },
      type,
      'metric',
    ),
    type,
    t,
  )
