import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** A page that could not be drawn, or whose files are gone because the server has newer ones. */
export function CrashScreen() {
  const { t } = useTranslation()
  const failure = useRouteError()
  useEffect(() => {
    console.error(failure)
  }, [failure])
  return (
    <main>
      <EmptyState
        title={t('crash.title')}
        text={t('crash.text')}
        action={<Button onClick={() => location.reload()}>{t('crash.action')}</Button>}
      />
    </main>
  )
}
