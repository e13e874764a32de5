import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { unseenNotifications } from '#core/unseen.ts'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { BELL_PATH } from '#ui/layout/early-paths.ts'
import { ICON_PATHS } from '#ui/layout/icon-paths.ts'
import styles from './bell.module.css'

ICON_PATHS.bell = BELL_PATH

const SHOWN_MAX = 99

/** The way to the notifications, with the number of those that nobody has seen. */
export function Bell() {
  const { t } = useTranslation()
  const { unseen, must } = useStore(unseenNotifications)
  return (
    <span className={styles.bell}>
      <IconLink
        icon="bell"
        to="/notifications"
        label={unseen === 0 ? t('bell.label') : t('bell.unseen', { count: unseen })}
      />
      {unseen > 0 && (
        <span className={styles.count} data-must={must > 0} aria-hidden="true">
          {unseen > SHOWN_MAX ? `${SHOWN_MAX}+` : unseen}
        </span>
      )}
    </span>
  )
}
