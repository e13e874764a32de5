import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReachable, reloadIfReachable } from '#core/deployment.ts'
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
  // The files of some pages are not kept for a time without a connection.
  useEffect(() => void isReachable().then((isSo) => setOffline(!isSo)), [])
  const title = t(isOffline ? 'connection.needed' : 'crash.title')
  usePageTitle(title)
  return (
    <div role="alert" className={styles.notice}>
      <EmptyState
        title={title}
        text={t(isOffline ? 'errors.network' : 'crash.text')}
        action={
          <Button onClick={async () => setOffline(!(await reloadIfReachable()))}>
            {t(isOffline ? 'life.retry' : 'crash.action')}
          </Button>
        }
      />
    </div>
  )
}
