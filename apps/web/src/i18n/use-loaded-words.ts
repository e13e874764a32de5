import { useTranslation } from 'react-i18next'
import { errorText } from './error-text.ts'

/** The texts of `Loaded` for data that is loading or could not be loaded. */
export function useLoadedWords() {
  const { t } = useTranslation()
  return {
    waiting: t('loaded.waiting'),
    failed: t('loaded.failed'),
    retry: t('home.failed.retry'),
    reasonOf: (error: Error) => errorText(error, t),
  }
}
