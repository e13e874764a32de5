import type { ReactNode } from 'react'
import styles from './pentagon-badge.module.css'

/** A badge with a number. Its tip points left or down, to what the number measures. */
export function PentagonBadge({
  points = 'left',
  children,
}: {
  points?: 'left' | 'down'
  children: ReactNode
}) {
  return (
    <span className={styles.badge} data-points={points}>
      {children}
    </span>
  )
}
