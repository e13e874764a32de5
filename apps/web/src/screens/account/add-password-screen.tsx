import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { isByCode } from '#features/account-model/by-code.ts'
import { DoneDialog } from '#features/account-model/done-dialog.tsx'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { usePasswordPair } from '#features/account-model/password-pair.ts'
import { AddPasswordForm } from '#features/emailed-links/add-password-form.tsx'
import { addPasswordRequest } from '#features/emailed-links/link-tokens.ts'
import { WayOn } from '#features/emailed-links/way-on.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** Adds the first password of an account, with the link of an e-mail. */
export default function AddPasswordScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [isDone, setDone] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  // The state is kept here, so that a wrong code does not clear the typed password.
  const pair = usePasswordPair()
  const request = typed ?? addPasswordRequest(search, state)

  return (
    <EntranceFrame title={t('addPassword.title')} logo>
      {typeof request === 'string' ? (
        <AddPasswordForm
          request={request}
          pair={pair}
          onAdded={() => setDone(true)}
          onWrongCode={
            typed === null
              ? undefined
              : () => {
                  setRefused(typed)
                  setTyped(null)
                }
          }
        />
      ) : (
        <>
          <WayOn
            error={
              isByCode(state) || refused !== null
                ? undefined
                : t(request === null ? 'addPassword.nullRequest' : 'errors.linkExpired')
            }
            purpose={null}
            refused={refused}
            send={(language) => emailedLinksApi.sendAddPassword(language, 'code')}
            onToken={setTyped}
          />
          {request === null && <p>{t('addPassword.nullHint')}</p>}
        </>
      )}
      <DoneDialog
        open={isDone}
        title={t('addPassword.done')}
        onClose={() => navigate('/', { replace: true })}
      />
    </EntranceFrame>
  )
}
