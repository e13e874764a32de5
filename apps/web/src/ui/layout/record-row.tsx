import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import styles from './record-row.module.css'

/** A list of things that are kept, such as logins, keys and apps. */
export function Records({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

interface RecordWords {
  icon?: IconName
  name: ReactNode
  /** Facts below the name. */
  children?: ReactNode
  /** What can be done with it, at the end of the row. */
  actions?: ReactNode
}

/** A row outside a list. */
export function RecordLine({ icon, name, children, actions }: RecordWords) {
  return (
    <div className={styles.row}>
      {icon !== undefined && <Icon name={icon} />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {children}
      </div>
      {actions}
    </div>
  )
}

/** A row of the list. */
export function RecordRow(props: RecordWords) {
  return (
    <li>
      <RecordLine {...props} />
    </li>
  )
}
