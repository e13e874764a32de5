import type { ReactNode } from 'react'
import styles from './activity-page.module.css'

/**
 * The layout of an activity page. `aside` holds the introduction and the actions; it is above the list, or beside it on a wide
 * page.
 */
export function ActivityPage({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.aside}>{aside}</div>
      <div className={styles.list}>{children}</div>
    </div>
  )
}
