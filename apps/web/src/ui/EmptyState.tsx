import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/**
 * What a page says when it has nothing to show: why, and what to do about it. `art` lies behind; `tall` fills the
 * page with it.
 */
export function EmptyState(props: {
  title: string
  text: ReactNode
  art?: ReactNode
  action?: ReactNode
  tall?: boolean
}) {
  return (
    <section className={styles.empty} data-art={props.art !== undefined} data-tall={props.tall ?? false}>
      {props.art}
      <div className={styles.words}>
        <h2 className={styles.title}>{props.title}</h2>
        <p>{props.text}</p>
        {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
      </div>
    </section>
  )
}
