import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { pageConfig } from '#core/browser.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { Entrance } from '#features/sign-in/entrance.tsx'
import { returnPath } from '#features/sign-in/return-path.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './entrance.module.css'
import frame from './entrance-frame.module.css'
import { EntranceWall } from './entrance-wall.tsx'

/** Signing in; the root of the app and where logging out leads. */
export default function LoginScreen() {
  const { t } = useTranslation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const { state } = useLocation()
  usePageTitle(t('page.login'))

  if (isLoggedIn) return <Navigate to={returnPath(state)} replace />
  return (
    <div className={styles.entrance}>
      <EntranceWall />
      <div className={styles.side}>
        <Entrance
          title={<h1 className={styles.title}>{t('login.title')}</h1>}
          note={pageConfig.demo && <p className={styles.note}>{t('login.demo')}</p>}
        >
          <ButtonLink to="/register" wide>
            {t('login.register')}
          </ButtonLink>
          <p className={frame.aside}>
            <Link className={frame.link} to="/forgottenpassword">
              {t('login.forgotten')}
            </Link>
          </p>
        </Entrance>
      </div>
    </div>
  )
}
