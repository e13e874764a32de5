import type { ReactNode } from 'react'
import styles from './day-section.module.css'

/** The rows of one day in a list by day. The heading stays at the top while they pass. */
export function DaySection(props: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.day} aria-label={props.heading}>
      <h2 className={styles.heading}>{props.heading}</h2>
      <ul className={styles.rows}>{props.children}</ul>
    </section>
  )
}
