import { Component, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reloadIfReachable } from '#core/deployment.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from './guest-app.module.css'

/** The error boundary for a page that could not be rendered or whose files do not exist on the server any more. */
export class Crash extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <CrashScreen /> : this.props.children
  }
}

/**
 * Says that something went wrong and offers a button that reloads the page. Only a reload helps, because browsers do not request
 * a failed module again.
 */
export function CrashScreen() {
  const { t } = useTranslation()
  const [isOffline, setOffline] = useState(false)
  return (
    <div role="alert" className={styles.bare}>
      <EmptyState
        title={t('crash.title')}
        text={t(isOffline ? 'errors.network' : 'crash.text')}
        action={
          <Button onClick={async () => setOffline(!(await reloadIfReachable()))}>{t('crash.action')}</Button>
        }
      />
    </div>
  )
}
