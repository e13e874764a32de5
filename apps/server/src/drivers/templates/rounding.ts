import { Float, Raised, Stopped, type Value, whole } from './values.ts'

/** Home Assistant's `round`: without digits it gives an integer. */
export function round(value: number, digits: number, method: Value): Value {
  if (digits < 0 || digits > 15) throw new Stopped('a number is rounded to more digits than are run')
  const result = rounded(value, digits, method)
  if (digits !== 0) return new Float(result)
  if (!Number.isFinite(result)) throw new Raised('cannot convert it to integer')
  return whole(result)
}

function rounded(value: number, digits: number, method: Value): number {
  const factor = 10 ** digits
  switch (method) {
    case 'ceil':
      return Math.ceil(finite(value * factor)) / factor
    case 'floor':
      return Math.floor(finite(value * factor)) / factor
    case 'half':
      return roundHalfEven(finite(value * 2), 0) / 2
    default:
      return roundHalfEven(value, digits)
  }
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Raised('cannot convert it to integer')
  return value
}

/** Python's `round`: to the nearest, and from exactly between to the even one. */
export function roundHalfEven(value: number, digits = 0): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value
  const nearest = Number(Math.abs(value).toFixed(digits))
  // `toFixed` goes up from exactly between. Only then the exact expansion ends with a five right behind.
  const expansion = Math.abs(value).toFixed(100)
  const point = expansion.indexOf('.')
  const behind = expansion.slice(point + 1 + digits)
  const isBetween = /^50*$/.test(behind)
  const lastDigit = Number(
    expansion
      .slice(0, point + 1 + digits)
      .replace('.', '')
      .at(-1),
  )
  const isEvenBelow = lastDigit % 2 === 0
  const result = isBetween && isEvenBelow ? below(expansion, point, digits) : nearest
  return value < 0 ? -result : result
}

const below = (expansion: string, point: number, digits: number): number =>
  Number(expansion.slice(0, point + 1 + digits))
