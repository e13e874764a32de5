export type NumberError = 'notDigits' | 'outOfBounds'

/** Why a text is not a whole number from `min` to `max`, written in digits; null if it is. `Number` reads what is. */
export function wholeNumberError(text: string, min: number, max: number): NumberError | null {
  if (!/^[0-9]+$/.test(text.trim())) return 'notDigits'
  return Number(text) >= min && Number(text) <= max ? null : 'outOfBounds'
}
