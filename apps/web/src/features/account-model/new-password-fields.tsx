import { useTranslation } from 'react-i18next'
import { NewPasswordField, RepeatedPasswordField } from './new-password-field.tsx'
import type { PasswordPairState } from './password-pair.ts'

/**
 * The fields for a new password with its strength and for its repetition. If they differ, both are marked and the second shows
 * the error.
 */
export function NewPasswordFields({ pair, email }: { pair: PasswordPairState; email: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      <NewPasswordField
        label={t('newPassword.password')}
        value={pair.password}
        email={email}
        error={pair.isMismatch ? '' : null}
        onChange={pair.setPassword}
      />
      <RepeatedPasswordField
        label={t('newPassword.confirmation')}
        value={pair.confirmation}
        error={pair.isMismatch ? t('errors.passwordMismatch') : null}
        onChange={pair.setConfirmation}
        onLeave={pair.leave}
      />
    </>
  )
}
