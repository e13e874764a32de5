import { LIMITS } from '@senca/contract'

const WAIT_MS = LIMITS.CONFIRMATION_MAIL_WAIT_S * 1_000

/** Whole seconds until another confirmation mail may be asked for; 0 when it may. */
export function secondsToWait(lastSentAt: number | null, now: number): number {
  if (lastSentAt === null || lastSentAt > now) return 0
  return Math.max(0, Math.ceil((lastSentAt + WAIT_MS - now) / 1_000))
}
