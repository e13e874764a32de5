import type { NotificationLevel } from '@senca/contract/notifications'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long a push is worth showing, and how urgent it is [PK26]. */
export const LEVELS: Readonly<
  Record<NotificationLevel, { ttlMs: number; urgency: 'high' | 'normal' | 'low' }>
> = {
  must: { ttlMs: 4 * HOUR_MS, urgency: 'high' },
  normal: { ttlMs: HOUR_MS, urgency: 'normal' },
  info: { ttlMs: 12 * HOUR_MS, urgency: 'low' },
}
/** The last push of a session waits for a phone that is switched off. */
export const END_TTL_MS = 28 * DAY_MS
export const MISSED_TTL_MS = 12 * HOUR_MS

/** What a push service answered: its status, or null if none came in time. */
export interface ServiceAnswer {
  status: number | null
  retryAfter: string | null
}

/**
 * What follows from an answer [PK35]. `gone`: the subscription has ended. `shortened`: the message is sent once more without words.
 * `refused`: the service takes none of this server's pushes.
 */
export type Outcome =
  | { kind: 'accepted' | 'gone' | 'shortened' | 'failed' }
  | { kind: 'refused'; status: number }
  | { kind: 'again'; afterMs: number; isAway: boolean }

/** How long to wait after each attempt without an answer. */
const AGAIN_AFTER_S = [1, 5, 30, 120, 600]
const RETRY_AFTER_DEFAULT_S = 60
const RETRY_AFTER_MAX_S = 3_600

const againAfter = (attempts: number): number =>
  (AGAIN_AFTER_S[Math.min(attempts, AGAIN_AFTER_S.length) - 1] ?? 1) * SECOND_MS

/** The seconds or the date of a Retry-After header, RFC 9110 §10.2.3. */
function waitOf(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  const asked = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / SECOND_MS)
  const seconds = Number.isFinite(asked) ? asked : RETRY_AFTER_DEFAULT_S
  return Math.min(Math.max(seconds, 1), RETRY_AFTER_MAX_S) * SECOND_MS
}

/** `attempts` counts this one. */
export function outcomeOf(
  { status, retryAfter }: ServiceAnswer,
  { attempts, isDiscreet, now }: { attempts: number; isDiscreet: boolean; now: Date },
): Outcome {
  if (status === null) return { kind: 'again', afterMs: againAfter(attempts), isAway: true }
  if (status >= 200 && status <= 204) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 413) return { kind: isDiscreet ? 'failed' : 'shortened' }
  if (status === 429 || status === 503)
    return { kind: 'again', afterMs: waitOf(retryAfter, now), isAway: false }
  if (status >= 500) return { kind: 'again', afterMs: againAfter(attempts), isAway: false }
  if (status === 401 || status === 403) return { kind: 'refused', status }
  return { kind: 'failed' }
}
