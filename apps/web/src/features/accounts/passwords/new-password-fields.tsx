import { useTranslation } from 'react-i18next'
import { PasswordField } from '#ui/Field.tsx'
import type { PasswordPairState } from './password-pair.ts'
import { StrengthNote } from './strength-note.tsx'

/** A new password with its strength, and once more; when they differ both are red and the second says so. */
export function NewPasswordFields({ pair, email }: { pair: PasswordPairState; email: string | null }) {
  const { t } = useTranslation()
  const eye = { showLabel: t('password.show'), hideLabel: t('password.hide') }
  return (
    <>
      <div>
        <PasswordField
          {...eye}
          label={t('newPassword.password')}
          name="new-password"
          autoComplete="new-password"
          value={pair.password}
          error={pair.isMismatch ? '' : null}
          onChange={(event) => pair.setPassword(event.target.value)}
        />
        <StrengthNote password={pair.password} email={email} />
      </div>
      <PasswordField
        {...eye}
        label={t('newPassword.confirmation')}
        name="confirm-password"
        autoComplete="new-password"
        value={pair.confirmation}
        error={pair.isMismatch ? t('errors.passwordMismatch') : null}
        onChange={(event) => pair.setConfirmation(event.target.value)}
        onBlur={pair.leave}
      />
    </>
  )
}
