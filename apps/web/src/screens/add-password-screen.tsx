import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { AddPasswordForm } from '#features/accounts/links/add-password-form.tsx'
import { LinkNote } from '#features/accounts/links/link-notes.tsx'
import { addPasswordRequest } from '#features/accounts/links/link-tokens.ts'
import { DoneDialog } from '#features/accounts/passwords/done-dialog.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** The first password of an account, by an emailed link. */
export function AddPasswordScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [isDone, setDone] = useState(false)
  const request = addPasswordRequest(search, state)

  return (
    <EntranceFrame title={t('addPassword.title')} logo>
      {typeof request === 'string' ? (
        <AddPasswordForm request={request} onAdded={() => setDone(true)} />
      ) : (
        <>
          <LinkNote tone="error">
            {t(request === null ? 'addPassword.nullRequest' : 'errors.linkExpired')}
          </LinkNote>
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
