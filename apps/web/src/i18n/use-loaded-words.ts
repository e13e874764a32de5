import { useTranslation } from 'react-i18next'
import { NetworkFailure } from '#core/api/failures.ts'
import { errorText } from './error-text.ts'

const AWAY = new NetworkFailure('')

/** The texts of `Loaded` for data that is loading or could not be loaded. */
export function useLoadedWords() {
  const { t } = useTranslation()
  return {
    waiting: t('loaded.waiting'),
    away: AWAY,
    titleOf: (error: Error) => t(error instanceof NetworkFailure ? 'connection.needed' : 'loaded.failed'),
    retry: t('life.retry'),
    reasonOf: (error: Error) => errorText(error, t),
  }
}
