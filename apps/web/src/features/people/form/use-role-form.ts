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
  /** Those of a new role. */
  given: { devices: readonly string[]; email: string }
  /** The names of the account's other roles. */
  names: readonly string[]
  /** The address of the account itself. */
  me: string
  onDone: (role: Role) => void
  onUnconfirmed: () => void
}

/** Sends what the form holds: a new role, or what differs from the one that is edited. */
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
 * A role that is made (`role` null) or edited. What is wrong shows from the first try on, at the fields, the first of which is
 * focused; `onUnconfirmed` is called when the account must be confirmed first. While the server wants a proof `guardedDoor` is
 * the door for which it does, and `prove` sends the form with the account's password; it raises refusals.
 */
export function useRoleForm({ role, given, names, me, onDone, onUnconfirmed }: Needs) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [blank] = useState(() => newDraft(given))
  // What nobody touches here follows the role, which may be changed elsewhere meanwhile, and is not sent.
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
