import type { GuestLink } from '@senca/contract'
import { ApiFailure } from '#core/failures.ts'
import { usesOf } from './link-view.ts'

/** What stands in the place of the devices, and why. */
export type BlockReason =
  /** No such link has ever been. */
  | { name: 'notRecognized' }
  /** Over for good: run out or taken back, or used up. */
  | { name: 'expired' }
  | { name: 'used' }
  /** Not now; it comes by itself. */
  | { name: 'paused' }
  | { name: 'upcoming' }
  | { name: 'closed' }
  /** `wrong` and `locked` are about the PIN that was entered. */
  | { name: 'pin'; fault: 'wrong' | 'locked' | null }
  | { name: 'failed'; failure: unknown }

const PIN_FAULTS: Readonly<Record<string, 'wrong' | 'locked'>> = { pin_wrong: 'wrong', pin_locked: 'locked' }

/** What a refusal of a guest call says of the link; `known` is the link as it was last, `hasPin` whether one was sent. */
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

/** What the link says of itself before its devices are asked for; null where they may be. */
export function blockReasonOfState({ state }: Pick<GuestLink, 'state'>): BlockReason | null {
  switch (state) {
    case 'upcoming':
      return { name: 'upcoming' }
    case 'paused':
      return { name: 'paused' }
    case 'expired':
      return { name: 'expired' }
    // A link that is spent still shows its device until that is at rest.
    case 'spent':
    case 'active':
      return null
  }
}

/**
 * How long to wait before the link is asked for again, in milliseconds; null for never. `tries` counts how often that
 * was in vain since somebody last came to look.
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
      // Clocks that disagree about the moment do not keep asking twice a second.
      return Math.min(
        HOUR_MS,
        Math.max(Date.parse(link.startsAt) - now, Math.min(POLL_MS, SOON_MS * 2 ** tries)),
      )
    case 'closed':
      // Windows begin with a minute.
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
/** Close to an hour. */
const MOST_TRIES = 10
const POLL_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
