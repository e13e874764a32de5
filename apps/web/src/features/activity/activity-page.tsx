import type { ReactNode } from 'react'
import styles from './activity-page.module.css'

/** The activity, and above it, or beside it on a wide page, what it is and what can be done with it as `aside`. */
export function ActivityPage({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.aside}>{aside}</div>
      <div className={styles.list}>{children}</div>
    </div>
  )
}
