import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { Entrance } from '#features/sign-in/entrance.tsx'
import { returnPath } from '#features/sign-in/return-path.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './entrance.module.css'
import frame from './entrance-frame.module.css'
import { EntranceWall } from './entrance-wall.tsx'

/** The login: the root of the app, also shown after logging out. */
export default function LoginScreen() {
  const { t } = useTranslation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const { state } = useLocation()
  usePageTitle(t('page.login'))

  if (isLoggedIn) return <Navigate to={returnPath(state)} replace />
  return (
    <div className={styles.entrance} data-tall="true">
      <EntranceWall />
      <div className={styles.side}>
        <VisuallyHidden>
          <h1>{t('login.title')}</h1>
        </VisuallyHidden>
        <Entrance>
          <p className={styles.others}>
            <Link className={frame.link} to="/forgottenpassword">
              {t('login.forgotten')}
            </Link>
            <Link className={frame.link} to="/register">
              {t('login.register')}
            </Link>
          </p>
        </Entrance>
      </div>
    </div>
  )
}
