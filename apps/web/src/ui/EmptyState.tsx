import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** What a page says when it has nothing to show: why, and what to do about it. `art` lies behind. */
export function EmptyState(props: { title: string; text: ReactNode; art?: ReactNode; action?: ReactNode }) {
  return (
    <section className={styles.empty} data-art={props.art !== undefined}>
      {props.art}
      <div className={styles.words}>
        <h2 className={styles.title}>{props.title}</h2>
        <p>{props.text}</p>
        {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
      </div>
    </section>
  )
}
