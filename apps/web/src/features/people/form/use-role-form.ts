import { LIMITS } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProofMissing, isUnconfirmed } from '#features/sharing-model/sharing-failures.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { reloadRoles, rolesApi } from '../roles.ts'
import { draftOf, newDraft, proposedName, type RoleDraft } from './role-draft.ts'
import { faultsOf, type RoleFaults, refusalOf } from './role-faults.ts'
import { createRequestOf, updateRequestOf } from './role-request.ts'

const NONE: RoleFaults = {}

interface Needs {
  role: Role | null
  /** The start values of a new role. */
  given: { devices: readonly string[]; email: string }
  /** The names of the account's other roles. */
  names: readonly string[]
  /** The e-mail address of the account itself. */
  me: string
  onDone: (role: Role) => void
  onUnconfirmed: () => void
}

/** Sends a new role, or the changes to the edited one. */
async function send(
  role: Role | null,
  draft: RoleDraft,
  proposed: string,
  proof: { password?: string },
): Promise<Role> {
  const now = new Date()
  if (role === null) return rolesApi.create({ ...createRequestOf(draft, proposed, now), ...proof })
  const changes = updateRequestOf(role, draft, now)
  return changes === null ? role : rolesApi.update({ ...changes, ...proof })
}

/**
 * The state of the form that creates (`role` null) or edits a role. Errors are shown at the fields from the first submit on, and
 * the first faulty field gets the focus. `onUnconfirmed` is called if the account must be confirmed first. While the server
 * requires a proof, `guardedDoor` is the door that needs it, and `prove` submits the form with the account's password; it throws
 * refusals.
 */
export function useRoleForm({ role, given, names, me, onDone, onUnconfirmed }: Needs) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [blank] = useState(() => newDraft(given))
  // Fields that were not edited follow the role, which may be changed elsewhere in the meantime, and are not sent.
  const known = useMemo(() => (role === null ? null : draftOf(role)), [role])
  const [changes, setChanges] = useState<Partial<RoleDraft>>({})
  const draft = { ...(known ?? blank), ...changes }
  const [tries, setTries] = useState(0)
  const [refused, setRefused] = useState(NONE)
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const faults = tries === 0 ? NONE : { ...faultsOf(draft, new Date(), me, known), ...refused }
  const hasFaults = Object.keys(faults).length > 0
  const proposed = proposedName(draft, t('people.roleName'), names)

  // biome-ignore lint/correctness/useExhaustiveDependencies: at every try, and not while a person mends the fields
  useEffect(() => {
    if (hasFaults) form.current?.querySelector<HTMLElement>(FAULTY)?.focus()
  }, [tries, refused])

  const sendDraft = async (proof: { password?: string }) => {
    const made = await send(role, draft, proposed, proof)
    await reloadRoles()
    onDone(made)
  }

  const sending = useServerCall({
    send: () => sendDraft({}),
    onFailure: (failure) => {
      const refusal = refusalOf(failure, draft)
      if (isProofMissing(failure)) setGuardedDoor(failure.deviceId ?? '')
      else if (refusal !== null) setRefused(refusal)
      if (isUnconfirmed(failure)) onUnconfirmed()
      return isProofMissing(failure) || refusal !== null ? null : undefined
    },
  })

  const submit = () => {
    if (sending.isSending || sending.isDone) return
    setTries(tries + 1)
    setRefused(NONE)
    if (Object.keys(faultsOf(draft, new Date(), me, known)).length === 0) sending.send()
  }

  return {
    form,
    draft,
    proposed,
    isSending: sending.isSending || sending.isDone,
    submit,
    guardedDoor,
    prove: (password: string) => sendDraft({ password }),
    cancelProof: () => setGuardedDoor(null),
    change: (change: Partial<RoleDraft>) => {
      setChanges((before) => ({ ...before, ...change }))
      setRefused(NONE)
    },
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

const FAULTY = '[aria-invalid="true"], [data-invalid="true"] button'
