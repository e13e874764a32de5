import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ConfirmAccount } from '#features/accounts/links/confirm-account.tsx'
import { LinkNote } from '#features/accounts/links/link-notes.tsx'
import { linkToken } from '#features/accounts/links/link-tokens.ts'
import { EntranceFrame } from './entrance-frame.tsx'

/** Where the link of the confirmation mail leads. */
export function ConfirmAccountScreen() {
  const { t } = useTranslation()
  const { search, state } = useLocation()
  const token = linkToken(search, state)
  return (
    <EntranceFrame title={t('confirmAccount.title')} logo>
      {token === null ? (
        <LinkNote tone="error">{t('errors.generic')}</LinkNote>
      ) : (
        <ConfirmAccount token={token} />
      )}
    </EntranceFrame>
  )
}
