import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { usePasswordPair } from '#features/account-model/password-pair.ts'
import { isTooWeak, refusalText } from '#features/account-model/password-refusals.ts'
import { quotedErrorText } from '#i18n/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** A form for a new password, for the person who has the link. */
export function ResetForm(props: { token: string; state: string; onReset: () => void }) {
  const { t } = useTranslation()
  const pair = usePasswordPair()
  const reset = useServerCall({
    send: () => emailedLinksApi.reset(props.token, props.state, pair.password),
    onDone: props.onReset,
    onFailure: (failure) => {
      if (isTooWeak(failure)) return t('reset.weak')
      return failure instanceof ApiFailure
        ? refusalText(failure, currentLanguage(), t)
        : quotedErrorText(failure, t)
    },
  })
  return <NewPasswordForm pair={pair} email={null} call={reset} submitLabel={t('reset.submit')} />
}
