export type NumberFault = 'notDigits' | 'outOfBounds'

/** The whole number from `min` to `max` that a text of digits says, or what is wrong with it. */
export function readWholeNumber(
  text: string,
  min: number,
  max: number,
): { value: number } | { fault: NumberFault } {
  const digits = text.trim()
  if (!/^[0-9]+$/.test(digits)) return { fault: 'notDigits' }
  const value = Number(digits)
  return value >= min && value <= max ? { value } : { fault: 'outOfBounds' }
}
