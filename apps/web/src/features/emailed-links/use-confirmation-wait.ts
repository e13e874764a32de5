import { useEffect, useState } from 'react'
import { pageNow } from '#core/clock.ts'
import { session } from '#features/account-model/accounts.ts'
import { secondsToWait } from './mail-wait.ts'

/** A countdown in seconds until another confirmation e-mail may be requested. `start` starts it. */
export function useConfirmationWait(): { wait: number; start: () => void } {
  const [sentAt, setSentAt] = useState<number | null>(session.confirmationMailedAt)
  const [now, setNow] = useState(() => pageNow().getTime())
  const wait = secondsToWait(sentAt, now)
  const isWaiting = wait > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(pageNow().getTime()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const start = () => {
    session.confirmationMailed()
    setNow(pageNow().getTime())
    setSentAt(pageNow().getTime())
  }
  return { wait, start }
}
