import { LIMITS } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useOwnTimeZone } from '#features/sharing-model/local-time.ts'
import { useSharingForm } from '#features/sharing-model/use-sharing-form.ts'
import type { OnSaved } from '#i18n/use-form.ts'
import { rolesApi } from '../roles.api.ts'
import { reloadRoles } from '../roles.ts'
import { draftOf, newDraft, proposedName, type RoleDraft } from './role-draft.ts'
import { type RoleError, refusalOf, validate } from './role-errors.ts'
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
  password: string | undefined,
): Promise<Role> {
  const now = pageNow()
  const proof = password === undefined ? {} : { password }
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
  const form = useSharingForm<RoleDraft, RoleError, Role>({
    known,
    zone,
    start: () => newDraft(given),
    validate: (draft) => validate(draft, pageNow(), me, known),
    refusalOf,
    textOf: (error) =>
      t(`roleForm.error.${error}`, {
        max: LIMITS.ROLE_NAME_MAX_LENGTH,
        people: LIMITS.ROLE_USERS,
        devices: LIMITS.ROLE_DEVICES,
        days: LIMITS.HAND_OVER_MAX_DAYS,
      }),
    async send(draft, password) {
      const saved = await send(role, draft, nameOf(draft), password)
      await reloadRoles()
      return saved
    },
    onSaved,
    onUnconfirmed,
  })
  return { ...form, proposed: nameOf(form.values) }
}
