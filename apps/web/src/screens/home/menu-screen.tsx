import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { InstallRow } from '#features/install/install-row.tsx'
import { LogoutButton } from '#features/profile/logout.tsx'
import { AccountLists } from '#features/profile/menu-lists.tsx'
import { enterFullScreen, WALL_VIEW } from '#features/wall-view/wall-address.ts'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Sheet } from '#ui/feedback/sheet.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { useGoBack } from '../use-go-back.ts'
import styles from './menu-screen.module.css'

const BAND = { left: 0.5, top: 0.12, width: 0.46, height: 0.62, position: 0.5, tilt: -58 }

/** The account menu over the home screen. */
export default function MenuScreen() {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const close = useGoBack('/home')
  const navigate = useNavigate()
  return (
    <Sheet open label={t('menu.title')} onClose={close}>
      <div className={styles.band}>
        <WallCanvas wall={BAND} />
        <PageHeader
          homeTo="/home"
          homeLabel={t('header.logo')}
          menu={<IconButton icon="close" label={t('header.closeMenu')} onClick={close} />}
        />
        <div className={styles.who}>
          <h2 className={styles.title}>{t('menu.title')}</h2>
          <p>{email}</p>
        </div>
      </div>
      <div className={styles.lists}>
        <AccountLists
          install={<InstallRow />}
          onWallView={() => {
            enterFullScreen()
            void navigate(WALL_VIEW, { replace: true })
          }}
        />
      </div>
      <div className={styles.end}>
        <LogoutButton />
      </div>
    </Sheet>
  )
}
