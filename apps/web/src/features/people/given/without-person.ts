import type { Role } from '@senca/contract/people'

/** The change that revokes a role from a person. A role without its last person is deleted, unless its report must be kept. */
export function withoutPerson(
  role: Role,
  email: string,
): { kind: 'delete' } | { kind: 'update'; users: string[] } {
  const users = role.users.map((user) => user.email).filter((one) => one !== email)
  const isReported = role.permissions.includes('maintain')
  return users.length === 0 && !isReported ? { kind: 'delete' } : { kind: 'update', users }
}
