import { LIMITS } from '@senca/contract'

const DIGITS = /^\d{1,3}$/

/** Whole seconds within the bounds of an unlock duration, as somebody wrote them; null when they are not. */
export function readSeconds(text: string): number | null {
  const digits = text.trim()
  if (!DIGITS.test(digits)) return null
  const seconds = Number(digits)
  return seconds >= LIMITS.UNLOCK_DURATION_MIN_S && seconds <= LIMITS.UNLOCK_DURATION_MAX_S ? seconds : null
}
