import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { reloadPage } from './reload-page.ts'

/** Shown instead of a page that could not be rendered or loaded. */
export function CrashScreen() {
  const failure = useRouteError()
  useEffect(() => {
    console.error(failure)
  }, [failure])
  return <CrashNotice onReload={reloadPage} />
}

/** Says that something went wrong and offers a button that reloads the page. */
export function CrashNotice({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation()
  const title = t('crash.title')
  useEffect(() => {
    document.title = `${title} · Senca`
  }, [title])
  return (
    <div role="alert">
      <EmptyState
        title={title}
        text={t('crash.text')}
        action={<Button onClick={onReload}>{t('crash.action')}</Button>}
      />
    </div>
  )
}
