import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reloadIfReachable } from '#core/deployment.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from './crash-notice.module.css'
import { usePageTitle } from './use-page-title.ts'

/**
 * Says that something went wrong and offers a button that reloads the page. Only a reload helps, because browsers do not request
 * a failed module again.
 */
export function CrashNotice() {
  const { t } = useTranslation()
  const [isOffline, setOffline] = useState(false)
  const title = t('crash.title')
  usePageTitle(title)
  return (
    <div role="alert" className={styles.notice}>
      <EmptyState
        title={title}
        text={t(isOffline ? 'errors.network' : 'crash.text')}
        action={
          <Button onClick={async () => setOffline(!(await reloadIfReachable()))}>{t('crash.action')}</Button>
        }
      />
    </div>
  )
}
