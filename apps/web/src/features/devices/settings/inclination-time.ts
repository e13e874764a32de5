import { LIMITS } from '@senca/contract'

export type TimeFault = 'notDigits' | 'outOfBounds'

/** The milliseconds that a text of digits says, or what is wrong with it. */
export function readInclinationTime(text: string): { ms: number } | { fault: TimeFault } {
  const digits = text.trim()
  if (!/^[0-9]+$/.test(digits)) return { fault: 'notDigits' }
  const ms = Number(digits)
  const isWithin = ms >= LIMITS.INCLINATION_TIME_MIN_MS && ms <= LIMITS.INCLINATION_TIME_MAX_MS
  return isWithin ? { ms } : { fault: 'outOfBounds' }
}
