import type { AlarmSource } from '@senca/contract/automation'

/** The alarms that a weather warning can raise. */
const WARNED_SOURCES = ['hail', 'storm'] as const satisfies readonly AlarmSource[]
export type WarnedSource = (typeof WARNED_SOURCES)[number]

/** A code or parameter of an event, in addition to its name. */
export interface NamedValue {
  name: string
  value: string
}

const HAIL: readonly WarnedSource[] = ['hail']
const STORM: readonly WarnedSource[] = ['storm']
const BOTH: readonly WarnedSource[] = ['hail', 'storm']

const codes = (storm: string, both: string): ReadonlyMap<string, readonly WarnedSource[]> =>
  new Map([
    ...storm.split(' ').map((code) => [code, STORM] as const),
    ...both.split(' ').map((code) => [code, BOTH] as const),
  ])

/**
 * Event codes by the lowercase name of their list: SAME and NationalWeatherService of the United States (whose severe
 * thunderstorm warnings begin at hail of one inch or gusts of 58 mph), and II of the German DWD.
 */
const LISTS: ReadonlyMap<string, ReadonlyMap<string, readonly WarnedSource[]>> = new Map([
  ['same', codes('EWW HWW HUW TRW TYW DSW BZW SQW', 'TOR SVR')],
  ['nationalweatherservice', codes('EWW HWW HUW TRW TYW GLW SRW HFW BZW SQW', 'TOW TOR SVW SVR')],
  ['ii', codes('31 33 34 36 38 40 41 42 44 45 51 52 53 54 55 56 57 58', '46 48 49 95 96')],
])

/** The groups of DWD. An event may have several: "WIND;HAIL;THUNDERSTORM". */
const GROUPS: ReadonlyMap<string, readonly WarnedSource[]> = new Map([
  ['HAIL', HAIL],
  ['WIND', STORM],
  ['TORNADO', STORM],
  ['THUNDERSTORM', STORM],
])

/** The awareness types of MeteoAlarm, which are written before a semicolon: wind and thunderstorms. */
const AWARENESS_TYPES: ReadonlyMap<string, readonly WarnedSource[]> = new Map([
  ['1', STORM],
  ['3', STORM],
])

/**
 * Words in event names, lowercase and without accents: English, German, Slovenian, Croatian, Bosnian, Serbian, Italian and
 * neighboring languages.
 */
const HAIL_WORDS =
  /hail|hagel|\btoc[aeio]\b|\btuc[aeiuo]\b|\bgrad(a|om|obitin[ae])?\b|grandin|\bgrele|granizo|jegeso|krupobit|град/
const STORM_WORDS = [
  /\bwinds?\b|\bgales?\b|squall|\bstorm|thunderstorm|tornado|hurricane|typhoon|cyclone|blizzard/,
  /sturm|orkan|\bwind|gewitter|tornado/,
  /\bvet(er|ra|rovi?|rovn)|burj|vihar|nevih|neurj/,
  /\bvjet|oluj|\bbur[aeu]\b|nevrijem|nevrem|grmljav|\bkosav/,
  /\bvent[oi]\b|burrasc|tempest|temporal|tromba|fortunal/,
  /\bvent\b|\borage|viento|tormenta|zivatar|\bszel|bourk|vichr|\bvitr|wiatr|burz|burk/,
  /ветар|ветра|ветр|вјетар|олуј|грмљав|невреме|невријеме|кошав/,
]

/** Event names that contain such words but are not dangerous for shades. */
const OTHERS = /storm surge|sturmflut|wind ?chill|(solar|geomagnetic|magnetic) storm/g

const plainly = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(OTHERS, ' ')

const byCode = ({ name, value }: NamedValue): readonly WarnedSource[] => {
  const list = name.toLowerCase().replace(/^.*[:/]/, '')
  if (list === 'group')
    return value.split(/[;,\s]+/).flatMap((group) => GROUPS.get(group.toUpperCase()) ?? [])
  return LISTS.get(list)?.get(value) ?? []
}

const byParameter = ({ name, value }: NamedValue): readonly WarnedSource[] => {
  if (name === 'awareness_type') return AWARENESS_TYPES.get(value.split(';')[0]?.trim() ?? '') ?? []
  const isHail = /^(maxH|h)ailSize$/.test(name) && Number.parseFloat(value.replace(/^[^\d]*/, '')) > 0
  return isHail ? HAIL : []
}

/** The alarms that a warning raises, from the codes, parameters and name of its event; none for any other event. */
export function dangersOf(
  event: string,
  { codes, parameters }: { codes: readonly NamedValue[]; parameters: readonly NamedValue[] },
): WarnedSource[] {
  const words = plainly(event)
  const found = new Set([
    ...codes.flatMap(byCode),
    ...parameters.flatMap(byParameter),
    ...(HAIL_WORDS.test(words) ? HAIL : []),
    ...(STORM_WORDS.some((pattern) => pattern.test(words)) ? STORM : []),
  ])
  return WARNED_SOURCES.filter((source) => found.has(source))
}
