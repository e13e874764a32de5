import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/**
 * Shown when a page has no content: says why and what to do about it. `art` is drawn in the background. `tall` fills the height
 * of the page. `isPage` makes the title the heading of the page.
 */
export function EmptyState(props: {
  title: string
  text: ReactNode
  art?: ReactNode
  action?: ReactNode
  tall?: boolean
  isPage?: boolean
}) {
  const Title = props.isPage === true ? 'h1' : 'h2'
  return (
    <section className={styles.empty} data-art={props.art !== undefined} data-tall={props.tall ?? false}>
      {props.art}
      <div className={styles.words}>
        <Title className={styles.title}>{props.title}</Title>
        <p>{props.text}</p>
        {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
      </div>
    </section>
  )
}
