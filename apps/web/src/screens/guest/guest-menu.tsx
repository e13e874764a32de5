import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './guest-app.module.css'
import type { MenuSheet } from './menu-sheet.tsx'

const loadSheet = () => import('./menu-sheet.tsx')

/**
 * The menu of a guest, opened in place. It is loaded when it is first needed; if that fails, the rest of the page still works.
 */
export function GuestMenu() {
  const { t } = useTranslation()
  const [shown, show] = useState<{ Sheet?: typeof MenuSheet; hasFailed?: boolean }>({})
  const { Sheet, hasFailed } = shown
  return (
    <>
      <IconButton
        icon="menu"
        label={t('header.openMenu')}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadSheet().catch(() => {})}
        onClick={() =>
          void loadSheet().then(
            ({ MenuSheet: Sheet }) => show({ Sheet }),
            () => show({ hasFailed: true }),
          )
        }
      />
      {hasFailed && (
        <p className={styles.failure} role="alert">
          {t('errors.network')}
        </p>
      )}
      {Sheet && <Sheet onClose={() => show({})} />}
    </>
  )
}
