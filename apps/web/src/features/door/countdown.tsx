import { type CSSProperties, useMemo } from 'react'
import { browserClock } from '#core/clock.ts'
import styles from './lock-disc.module.css'

/** A ring that shows the remaining time clockwise. It is still correct when the tab was hidden in between. */
export function Countdown({ fromMs, seconds }: { fromMs: number; seconds: number }) {
  const goneMs = useMemo(() => browserClock.now() - fromMs, [fromMs])
  const time: CSSProperties & Record<`--${string}`, string> = {
    '--span': `${seconds}s`,
    '--gone': `${-goneMs}ms`,
  }
  return (
    <circle key={fromMs} className={styles.countdown} style={time} cx="56" cy="56" r="54" pathLength="1" />
  )
}
