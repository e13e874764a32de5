import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import type { PasswordPairState } from '#features/account-model/password-pair.ts'
import { refusalText } from '#features/account-model/password-refusals.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** A form for the first password of an account that signs in with Google or Apple. */
export function AddPasswordForm({
  request,
  pair,
  onAdded,
  onWrongCode,
}: {
  request: string
  pair: PasswordPairState
  onAdded: () => void
  /** Called when the typed code is wrong; if it is missing, a message is shown instead. */
  onWrongCode?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const add = useServerCall({
    send: async () => {
      await emailedLinksApi.addPassword(request, pair.password)
      await session.passwordAdded()
    },
    onDone: onAdded,
    onFailure: (failure) => {
      if (!(failure instanceof ApiFailure)) return undefined
      if (failure.error !== 'confirmation_code_expired' || onWrongCode === undefined)
        return refusalText(failure, currentLanguage(), t)
      onWrongCode()
      return null
    },
  })
  return <NewPasswordForm pair={pair} email={email} call={add} submitLabel={t('addPassword.submit')} />
}
