import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'

/** A line across the page about its state, for as long as that lasts; `hatched` where something is not known. */
export function Banner(props: {
  icon: IconName
  hatched?: boolean
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.banner} data-hatched={props.hatched ?? false} role="status">
      <Icon name={props.icon} size={20} />
      <span className={styles.words}>{props.children}</span>
      {props.action}
    </div>
  )
}
