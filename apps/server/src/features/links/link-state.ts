import { type DeviceState, isBusy, LIMITS, type LinkState } from '@senca/contract'
import { isInWindows, openIntervals } from '@senca/contract/link-windows'
import type { Link } from './link.ts'

const DAY_MS = 86_400_000

/** The number of uses of a link; null for unlimited. */
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

/** The state of a link. A permanent end takes precedence over temporary states. */
export function linkStateOf(link: Standing, now: Date): LinkState {
  if (now >= link.expiresAt) return 'expired'
  if (isSpent(link)) return 'spent'
  if (link.isFrozen) return 'paused'
  return now < link.startsAt ? 'upcoming' : 'active'
}

/** The state of the device of a single-use link. */
export interface Seen {
  state: DeviceState
  reportedAt: Date | null
}

const isLocking = ({ motorLockState, magnetLockState }: DeviceState): boolean =>
  [motorLockState, magnetLockState].some(
    (lock) => lock === 'unlocking' || lock === 'locking' || lock === 'unlocked',
  )

/**
 * Until when a used single-use link still shows its device; null if it does not. This lasts until the device is at rest and its
 * locks are locked again, for at most three minutes. A device that has not reported since the command is waited for.
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
  const timeout = new Date(Math.min(lastUsedAt.getTime() + LIMITS.COMMAND_STATE_MS, last.getTime()))
  return now < timeout ? timeout : null
}

/** Why a link is refused: the key of the error, null for a link that has ended. */
export type LinkRefusal = { key: 'startsAt' | 'windows' | 'frozen' | null }

/** Why a link may not be used now; null if it may. */
export function refusalOfUse(link: Standing, now: Date): LinkRefusal | null {
  const state = linkStateOf(link, now)
  if (state === 'paused') return { key: 'frozen' }
  if (state === 'upcoming') return { key: 'startsAt' }
  if (state !== 'active') return { key: null }
  return isInWindows(link.windows, link.timeZone, now) ? null : { key: 'windows' }
}

/**
 * Until when the holder of a link may view its devices, as far as known now, or why not. `seen` is the device of a single-use
 * link.
 */
export function viewOf(
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
