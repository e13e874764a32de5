import type { AlarmSource } from '@senca/contract/automation'

/** The alarms that a warning of the weather can raise. */
export const WARNED_SOURCES = ['hail', 'storm'] as const satisfies readonly AlarmSource[]
export type WarnedSource = (typeof WARNED_SOURCES)[number]

/** A code or a parameter that a service gives an event beside its name. */
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
 * Codes of events by the name of their list, in small letters: SAME and NationalWeatherService of the United States, whose warnings
 * of severe thunderstorms begin at hail of an inch or gusts of 58 miles an hour, and II of the German DWD.
 */
const LISTS: ReadonlyMap<string, ReadonlyMap<string, readonly WarnedSource[]>> = new Map([
  ['same', codes('EWW HWW HUW TRW TYW DSW BZW SQW', 'TOR SVR')],
  ['nationalweatherservice', codes('EWW HWW HUW TRW TYW GLW SRW HFW BZW SQW', 'TOW TOR SVW SVR')],
  ['ii', codes('31 33 34 36 38 40 41 42 44 45 51 52 53 54 55 56 57 58', '46 48 49 95 96')],
])

/** The groups of DWD, of which an event may have several: "WIND;HAIL;THUNDERSTORM". */
const GROUPS: ReadonlyMap<string, readonly WarnedSource[]> = new Map([
  ['HAIL', HAIL],
  ['WIND', STORM],
  ['TORNADO', STORM],
  ['THUNDERSTORM', STORM],
])

/** The kinds of MeteoAlarm, which stand before a semicolon: wind and thunderstorms. */
const AWARENESS_TYPES: ReadonlyMap<string, readonly WarnedSource[]> = new Map([
  ['1', STORM],
  ['3', STORM],
])

/** Words of names of events, in small letters and without accents: English, German, Slovenian, Croatian, Bosnian, Serbian, Italian and neighbours. */
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

/** Names with such words in them that bend nothing. */
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

/** The alarms that a warning raises, by the codes, parameters and name of its event; none where it is of something else. */
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
