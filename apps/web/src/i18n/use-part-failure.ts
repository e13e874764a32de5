import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'

/** Says that a part of the app could not be loaded, and calls `over`, so that it can be requested again. */
export function usePartFailure(error: Error | null, over: () => void): void {
  const { t } = useTranslation()
  // A change of the language or of `over` must not report the failure again.
  const latest = useRef({ over, t })
  latest.current = { over, t }
  useEffect(() => {
    if (error === null) return
    showMessage('error', latest.current.t('errors.network'))
    latest.current.over()
  }, [error])
}
