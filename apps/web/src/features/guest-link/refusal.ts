import type { GuestLink } from '@senca/contract'
import { ApiFailure } from '#core/api/failures.ts'
import { usesOf } from './link-view.ts'

/** Why the devices are not shown. */
export type BlockReason =
  /** The link never existed. */
  | { name: 'notRecognized' }
  /** Over for good: expired or removed, or used up. */
  | { name: 'expired' }
  | { name: 'used' }
  /** Not usable now; the page opens by itself when it is. */
  | { name: 'paused' }
  | { name: 'upcoming' }
  | { name: 'closed' }
  /** `wrong` and `locked` are about the entered PIN. */
  | { name: 'pin'; fault: 'wrong' | 'locked' | null }
  | { name: 'failed'; failure: unknown }

const PIN_FAULTS: Readonly<Record<string, 'wrong' | 'locked'>> = { pin_wrong: 'wrong', pin_locked: 'locked' }

/** Why a guest call was refused. `known` is the last known link, `hasPin` whether a PIN was sent. */
export function blockReasonOf(failure: unknown, known: GuestLink | null, hasPin: boolean): BlockReason {
  if (!(failure instanceof ApiFailure) || failure.error !== 'insufficient_permission')
    return { name: 'failed', failure }
  switch (failure.key) {
    case 'deviceLinkToken':
      return { name: 'notRecognized' }
    case 'frozen':
      return { name: 'paused' }
    case 'startsAt':
      return { name: 'upcoming' }
    case 'windows':
      return { name: 'closed' }
    case 'pin':
      return { name: 'pin', fault: PIN_FAULTS[failure.detail ?? ''] ?? (hasPin ? 'wrong' : null) }
    default:
      return { name: isUsedUp(known) ? 'used' : 'expired' }
  }
}

const isUsedUp = (link: GuestLink | null): boolean =>
  link !== null && (link.state === 'spent' || usesOf(link)?.left === 0)

/** Why the devices of a link cannot be requested, from its state; null if they can. */
export function blockReasonOfState({ state }: Pick<GuestLink, 'state'>): BlockReason | null {
  switch (state) {
    case 'upcoming':
      return { name: 'upcoming' }
    case 'paused':
      return { name: 'paused' }
    case 'expired':
      return { name: 'expired' }
    // A link that is used up still shows its device until that is at rest.
    case 'spent':
    case 'active':
      return null
  }
}

/**
 * How long to wait before the link is requested again, in milliseconds; null for never. `tries` is the number of requests without
 * success since the guest last returned to the page.
 */
export function retryDelayOf(
  blockReason: BlockReason,
  link: GuestLink | null,
  now: number,
  tries: number,
): number | null {
  switch (blockReason.name) {
    case 'upcoming':
      if (link === null) return POLL_MS
      // If the clocks of page and server differ, the page must not send requests twice a second.
      return Math.min(
        HOUR_MS,
        Math.max(Date.parse(link.startsAt) - now, Math.min(POLL_MS, SOON_MS * 2 ** tries)),
      )
    case 'closed':
      // Windows start at full minutes.
      return MINUTE_MS - (now % MINUTE_MS) + SOON_MS
    case 'paused':
      return Math.min(MINUTE_MS, FIRST_TRY_MS * 2 ** tries)
    case 'failed':
      return rarely(tries)
    default:
      return null
  }
}

const rarely = (tries: number): number | null =>
  tries < MOST_TRIES ? Math.min(RAREST_MS, FIRST_TRY_MS * 2 ** tries) : null

const SOON_MS = 500
const FIRST_TRY_MS = 15_000
const RAREST_MS = 600_000
/** With these delays the tries end after almost an hour. */
const MOST_TRIES = 10
const POLL_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
