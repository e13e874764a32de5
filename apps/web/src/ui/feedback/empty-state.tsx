import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/**
 * Shown when a page has no content: says why and what to do about it. `art` is a picture above the words, left out where the page has
 * a wall. `tall` fills the height of the page and draws it behind the words. `isPage` makes the title the heading of the page.
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
      {props.art !== undefined && <div className={styles.art}>{props.art}</div>}
      <div className={styles.words}>
        <Title className={styles.title}>{props.title}</Title>
        <p>{props.text}</p>
        {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
      </div>
    </section>
  )
}
