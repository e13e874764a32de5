import type { Preferences } from '@senca/contract'
import { LIMITS } from '@senca/contract'
import { SUN_DEFAULTS, type Sun, type SunMode, type SunRequest } from '@senca/contract/automation'
import { serverValue, shownValue } from '#i18n/weather-units.ts'
import { type Length, serverLength, shownLength } from './lengths.ts'

type Units = Preferences['units']

/** The lengths of a window, with their names in the contract. */
const NUMBERS = ['depth', 'above', 'windowTop', 'windowBottom', 'slatWidth', 'slatSpacing'] as const
export type NumberName = (typeof NUMBERS)[number]

/** The values in the form, as typed. */
export type SunDraft = { mode: SunMode; azimuth: number | null } & Record<NumberName, string>

const LENGTHS: Readonly<Record<Exclude<NumberName, 'above'>, Length>> = {
  depth: 'room',
  windowTop: 'room',
  windowBottom: 'room',
  slatWidth: 'slat',
  slatSpacing: 'slat',
}

const shown = (name: NumberName, value: number, units: Units): number =>
  name === 'above' ? shownValue('temperature', value, units) : shownLength(LENGTHS[name], value, units)

const LIMITS_OF: Readonly<Record<NumberName, readonly [min: number, max: number]>> = {
  depth: [0, LIMITS.WINDOW_MAX_M],
  windowTop: [0, LIMITS.WINDOW_MAX_M],
  windowBottom: [0, LIMITS.WINDOW_MAX_M],
  slatWidth: [LIMITS.SLAT_MIN_MM, LIMITS.SLAT_MAX_MM],
  slatSpacing: [LIMITS.SLAT_MIN_MM, LIMITS.SLAT_MAX_MM],
  above: [LIMITS.SUN_ABOVE_MIN_C, LIMITS.SUN_ABOVE_MAX_C],
}

/** The minimum and maximum of a length, in the unit of the page. */
export const boundsOf = (name: NumberName, units: Units): [number, number] => [
  shown(name, LIMITS_OF[name][0], units),
  shown(name, LIMITS_OF[name][1], units),
]

/** A number in the notation of the language `tag`. */
const written = (value: number, tag: string): string =>
  new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 3 }).format(value)

export function draftOf(sun: Sun | null, units: Units, tag: string): SunDraft {
  const text = (name: NumberName) => written(shown(name, (sun ?? SUN_DEFAULTS)[name], units), tag)
  return {
    mode: sun?.mode ?? 'glare',
    azimuth: sun?.azimuth ?? null,
    depth: text('depth'),
    above: text('above'),
    windowTop: text('windowTop'),
    windowBottom: text('windowBottom'),
    slatWidth: text('slatWidth'),
    slatSpacing: text('slatSpacing'),
  }
}

/** Parses a typed length; null if it is invalid or out of range. */
export function readNumber(name: NumberName, text: string, units: Units): number | null {
  const value = Number(text.trim().replace('−', '-').replace(',', '.'))
  const [min, max] = boundsOf(name, units)
  return text.trim() !== '' && Number.isFinite(value) && value >= min && value <= max ? value : null
}

export type SunFault = NumberName | 'azimuth' | 'order'

/** The request for a draft, or its errors. */
export function requestOf(
  draft: SunDraft,
  before: Sun | null,
  units: Units,
): { ok: true; request: Omit<SunRequest, 'token'> } | { ok: false; fault: SunFault } {
  const { mode, azimuth } = draft
  if (azimuth === null) return { ok: false, fault: 'azimuth' }
  const numbers: Partial<Record<NumberName, number>> = {}
  for (const name of NUMBERS) {
    const value = readNumber(name, draft[name], units)
    if (value === null) return { ok: false, fault: name }
    const known = (before ?? SUN_DEFAULTS)[name]
    // A value that was not edited is sent back exactly.
    const isSame = value === shown(name, known, units)
    numbers[name] = isSame
      ? known
      : name === 'above'
        ? serverValue('temperature', value, units)
        : serverLength(LENGTHS[name], value, units)
  }
  const { windowTop = 0, windowBottom = 0 } = numbers
  if (windowTop <= windowBottom) return { ok: false, fault: 'order' }
  return { ok: true, request: { mode, azimuth, ...numbers } }
}
