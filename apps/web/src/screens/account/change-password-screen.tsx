import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DoneDialog } from '#features/account-model/done-dialog.tsx'
import { ChangePasswordForm } from '#features/profile/change-password-form.tsx'
import { useGoBack } from '../use-go-back.ts'
import { AccountPage } from './account-page.tsx'

export default function ChangePasswordScreen() {
  const { t } = useTranslation()
  const [isDone, setDone] = useState(false)
  const leave = useGoBack('/menu')
  return (
    <AccountPage title={t('changePassword.title')} intro={t('changePassword.intro')}>
      <ChangePasswordForm onChanged={() => setDone(true)} />
      <DoneDialog open={isDone} title={t('reset.done')} onClose={leave} />
    </AccountPage>
  )
}
