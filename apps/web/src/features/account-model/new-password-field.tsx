import { PasswordInput } from './password-input.tsx'
import { StrengthNote } from './strength-note.tsx'

/** A field for a new password. It shows the strength, judged for the account of `email`. */
export function NewPasswordField(props: {
  label: string
  hint?: string
  value: string
  email: string | null
  error: string | null
  onChange: (value: string) => void
}) {
  const { email, onChange, ...field } = props
  return (
    <div>
      <PasswordInput
        {...field}
        name="new-password"
        autoComplete="new-password"
        onChange={(event) => onChange(event.target.value)}
      />
      <StrengthNote password={props.value} email={email} />
    </div>
  )
}

/** The field that repeats the new password. */
export function RepeatedPasswordField(props: {
  label: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onLeave: () => void
}) {
  const { onChange, onLeave, ...field } = props
  return (
    <PasswordInput
      {...field}
      name="confirm-password"
      autoComplete="new-password"
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  )
}
