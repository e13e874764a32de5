import type { ReactNode } from 'react'
import { Icon } from '../layout/icon.tsx'
import type { IconName } from '../layout/icon-paths.ts'
import styles from './banner.module.css'

/** A line across the page about its state, shown as long as the state lasts; `hatched` if something is unknown. */
export function Banner(props: {
  icon: IconName
  hatched?: boolean
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.banner} data-banner="" data-hatched={props.hatched ?? false} role="status">
      <Icon name={props.icon} size={20} />
      <span className={styles.words}>{props.children}</span>
      {props.action}
    </div>
  )
}
