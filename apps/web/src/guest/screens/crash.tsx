import { Component, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reloadIfReachable } from '#core/deployment.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from '../guest-app.module.css'

/** What stands in the place of a page that could not be drawn, or whose files the server no longer has. */
export class Crash extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <CrashScreen /> : this.props.children
  }
}

/** That something went wrong, and a key that reloads the page: what failed to load once is not asked for again. */
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
