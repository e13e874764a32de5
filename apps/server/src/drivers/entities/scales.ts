import { readFloat } from '../templates/arguments.ts'
import { roundHalfEven } from '../templates/rounding.ts'
import { Stopped } from '../templates/values.ts'

/** What a device calls closed and open. */
export interface Range {
  closed: number
  open: number
}

/** Per cent open, as Home Assistant rounds it: down, and before it is kept within 0 to 100. */
export const percentOf = (value: number, { closed, open }: Range): number =>
  Math.floor(((value - closed) * 100) / (open - closed))

export const withinPercent = (percent: number): number => Math.min(100, Math.max(0, percent))

/** The value of a device for a percentage. */
export const fromPercent = (percent: number, { closed, open }: Range): number =>
  roundHalfEven(closed + ((open - closed) * percent) / 100)

/** Here the direction flips: the product has 0 open and 1 closed. */
export const productOf = (percentOpen: number): number => (100 - percentOpen) / 100
export const percentOpenOf = (product: number): number => roundHalfEven((1 - product) * 100)

/** The finite number in a text, as Python reads it; null if there is none. */
export function numberIn(text: string): number | null {
  try {
    const number = readFloat(text)
    return number !== null && Number.isFinite(number) ? number : null
  } catch (error) {
    if (error instanceof Stopped) return null
    throw error
  }
}

/** The whole per cents in a text, 0..100; null if there are none. */
export function percentIn(text: string): number | null {
  const number = numberIn(text)
  return number === null || number < 0 || number > 100 ? null : Math.round(number)
}

const FULL = 255

/** Brightness goes over Home Assistant's 255 steps in both directions. */
export function brightnessFromDevice(value: number, scale: number): number {
  return Math.min(FULL, Math.max(1, roundHalfEven((value * FULL) / scale))) / FULL
}

export const brightnessSteps = (product: number): number => Math.max(1, roundHalfEven(product * FULL))

/** Never 0, which would switch the light off. */
export function brightnessToDevice(product: number, scale: number): number {
  return Math.max(1, Math.min(scale, roundHalfEven((brightnessSteps(product) * scale) / FULL)))
}
