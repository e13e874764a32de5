import {
  type Role,
  type RoleCreateRequest,
  type RoleUpdateRequest,
  roleCreateRequestSchema,
  roleUpdateRequestSchema,
} from '@senca/contract/people'
import { plainWindows } from '#features/sharing-model/draft-windows.ts'
import { permissionsOf } from '../levels.ts'
import { draftOf, emailsOf, momentsOf, plainEmail, type RoleDraft } from './role-draft.ts'

/** The terms of a draft in the form of a request; null for a term that is not set. */
export function termsOf(draft: RoleDraft, name: string, now: Date) {
  const { from, until } = momentsOf(draft, now)
  const windows = draft.windows.length === 0 ? null : plainWindows(draft.windows)
  return {
    name,
    permissions: permissionsOf(draft.level),
    devices: [...draft.devices],
    users: emailsOf(draft),
    validAfter: from?.toISOString() ?? null,
    validBefore: until?.toISOString() ?? null,
    windows,
    timeZone: windows === null ? null : draft.timeZone,
  }
}

/** The name of a role; `proposed` if none is typed. */
export const nameOf = ({ name }: RoleDraft, proposed: string): string =>
  name.normalize('NFC').trim() || proposed

/** The request that creates a role from a valid draft. Throws if the draft has errors. */
export function createRequestOf(draft: RoleDraft, proposed: string, now: Date): RoleCreateRequest {
  const terms = Object.entries(termsOf(draft, nameOf(draft, proposed), now))
  return roleCreateRequestSchema.parse(Object.fromEntries(terms.filter(([, value]) => value !== null)))
}

/** The request with only the changes of the draft to `role`; null if there are none. */
export function updateRequestOf(role: Role, draft: RoleDraft, now: Date): RoleUpdateRequest | null {
  const before: Record<string, unknown> = termsOf(draftOf(role), role.name, now)
  const after = Object.entries(termsOf(draft, nameOf(draft, role.name), now))
  const changes = after.filter(([field, value]) => compared(field, value) !== compared(field, before[field]))
  if (changes.length === 0) return null
  return roleUpdateRequestSchema.parse({ id: role.id, ...Object.fromEntries(changes) })
}

/** A value as text for comparisons; the order of devices and people is ignored. */
function compared(field: string, value: unknown): string {
  if (field === 'users' && Array.isArray(value))
    return JSON.stringify(value.map(String).map(plainEmail).sort())
  if (field === 'devices' && Array.isArray(value)) return JSON.stringify([...value].sort())
  return JSON.stringify(value)
}
