import type { ReactNode } from 'react'
import styles from './pentagon-badge.module.css'

/** A figure on a badge that points at what it measures: to its left, or below it. */
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
