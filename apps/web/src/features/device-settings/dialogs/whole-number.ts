export type NumberFault = 'notDigits' | 'outOfBounds'

/** Parses a text of digits as a whole number from `min` to `max`; returns the error if it is not one. */
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
