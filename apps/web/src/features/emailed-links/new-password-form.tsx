import { NewPasswordFields } from '#features/account-model/new-password-fields.tsx'
import type { PasswordPairState } from '#features/account-model/password-pair.ts'
import type { ServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'

/** A form that sets a password with `call` when it was entered twice. */
export function NewPasswordForm(props: {
  pair: PasswordPairState
  email: string | null
  call: ServerCall
  submitLabel: string
}) {
  const { pair, call } = props
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (pair.isComplete) call.send()
      }}
    >
      <NewPasswordFields pair={pair} email={props.email} />
      <Button type="submit" variant="primary" wide loading={call.isSending} disabled={!pair.isComplete}>
        {props.submitLabel}
      </Button>
    </form>
  )
}
