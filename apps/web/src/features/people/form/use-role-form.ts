import { LIMITS } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useOwnTimeZone } from '#features/sharing-model/local-time.ts'
import { type OnSaved, useSharingForm } from '#features/sharing-model/use-sharing-form.ts'
import { rolesApi } from '../roles.api.ts'
import { reloadRoles } from '../roles.ts'
import { draftOf, newDraft, proposedName, type RoleDraft } from './role-draft.ts'
import { type RoleFault, refusalOf, validate } from './role-faults.ts'
import { createRequestOf, updateRequestOf } from './role-request.ts'

interface Needs {
  role: Role | null
  /** The start values of a new role. */
  given: { devices: readonly string[]; email: string }
  /** The names of the account's other roles. */
  names: readonly string[]
  /** The e-mail address of the account itself. */
  me: string
  onSaved: OnSaved<Role>
  onUnconfirmed: () => void
}

/** Sends a new role, or the changes to the edited one. */
async function send(
  role: Role | null,
  draft: RoleDraft,
  proposed: string,
  proof: { password?: string },
): Promise<Role> {
  const now = pageNow()
  if (role === null) return rolesApi.create({ ...createRequestOf(draft, proposed, now), ...proof })
  const changes = updateRequestOf(role, draft, now)
  return changes === null ? role : rolesApi.update({ ...changes, ...proof })
}

/** The state of the form that creates (`role` null) or edits a role. */
export function useRoleForm({ role, given, names, me, onSaved, onUnconfirmed }: Needs) {
  const { t } = useTranslation()
  const zone = useOwnTimeZone()
  const known = useMemo(() => (role === null ? null : draftOf(role, zone)), [role, zone])
  const nameOf = (draft: RoleDraft) => proposedName(draft, t('people.roleName'), names)
  const { faults, ...form } = useSharingForm<RoleDraft, RoleFault, Role>({
    known,
    zone,
    start: () => newDraft(given),
    validate: (draft, now) => validate(draft, now, me, known),
    refusalOf,
    async send(draft, proof) {
      const saved = await send(role, draft, nameOf(draft), proof)
      await reloadRoles()
      return saved
    },
    onSaved,
    onUnconfirmed,
  })
  return {
    ...form,
    proposed: nameOf(form.draft),
    faultOf: (field: string): string | null => {
      const fault = faults[field]
      if (fault === undefined) return null
      return t(`roleForm.fault.${fault}`, {
        max: LIMITS.ROLE_NAME_MAX_LENGTH,
        people: LIMITS.ROLE_USERS,
        devices: LIMITS.ROLE_DEVICES,
        days: LIMITS.HAND_OVER_MAX_DAYS,
      })
    },
  }
}
