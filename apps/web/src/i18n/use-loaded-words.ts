import { useTranslation } from 'react-i18next'
import { errorText } from './error-text.ts'

/** What stands in the place of what is loaded, until it is there or when it does not come. */
export function useLoadedWords() {
  const { t } = useTranslation()
  return {
    waiting: t('loading'),
    failed: t('notLoaded'),
    retry: t('home.failed.retry'),
    reasonOf: (error: Error) => errorText(error, t),
  }
}
