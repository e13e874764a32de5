import { PERMISSIONS, type Permission } from '@senca/contract'
import { isInWindows, openIntervals } from '@senca/contract/link-windows'
import { type LinkWindow, linkWindowSchema } from '@senca/contract/links'
import type { RoleState } from '@senca/contract/people'
import * as z from 'zod/mini'
import type { roles } from './roles.schema.ts'

const DAY_MS = 86_400_000
/** How far ahead the opening and closing of time windows is computed. */
const AHEAD_MS = 8 * DAY_MS

/** When a role is in effect; null means no limit. */
export interface RoleTimes {
  validAfter: Date | null
  validBefore: Date | null
  windows: LinkWindow[] | null
  timeZone: string | null
}

/** The properties of a role that its owner decides. */
export interface RoleTerms extends RoleTimes {
  name: string
  permissions: Permission[]
  deviceIds: string[]
}

interface RoleUser {
  accountId: string
  email: string
  since: Date
  lastUsedAt: Date | null
}

/** A stored role. */
export interface Role extends RoleTerms {
  id: string
  accountId: string
  ownerEmail: string
  revision: number
  users: RoleUser[]
  /** The owner of the role has frozen all sharing. */
  isFrozen: boolean
}

const permissionsSchema = z.array(z.enum(PERMISSIONS))
const windowsSchema = z.nullable(z.array(linkWindowSchema))

/** The properties of a role from its row, without devices and people. */
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

/** The state of a role. A permanent end takes precedence over temporary states. */
export function roleStateOf(times: RoleTimes & { isFrozen: boolean }, now: Date): RoleState {
  const { validAfter, validBefore, windows, timeZone, isFrozen } = times
  if (validBefore !== null && now >= validBefore) return 'expired'
  if (isFrozen) return 'paused'
  if (validAfter !== null && now < validAfter) return 'not_yet'
  return isInWindows(windows ?? [], timeZone ?? 'UTC', now) ? 'active' : 'between_hours'
}

/** When a role next begins or stops to be in effect by time alone, within the computed future; null for never. */
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

/** The permissions of a role; view is always included. */
export const wholePermissions = (permissions: readonly Permission[]): Permission[] =>
  PERMISSIONS.filter((permission) => permission === 'view' || permissions.includes(permission))
