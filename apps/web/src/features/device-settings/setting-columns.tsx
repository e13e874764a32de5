import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** The lists of a settings page: one below the other, or on a wide page `children` with `aside` beside them. */
export function SettingColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div>{children}</div>
      <div>{aside}</div>
    </div>
  )
}
