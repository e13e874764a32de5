/** The seconds between the attempts [BR56]. After the last of them a delivery is given up. */
const RETRY_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000]
/** What a receiver had sent sooner, by `Retry-After`, is not given up sooner: it is sent hourly until it is as old. */
const LATER_S = 3_600
/** How far a delay is spread, so that what failed together does not return together. */
const SPREAD = 0.2
/** The least age of a delivery after the last delay; less by what dates cut off. */
const GIVEN_UP_MS = RETRY_S.reduce((sum, seconds) => sum + seconds, 0) * (1 - SPREAD) * 1_000 - 1_000
/** A receiver can ask for at most this delay. */
const RETRY_AFTER_MAX_S = 3_600
/** A webhook of which nothing was delivered for so long is switched off. */
const FAILING_MS = 5 * 86_400_000

/** The status of an answer, null without one, and its `Retry-After`. */
export interface Answer {
  status: number | null
  retryAfter?: string | undefined
}

export const isDelivered = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

/** The seconds of a `Retry-After`, which is a number or a date (RFC 9110); null if there is none that is kept. */
function retryAfterSeconds(text: string | undefined, now: Date): number | null {
  if (text === undefined || text.length > 64) return null
  const at = Date.parse(text)
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Math.ceil((at - now.getTime()) / 1_000)
  return seconds > 0 && seconds <= RETRY_AFTER_MAX_S ? seconds : null
}

/**
 * When a delivery of `at` is sent again after so many failed attempts; null for never. `chance` is from 0 to 1.
 */
export function nextAttemptAt(
  { at, attempts, answer }: { at: Date; attempts: number; answer: Answer },
  now: Date,
  chance: number,
): Date | null {
  const planned = RETRY_S[attempts - 1]
  if (planned === undefined && now.getTime() - at.getTime() >= GIVEN_UP_MS) return null
  const asked = planned === undefined ? null : retryAfterSeconds(answer.retryAfter, now)
  const seconds = asked ?? (planned ?? LATER_S) * (1 - SPREAD + 2 * SPREAD * chance)
  return new Date(now.getTime() + seconds * 1_000)
}

/** Whether a failure switches the webhook off, and why; null if it stays on. */
export function problemAfter(
  { status }: Answer,
  { failingSince, now }: { failingSince: Date | null; now: Date },
): 'gone' | 'failing' | null {
  if (status === 410) return 'gone'
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS ? 'failing' : null
}
