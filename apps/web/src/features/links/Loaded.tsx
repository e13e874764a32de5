import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#i18n/error-text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Sundial } from '#ui/Sundial.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './links.module.css'
import { Unconfirmed } from './Unconfirmed.tsx'
import { isUnconfirmed } from './use-link-calls.ts'

interface Loading<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

/** What was loaded; before that a sundial, and instead of it why it did not come. */
export function Loaded<T>({ query, children }: { query: Loading<T>; children: (loaded: T) => ReactNode }) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (isUnconfirmed(query.error)) return <Unconfirmed />
  if (query.error !== null) {
    return (
      <div role="alert">
        <EmptyState
          title={t('notLoaded')}
          text={errorText(query.error, t)}
          action={<Button onClick={() => query.refetch()}>{t('home.failed.retry')}</Button>}
        />
      </div>
    )
  }
  return (
    <p className={styles.waiting}>
      <Sundial size="large" />
      <VisuallyHidden live>{t('loading')}</VisuallyHidden>
    </p>
  )
}
