import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { RegisterForm } from '#features/sign-in/register-form.tsx'
import { SubHeader } from '#ui/layout/page-header.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './entrance.module.css'
import { EntranceWall } from './entrance-wall.tsx'

/** Creates an account. A registration also signs in and opens the home screen. */
export default function RegisterScreen() {
  const { t } = useTranslation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const navigate = useNavigate()
  usePageTitle(t('page.register'))

  if (isLoggedIn) return <Navigate to="/home" replace />
  return (
    <div className={styles.entrance}>
      <EntranceWall />
      <div className={styles.side}>
        <div className={styles.sub}>
          <SubHeader title={t('register.title')} backLabel={t('header.back')} onBack={() => navigate('/')} />
        </div>
        <RegisterForm />
      </div>
    </div>
  )
}
