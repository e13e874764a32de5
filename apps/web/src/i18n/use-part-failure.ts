import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'

/** Says that a part of the app did not come, and calls `over`, so that it can be asked for again. */
export function usePartFailure(error: Error | null, over: () => void): void {
  const { t } = useTranslation()
  const latest = useRef(over)
  latest.current = over
  useEffect(() => {
    if (error === null) return
    showMessage('error', t('errors.network'))
    latest.current()
  }, [error, t])
}
