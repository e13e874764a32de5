import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ForgottenForm } from '#features/emailed-links/forgotten-form.tsx'
import { useGoBack } from '../use-go-back.ts'
import { EntranceFrame } from './entrance-frame.tsx'

/** Requests an e-mail for an account whose password is forgotten. */
export default function ForgottenPasswordScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <EntranceFrame title={t('forgotten.title')} intro={t('forgotten.prompt')} logo onBack={useGoBack('/')}>
      <ForgottenForm onToken={(token) => navigate('/resetpassword', { state: { token } })} />
    </EntranceFrame>
  )
}
