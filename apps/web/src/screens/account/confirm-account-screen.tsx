import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isByCode } from '#features/account-model/by-code.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { ConfirmAccount } from '#features/emailed-links/confirm-account.tsx'
import { linkToken } from '#features/emailed-links/link-tokens.ts'
import { WayOn } from '#features/emailed-links/way-on.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** The page of the link in the confirmation e-mail. */
export default function ConfirmAccountScreen() {
  const { t } = useTranslation()
  const { search, state } = useLocation()
  const [typed, setTyped] = useState<string | null>(null)
  const token = typed ?? linkToken(search, state)
  return (
    <EntranceFrame title={t('confirmAccount.title')} logo>
      {token === null ? (
        <WayOn
          error={isByCode(state) ? undefined : t('errors.generic')}
          purpose="confirm"
          send={(language) => emailedLinksApi.sendConfirm(language, 'code')}
          onToken={setTyped}
        />
      ) : (
        // A person who types a code has just made the account.
        <ConfirmAccount token={token} isAsked={typed === null} />
      )}
    </EntranceFrame>
  )
}
