import type { Preferences } from '@senca/contract'

type Units = Preferences['units']

/** The lengths of a window: meters for rooms and glass, millimeters for slats. */
export type Length = 'room' | 'slat'

const SCALES = {
  metric: {
    room: { factor: 1, unit: 'meter', digits: 2 },
    slat: { factor: 1, unit: 'millimeter', digits: 0 },
  },
  imperial: {
    room: { factor: 1 / 0.3048, unit: 'foot', digits: 1 },
    slat: { factor: 1 / 25.4, unit: 'inch', digits: 2 },
  },
} as const

/** Converts a length of the server to the unit of the page. */
export function shownLength(length: Length, value: number, units: Units): number {
  const { factor, digits } = SCALES[units][length]
  return Number((value * factor).toFixed(digits))
}

/** Converts a length from the unit of the page to that of the server. */
export const serverLength = (length: Length, shown: number, units: Units): number =>
  Number((shown / SCALES[units][length].factor).toFixed(length === 'room' ? 3 : 1))

/** The symbol of the unit: "m", "mm". */
export const lengthUnit = (length: Length, units: Units, tag: string): string =>
  new Intl.NumberFormat(tag, { style: 'unit', unit: SCALES[units][length].unit, unitDisplay: 'short' })
    .formatToParts(1)
    .flatMap(({ type, value }) => (type === 'unit' ? [value] : []))
    .join('')
