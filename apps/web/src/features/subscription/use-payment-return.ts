import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { showMessage } from '#core/messages.ts'
import { restoreSubscription } from './subscription.ts'

const PARAMETER = 'state'
/** A payment is usually confirmed within seconds. After this many requests the page stops polling. */
const ASKED_TIMES = 10
const PAUSE_MS = 3_000

/** `waiting` for the confirmation of a payment, `late` if it takes longer than usual. */
export type PaymentReturn = 'none' | 'waiting' | 'late'

/** Shows once the result of the payment page, which is in the URL. Polls until a payment is confirmed. */
export function usePaymentReturn(): { isBack: PaymentReturn; askAgain: () => void } {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const [isBack, setBack] = useState<PaymentReturn>('none')
  const state = search.get(PARAMETER)
  useEffect(() => {
    if (state === null) return
    if (state === 'done') setBack('waiting')
    else if (state === 'canceled') showMessage('success', t('subscription.problem.canceled_by_user'))
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(PARAMETER)
        return after
      },
      { replace: true },
    )
  }, [state, setSearch, t])
  useEffect(() => {
    if (isBack !== 'waiting') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async (left: number): Promise<void> => {
      const isThere = await restoreSubscription().then(
        () => true,
        () => false,
      )
      if (isOver) return
      if (isThere) {
        setBack('none')
        showMessage('success', t('subscription.thanks'))
      } else if (left === 0) setBack('late')
      else timer = setTimeout(() => ask(left - 1), PAUSE_MS)
    }
    ask(ASKED_TIMES)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isBack, t])
  return { isBack, askAgain: () => setBack('waiting') }
}
