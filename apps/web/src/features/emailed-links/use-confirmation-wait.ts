import { useEffect, useState } from 'react'
import { session } from '#features/account-model/accounts.ts'
import { secondsToWait } from './mail-wait.ts'

/** Seconds until another confirmation mail may be asked for, counted down; `start` begins the wait. */
export function useConfirmationWait(): { wait: number; start: () => void } {
  const [sentAt, setSentAt] = useState<number | null>(session.confirmationMailedAt)
  const [now, setNow] = useState(() => Date.now())
  const wait = secondsToWait(sentAt, now)
  const isWaiting = wait > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const start = () => {
    session.confirmationMailed()
    setNow(Date.now())
    setSentAt(Date.now())
  }
  return { wait, start }
}
