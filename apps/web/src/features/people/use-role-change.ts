import type { Role } from '@senca/contract/people'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { withoutPerson } from './given/without-person.ts'
import { rolesApi } from './roles.api.ts'
import { reloadRoles } from './roles.ts'

/** A call that changes roles. All role data is reloaded afterwards, even if the call was refused. */
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

/** Ignores the error that something does not exist, because a removal then already has its result. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.error === 'resource_not_found')) throw failure
  }
}

/** Revokes roles from a person, one after the other. */
export async function revoke(roles: readonly Role[], email: string): Promise<void> {
  for (const role of roles) {
    const change = withoutPerson(role, email)
    await unlessGone(
      change.kind === 'delete'
        ? rolesApi.remove(role.id)
        : rolesApi.update({ id: role.id, users: change.users }),
    )
  }
}

/** Asks for the account's password, because the change lets others unlock a door that requires a PIN or passkey. */
export interface WantedProof {
  deviceId: string
  onCancel: () => void
  /** Sends the change; throws refusals. */
  onProved: (password: string) => Promise<void>
}
