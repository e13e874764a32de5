import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { session } from '#features/account-model/accounts.ts'
import { DoneDialog } from '#features/account-model/done-dialog.tsx'
import { LinkGate } from '#features/emailed-links/link-gate.tsx'
import { linkToken } from '#features/emailed-links/link-tokens.ts'
import { ResetForm } from '#features/emailed-links/reset-form.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** Sets a new password, with the link of an e-mail. */
export default function ResetPasswordScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [isDone, setDone] = useState(false)

  const close = () => {
    navigate('/', { replace: true })
    // The new password may have ended the session of this browser. This is checked here, so that the next click does not fail.
    void session.loadProfile()
  }

  return (
    <EntranceFrame title={t('reset.title')} logo>
      <LinkGate
        purpose="reset"
        token={linkToken(search, state)}
        afterExpiry={
          <ButtonLink to="/forgottenpassword" wide>
            {t('login.forgotten')}
          </ButtonLink>
        }
      >
        {(token, exchanged) => <ResetForm token={token} state={exchanged} onReset={() => setDone(true)} />}
      </LinkGate>
      <DoneDialog open={isDone} title={t('reset.done')} onClose={close} />
    </EntranceFrame>
  )
}
