import { APPROVAL_MS } from '@senca/contract/approvals'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import styles from './approvals.module.css'

const TICK_MS = 250
const secondsUntil = (endsAt: number): number =>
  Math.max(0, Math.ceil((endsAt - pageNow().getTime()) / 1_000))

/** How long an ask still lives, in words and as a line that grows shorter. It is not announced every second. */
export function TimeLeft({ endsAt, onOver }: { endsAt: number; onOver: () => void }) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(() => secondsUntil(endsAt))
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(endsAt)), TICK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  useEffect(() => {
    if (seconds === 0) over.current()
  }, [seconds])
  return (
    <div className={styles.time}>
      <p role="timer" aria-live="off">
        {t('approval.left', { count: seconds })}
      </p>
      <div className={styles.line} aria-hidden="true">
        <div style={{ scale: `${(seconds * 1_000) / APPROVAL_MS} 1` }} />
      </div>
    </div>
  )
}
