import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import styles from './guest-app.module.css'

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

function CrashScreen() {
  const { t } = useTranslation()
  return (
    <main className={styles.bare}>
      <EmptyState
        title={t('crash.title')}
        text={t('crash.text')}
        action={<Button onClick={() => location.reload()}>{t('crash.action')}</Button>}
      />
    </main>
  )
}
