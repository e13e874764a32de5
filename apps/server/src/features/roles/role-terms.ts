import { isRenamed, isTimeZone, kindOf, PERMISSIONS } from '@senca/contract'
import type { RoleCreateRequest, RoleUpdateRequest } from '@senca/contract/people'
import type { Device } from '#features/devices/index.ts'
import type { Role, RoleTerms } from './role.ts'

/** The last year that can be written with four digits, which all clocks and calendars involved require. */
const LAST_MOMENT = Date.UTC(9_999, 0, 1)
/** The database has no year 0. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')

export type TermsChange = Omit<RoleUpdateRequest, 'id' | 'users' | 'password'>

/** The given value, or the current one if none is given. */
const changed = <T>(named: T | undefined, kept: T): T => (named === undefined ? kept : named)
const timeOf = (named: string | null | undefined, kept: Date | null): Date | null =>
  named === undefined ? kept : named === null ? null : new Date(named)

/** The terms after a change. Null clears a value; a value that is not given stays. */
export function changedTerms(terms: RoleTerms, change: TermsChange): RoleTerms {
  const windows = changed(change.windows, terms.windows)
  const permissions = new Set(changed(change.permissions, terms.permissions))
  return {
    name: change.name !== undefined && isRenamed(terms.name, change.name) ? change.name : terms.name,
    permissions: PERMISSIONS.filter((permission) => permissions.has(permission)),
    deviceIds: [...new Set(changed(change.devices, terms.deviceIds))],
    validAfter: timeOf(change.validAfter, terms.validAfter),
    validBefore: timeOf(change.validBefore, terms.validBefore),
    windows: windows?.length === 0 ? null : windows,
    timeZone: changed(change.timeZone, terms.timeZone),
  }
}

/** The terms of a new role. */
export const newTerms = (request: Omit<RoleCreateRequest, 'users' | 'password'>): RoleTerms =>
  changedTerms(
    {
      name: request.name,
      permissions: [],
      deviceIds: [],
      validAfter: null,
      validBefore: null,
      windows: null,
      timeZone: null,
    },
    request,
  )

/** The name of the first invalid term; null if all are valid. */
export function faultOfTerms(
  terms: RoleTerms,
  change: TermsChange,
  now: Date,
): 'validAfter' | 'validBefore' | 'timeZone' | null {
  const { validAfter, validBefore, timeZone } = terms
  if (validAfter !== null && (validAfter.getTime() < FIRST_MOMENT || validAfter.getTime() >= LAST_MOMENT))
    return 'validAfter'
  if (validBefore !== null) {
    // A role that has expired can still be renamed.
    const isNamed = change.validBefore !== undefined
    if (isNamed && (validBefore <= now || validBefore.getTime() >= LAST_MOMENT)) return 'validBefore'
    if (validAfter !== null && validBefore <= validAfter) return 'validBefore'
  }
  return timeZone !== null && !isTimeZone(timeZone) ? 'timeZone' : null
}

type Sharing = Pick<Role, keyof RoleTerms> & { userIds: readonly string[] }

const isGuardedDoor = ({ type, unlockBy }: Device): boolean =>
  kindOf(type).family === 'door' && (unlockBy === 'pin' || unlockBy === 'passkey')

const isLater = (after: Date | null, before: Date | null): boolean =>
  before !== null && (after === null || after > before)
const isEarlier = (after: Date | null, before: Date | null): boolean =>
  before !== null && (after === null || after < before)

/**
 * The first door with a guarded unlock (PIN or passkey) for which the change extends the command permission: to this door, to
 * more people or to other times. Null if there is none.
 */
export function doorSharedMore(
  before: Sharing | null,
  after: Sharing,
  found: readonly Device[],
): string | null {
  if (!after.permissions.includes('command')) return null
  const doors = found.filter(isGuardedDoor).map(({ id }) => id)
  const [first] = doors
  if (first === undefined) return null
  if (before === null || !before.permissions.includes('command')) return first
  const added = doors.find((id) => !before.deviceIds.includes(id))
  if (added !== undefined) return added
  const isWider =
    after.userIds.some((id) => !before.userIds.includes(id)) ||
    isLater(after.validBefore, before.validBefore) ||
    isEarlier(after.validAfter, before.validAfter) ||
    JSON.stringify([after.windows, after.timeZone]) !== JSON.stringify([before.windows, before.timeZone])
  return isWider ? first : null
}
