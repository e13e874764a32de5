import { type Interval, openIntervals } from '@senca/contract/link-windows'
import type { Link, LinkTerms, SharedDevice } from './link.ts'

type Timed = Pick<LinkTerms, 'startsAt' | 'expiresAt' | 'windows' | 'timeZone'>

const grantsUnlocking = ({ grant: { actions } }: SharedDevice): boolean =>
  actions === null || actions.includes('unlock')

const doorsOf = ({ devices }: Pick<LinkTerms, 'devices'>, isGuarded: (id: string) => boolean): string[] =>
  devices
    .filter((shared) => isGuarded(shared.deviceId) && grantsUnlocking(shared))
    .map(({ deviceId }) => deviceId)

const usesOf = ({ multiUse, maxUses }: Pick<LinkTerms, 'multiUse' | 'maxUses'>): number =>
  multiUse ? (maxUses ?? Number.POSITIVE_INFINITY) : 1

/** The future times at which a link is valid. */
function openTimes({ windows, timeZone, startsAt, expiresAt }: Timed, now: Date): Interval[] {
  return openIntervals(windows, timeZone, { from: startsAt > now ? startsAt : now, until: expiresAt })
}

function isOpenMore(before: Timed, after: Timed, now: Date): boolean {
  const known = openTimes(before, now)
  return openTimes(after, now).some(
    ({ from, until }) => !known.some((open) => open.from <= from && until <= open.until),
  )
}

interface Change {
  /** The link before the change; null for a new link. */
  before: Pick<Link, keyof LinkTerms | 'sealedPin'> | null
  after: LinkTerms
  /** Whether the change sets or removes the PIN of the link. */
  isPinNamed: boolean
}

/**
 * The first door with a guarded unlock (PIN or passkey) that guests could unlock more than before: at all, at other times, more
 * often, or without the link's PIN. Null if there is none.
 */
export function doorUnlockedMore(
  { before, after, isPinNamed }: Change,
  isGuarded: (deviceId: string) => boolean,
  now: Date,
): string | null {
  const doors = doorsOf(after, isGuarded)
  const [first] = doors
  if (first === undefined) return null
  if (before === null) return first
  const known = doorsOf(before, isGuarded)
  const added = doors.find((id) => !known.includes(id))
  if (added !== undefined) return added
  const isWider =
    (isPinNamed && before.sealedPin !== null) ||
    usesOf(after) > usesOf(before) ||
    isOpenMore(before, after, now)
  return isWider ? first : null
}
