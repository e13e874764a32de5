import { PERMISSIONS, type Permission } from '@senca/contract'
import { isInWindows, openIntervals } from '@senca/contract/link-windows'
import { type LinkWindow, linkWindowSchema } from '@senca/contract/links'
import type { RoleState } from '@senca/contract/people'
import * as z from 'zod/mini'
import type { roles } from './roles.schema.ts'

const DAY_MS = 86_400_000
/** Of windows it is looked so far ahead for when they next open or close. */
const AHEAD_MS = 8 * DAY_MS

/** When a role lends; null is open. */
export interface RoleTimes {
  validAfter: Date | null
  validBefore: Date | null
  windows: LinkWindow[] | null
  timeZone: string | null
}

/** What its giver decides of a role. */
export interface RoleTerms extends RoleTimes {
  name: string
  permissions: Permission[]
  deviceIds: string[]
}

export interface RoleUser {
  accountId: string
  email: string
  since: Date
  lastUsedAt: Date | null
}

/** A role as it stands. */
export interface Role extends RoleTerms {
  id: string
  accountId: string
  ownerEmail: string
  revision: number
  users: RoleUser[]
  /** Its giver has stopped all sharing. */
  isFrozen: boolean
}

const permissionsSchema = z.array(z.enum(PERMISSIONS))
const windowsSchema = z.nullable(z.array(linkWindowSchema))

/** What a row says of a role, without its devices and people. */
export const termsOfRow = (
  row: Pick<
    typeof roles.$inferSelect,
    'name' | 'permissions' | 'validAfter' | 'validBefore' | 'windows' | 'timeZone'
  >,
): Omit<RoleTerms, 'deviceIds'> => ({
  name: row.name,
  permissions: permissionsSchema.parse(row.permissions),
  validAfter: row.validAfter,
  validBefore: row.validBefore,
  windows: windowsSchema.parse(row.windows),
  timeZone: row.timeZone,
})

/** Where a role stands; what has ended for good comes before what may pass. */
export function roleStateOf(times: RoleTimes & { isFrozen: boolean }, now: Date): RoleState {
  const { validAfter, validBefore, windows, timeZone, isFrozen } = times
  if (validBefore !== null && now >= validBefore) return 'expired'
  if (isFrozen) return 'paused'
  if (validAfter !== null && now < validAfter) return 'not_yet'
  return isInWindows(windows ?? [], timeZone ?? 'UTC', now) ? 'active' : 'between_hours'
}

/** When a role next begins or stops lending by time alone, as far as it is looked ahead; null for never. */
export function nextChangeOf(times: RoleTimes, now: Date): Date | null {
  const { validAfter, validBefore, windows, timeZone } = times
  if (validBefore !== null && now >= validBefore) return null
  if (validAfter !== null && now < validAfter) return validAfter
  if (windows === null || windows.length === 0) return validBefore
  const ahead = new Date(now.getTime() + AHEAD_MS)
  const until = validBefore !== null && validBefore < ahead ? validBefore : ahead
  const [first] = openIntervals(windows, timeZone ?? 'UTC', { from: now, until })
  if (first === undefined) return until
  return first.from > now ? first.from : first.until
}

/** What a role lends, view with everything. */
export const wholePermissions = (permissions: readonly Permission[]): Permission[] =>
  PERMISSIONS.filter((permission) => permission === 'view' || permissions.includes(permission))
