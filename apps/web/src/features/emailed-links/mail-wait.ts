import { LIMITS } from '@senca/contract'

const WAIT_MS = LIMITS.CONFIRMATION_MAIL_WAIT_S * 1_000

/** Whole seconds until another confirmation e-mail may be requested; 0 if it may be requested now. */
export function secondsToWait(lastSentAt: number | null, now: number): number {
  if (lastSentAt === null || lastSentAt > now) return 0
  return Math.max(0, Math.ceil((lastSentAt + WAIT_MS - now) / 1_000))
}
