import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { showMessage } from '#core/messages.ts'
import { restoreSubscription } from './subscription.ts'

const PARAMETER = 'state'

/** Says once what came of the way to the payment and back, which the address tells; what was paid is asked for at once. */
export function usePaymentReturn() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const state = search.get(PARAMETER)
  useEffect(() => {
    if (state === null) return
    if (state === 'done') {
      showMessage('success', t('subscription.thanks'))
      // Where nothing is there yet, its event brings it.
      restoreSubscription().catch(() => {})
    } else if (state === 'canceled') showMessage('error', t('subscription.problem.canceled_by_user'))
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(PARAMETER)
        return after
      },
      { replace: true },
    )
  }, [state, setSearch, t])
}
