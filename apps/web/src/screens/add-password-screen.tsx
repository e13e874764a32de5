import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { AddPasswordForm } from '#features/accounts/links/add-password-form.tsx'
import { addPasswordRequest, isByCode } from '#features/accounts/links/link-tokens.ts'
import { linksApi } from '#features/accounts/links/links.ts'
import { WayOn } from '#features/accounts/links/way-on.tsx'
import { DoneDialog } from '#features/accounts/passwords/done-dialog.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** The first password of an account, by an emailed link. */
export function AddPasswordScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [isDone, setDone] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const request = typed ?? addPasswordRequest(search, state)

  return (
    <EntranceFrame title={t('addPassword.title')} logo>
      {typeof request === 'string' ? (
        <AddPasswordForm request={request} onAdded={() => setDone(true)} onWrongCode={() => setTyped(null)} />
      ) : (
        <>
          <WayOn
            error={
              isByCode(state)
                ? undefined
                : t(request === null ? 'addPassword.nullRequest' : 'errors.linkExpired')
            }
            purpose={null}
            send={(language) => linksApi.sendAddPassword(language, 'code')}
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
