import { useTranslation } from 'react-i18next'
import { PasswordField } from '#ui/forms/field.tsx'
import { StrengthNote } from './strength-note.tsx'

/** A password that is being chosen, and how strong it is for the account of `email`. */
export function NewPasswordField(props: {
  label: string
  hint?: string
  value: string
  email: string | null
  error: string | null
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  return (
    <div>
      <PasswordField
        label={props.label}
        hint={props.hint}
        name="new-password"
        autoComplete="new-password"
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        value={props.value}
        error={props.error}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <StrengthNote password={props.value} email={props.email} />
    </div>
  )
}
