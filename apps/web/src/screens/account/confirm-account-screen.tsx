import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ConfirmAccount } from '#features/accounts/links/confirm-account.tsx'
import { isByCode, linkToken } from '#features/accounts/links/link-tokens.ts'
import { linksApi } from '#features/accounts/links/links.ts'
import { WayOn } from '#features/accounts/links/way-on.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** Where the link of the confirmation mail leads. */
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
          send={(language) => linksApi.sendConfirm(language, 'code')}
          onToken={setTyped}
        />
      ) : (
        <ConfirmAccount token={token} />
      )}
    </EntranceFrame>
  )
}
