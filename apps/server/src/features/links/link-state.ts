import { type DeviceState, isBusy, LIMITS, type LinkState } from '@senca/contract'
import { isInWindows, openIntervals } from '@senca/contract/link-windows'
import type { Link } from './link.ts'

const DAY_MS = 86_400_000

/** How many uses a link has, null for any number. */
export const allowedUses = ({ multiUse, maxUses }: Pick<Link, 'multiUse' | 'maxUses'>): number | null =>
  multiUse ? maxUses : 1

export const isSpent = (link: Pick<Link, 'multiUse' | 'maxUses' | 'uses'>): boolean => {
  const allowed = allowedUses(link)
  return allowed !== null && link.uses >= allowed
}

export type Standing = Pick<
  Link,
  | 'multiUse'
  | 'maxUses'
  | 'uses'
  | 'startsAt'
  | 'expiresAt'
  | 'isFrozen'
  | 'windows'
  | 'timeZone'
  | 'lastUsedAt'
>

/** Where a link stands; what has ended for good comes before what may pass. */
export function linkStateOf(link: Standing, now: Date): LinkState {
  if (now >= link.expiresAt) return 'expired'
  if (isSpent(link)) return 'spent'
  if (link.isFrozen) return 'paused'
  return now < link.startsAt ? 'upcoming' : 'active'
}

/** What is known of the device of a single-use link. */
export interface Seen {
  state: DeviceState
  reportedAt: Date | null
}

const isLocking = ({ motorLockState, magnetLockState }: DeviceState): boolean =>
  [motorLockState, magnetLockState].some(
    (lock) => lock === 'unlocking' || lock === 'locking' || lock === 'unlocked',
  )

/**
 * Until when a spent single-use link still shows its device, or null. It is until the device is at rest, its locks
 * locked again, and at most three minutes; a device that has said nothing since it took the command may do so yet.
 */
export function graceUntil(link: Standing, { state, reportedAt }: Seen, now: Date): Date | null {
  const { lastUsedAt, isFrozen, multiUse } = link
  if (multiUse || lastUsedAt === null || isFrozen || now >= link.expiresAt) return null
  const last = new Date(
    Math.min(lastUsedAt.getTime() + LIMITS.DEVICE_LINK_GRACE_MS, link.expiresAt.getTime()),
  )
  if (now >= last) return null
  if (isBusy(state.status) || isLocking(state)) return last
  if (reportedAt !== null && reportedAt > lastUsedAt) return null
  const patience = new Date(Math.min(lastUsedAt.getTime() + LIMITS.COMMAND_STATE_MS, last.getTime()))
  return now < patience ? patience : null
}

/** Why a link is refused: by the key of the error, null for one that has ended. */
export type LinkRefusal = { key: 'startsAt' | 'windows' | 'frozen' | null }

/** Why a link may not be used now, or null where it may. */
export function refusalOfUse(link: Standing, now: Date): LinkRefusal | null {
  const state = linkStateOf(link, now)
  if (state === 'paused') return { key: 'frozen' }
  if (state === 'upcoming') return { key: 'startsAt' }
  if (state !== 'active') return { key: null }
  return isInWindows(link.windows, link.timeZone, now) ? null : { key: 'windows' }
}

/**
 * Until when the holder of a link may look at its devices, as far as it is known now; or why not. `seen` is the device
 * of a single-use link.
 */
export function lookOf(
  link: Standing,
  seen: Seen | null,
  now: Date,
): { ok: true; until: Date } | ({ ok: false } & LinkRefusal) {
  const refusal = refusalOfUse(link, now)
  if (refusal === null) {
    const tomorrow = new Date(now.getTime() + DAY_MS)
    const [open] = openIntervals(link.windows, link.timeZone, { from: now, until: tomorrow })
    const until = open?.until ?? now
    return { ok: true, until: until < link.expiresAt ? until : link.expiresAt }
  }
  const grace = isSpent(link) && seen !== null ? graceUntil(link, seen, now) : null
  return grace === null ? { ok: false, ...refusal } : { ok: true, until: grace }
}
