import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { isByCode } from '#features/account-model/by-code.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { DeleteAccount } from '#features/emailed-links/delete-account.tsx'
import { LinkGate } from '#features/emailed-links/link-gate.tsx'
import { linkToken } from '#features/emailed-links/link-tokens.ts'
import { WayOn } from '#features/emailed-links/way-on.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** Deletes an account, with the link of an e-mail. */
export default function DeleteAccountScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [typed, setTyped] = useState<string | null>(null)
  const token = typed ?? linkToken(search, state)
  const leave = () => navigate('/', { replace: true })

  return (
    <EntranceFrame title={t('deleteAccount.title')} onBack={leave}>
      {token === null ? (
        <WayOn
          error={isByCode(state) ? undefined : t('errors.generic')}
          purpose="delete"
          send={(language) => emailedLinksApi.sendDelete(language, 'code')}
          onToken={setTyped}
        />
      ) : (
        <LinkGate
          purpose="delete"
          token={token}
          afterExpiry={
            <WayOn
              purpose="delete"
              send={(language) => emailedLinksApi.sendDelete(language, 'code')}
              onToken={setTyped}
            />
          }
        >
          {(good, exchanged) => <DeleteAccount token={good} state={exchanged} onDeleted={leave} />}
        </LinkGate>
      )}
    </EntranceFrame>
  )
}
