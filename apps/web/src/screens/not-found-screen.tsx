import { useTranslation } from 'react-i18next'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from './not-found-screen.module.css'
import { usePageTitle } from './use-page-title.ts'

const SHUT = { left: 0.4, top: 0.05, width: 0.5, height: 0.55, position: 0.92, tilt: 60 }

/** Shown for an unknown URL. */
export default function NotFoundScreen() {
  const { t } = useTranslation()
  usePageTitle(t('page.notFound'))
  return (
    <div className={styles.page}>
      <EmptyState
        tall
        isPage
        title={t('page.notFound')}
        text={t('notFound.text')}
        art={<WallCanvas wall={SHUT} />}
        action={<ButtonLink to="/">{t('notFound.action')}</ButtonLink>}
      />
    </div>
  )
}
