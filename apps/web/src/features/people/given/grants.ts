import type { Role, RoleUpdateRequest } from '@senca/contract/people'
import { handOverEnd } from '../form/role-span.ts'
import { isHandOver, type Level, permissionsOf } from '../levels.ts'

/** The rights of one person for one device, from all roles that give them. */
export interface Grant {
  roles: readonly Role[]
  /** `active` if any of the roles is active. */
  state: Role['state']
}

export interface PersonGrants {
  email: string
  byDevice: ReadonlyMap<string, Grant>
}

const isOver = ({ state }: Role): boolean => state === 'expired'

/** The states from the most to the least usable; the first one found is the state of the grant. */
const NEARNESS: readonly Role['state'][] = ['active', 'between_hours', 'paused', 'not_yet', 'expired']

function grantOf(roles: readonly [Role, ...Role[]]): Grant {
  const [first] = roles
  const state = NEARNESS.find((near) => roles.some((role) => role.state === near))
  return {
    roles,
    state: state ?? first.state,
  }
}

/** The rights from all roles that are not over: people by e-mail address, each with their devices. */
export function grantsOf(roles: readonly Role[]): PersonGrants[] {
  const rolesByPerson = new Map<string, Map<string, [Role, ...Role[]]>>()
  for (const role of roles.filter((one) => !isOver(one))) {
    for (const { email } of role.users) {
      const byDevice = rolesByPerson.get(email) ?? new Map<string, [Role, ...Role[]]>()
      rolesByPerson.set(email, byDevice)
      for (const id of role.devices) {
        const before = byDevice.get(id)
        byDevice.set(id, before === undefined ? [role] : [...before, role])
      }
    }
  }
  return [...rolesByPerson]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([email, byDevice]) => ({
      email,
      byDevice: new Map([...byDevice].map(([id, some]) => [id, grantOf(some)])),
    }))
}

/** The change that revokes a role from a person. A role without its last person is deleted, unless its report must be kept. */
export function withoutPerson(
  role: Role,
  email: string,
): { kind: 'delete' } | { kind: 'update'; users: string[] } {
  const users = role.users.map((user) => user.email).filter((one) => one !== email)
  const isReported = role.permissions.includes('maintain')
  return users.length === 0 && !isReported ? { kind: 'delete' } : { kind: 'update', users }
}

/** The change that gives a role other rights. A hand-over gets the latest allowed end if it has none or a later one. */
export function withLevel(role: Role, level: Level, now: Date): RoleUpdateRequest {
  const latest = handOverEnd(now)
  const isTooLong = role.validBefore === null || new Date(role.validBefore) > latest
  return {
    id: role.id,
    permissions: permissionsOf(level),
    ...(isHandOver(level) && isTooLong ? { validBefore: latest.toISOString() } : {}),
  }
}
