import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StrengthBar } from '#ui/forms/strength-bar.tsx'
import { PasswordInput } from './password-input.tsx'
import { STRENGTHS, type Strength } from './strength.ts'

/** Shows how strong the typed password is. The judge and its word lists are loaded after the first character. */
function StrengthNote({ password, email }: { password: string; email: string | null }) {
  const { t } = useTranslation()
  const settled = useDeferredValue(password)
  const [strength, setStrength] = useState<Strength | null>(null)

  useEffect(() => {
    if (settled === '') return setStrength(null)
    let isCurrent = true
    import('./strength-judge.ts').then(
      ({ judgeStrength }) => isCurrent && setStrength(judgeStrength(settled, email)),
      // If the judge cannot be loaded, no level is shown. The server checks the password anyway.
      () => isCurrent && setStrength(null),
    )
    return () => {
      isCurrent = false
    }
  }, [settled, email])

  return (
    <StrengthBar
      level={strength === null ? 0 : STRENGTHS.indexOf(strength) + 1}
      levels={STRENGTHS.length}
      words={strength === null ? '' : t('strength.label', { level: t(`strength.${strength}`) })}
    />
  )
}

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
