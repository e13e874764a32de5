import { type CSSProperties, useMemo } from 'react'
import { browserClock } from '#core/clock.ts'
import styles from './lock-disc.module.css'

/** The time that is left, running out clockwise; it goes on where it was when a tab is opened again. */
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
