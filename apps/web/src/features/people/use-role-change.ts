import type { Role, RoleUpdateRequest } from '@senca/contract/people'
import { useState } from 'react'
import { ApiFailure } from '#core/failures.ts'
import { showMessage } from '#core/messages.ts'
import { isProofMissing } from '#features/sharing-model/sharing-failures.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { withoutPerson } from './given/grants.ts'
import { reloadRoles, rolesApi } from './roles.ts'

/** Calls that change what is lent, after which all of it is loaded again, whether they were made or refused. */
export function useRoleCall<Input>(props: {
  send: (input: Input) => Promise<unknown>
  doneText: (input: Input) => string
  onEnd: () => void
}) {
  return useServerCall({
    send: props.send,
    onDone: async (_, input: Input) => {
      showMessage('success', props.doneText(input))
      await reloadRoles()
      props.onEnd()
    },
    onFailure: () => {
      void reloadRoles()
      props.onEnd()
      return undefined
    },
  })
}

/** What is gone already is as well as taken away. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.error === 'resource_not_found')) throw failure
  }
}

/** Takes roles back from a person, each for itself. */
export async function takeBack(roles: readonly Role[], email: string): Promise<void> {
  for (const role of roles) {
    const change = withoutPerson(role, email)
    await unlessGone(
      change.kind === 'delete'
        ? rolesApi.remove(role.id)
        : rolesApi.update({ id: role.id, users: change.users }),
    )
  }
}

/** Waits for the account's password, since a change lends the unlocking of a door that asks for more than a gesture. */
export interface WantedProof {
  deviceId: string
  onCancel: () => void
  /** Sends the change; raises refusals. */
  onProved: (password: string) => Promise<void>
}

/** Changes a role in place; `wanted` is there while the server wants a proof first. */
export function useRoleUpdate(doneText: string, onDone: () => void) {
  const [guarded, setGuarded] = useState<{ changes: RoleUpdateRequest; deviceId: string } | null>(null)
  const update = async (changes: RoleUpdateRequest) => {
    try {
      await rolesApi.update(changes)
    } finally {
      await reloadRoles()
    }
    setGuarded(null)
    showMessage('success', doneText)
    onDone()
  }
  const call = useServerCall({
    send: async (changes: RoleUpdateRequest) => {
      try {
        await update(changes)
      } catch (failure) {
        if (!isProofMissing(failure)) throw failure
        setGuarded({ changes, deviceId: failure.deviceId ?? '' })
      }
    },
  })
  const wanted: WantedProof | null = guarded && {
    deviceId: guarded.deviceId,
    onCancel: () => setGuarded(null),
    onProved: (password) => update({ ...guarded.changes, password }),
  }
  return { send: call.send, isSending: call.isSending, wanted }
}
