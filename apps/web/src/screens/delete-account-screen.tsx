import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { DeleteAccount } from '#features/accounts/links/delete-account.tsx'
import { LinkGate } from '#features/accounts/links/link-gate.tsx'
import { linkToken } from '#features/accounts/links/link-tokens.ts'
import { EntranceFrame } from './entrance-frame.tsx'

/** The deletion of an account, by an emailed link. */
export function DeleteAccountScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const leave = () => navigate('/', { replace: true })

  return (
    <EntranceFrame title={t('deleteAccount.title')} onBack={leave}>
      <LinkGate purpose="delete" token={linkToken(search, state)}>
        {(token, exchanged) => <DeleteAccount token={token} state={exchanged} onDeleted={leave} />}
      </LinkGate>
    </EntranceFrame>
  )
}
