import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import styles from './list-row.module.css'

/** A list of rows with dividers, and a heading if one is given. */
export function List({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      {heading !== undefined && <h2 className={styles.heading}>{heading}</h2>}
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}

type Row = {
  icon: IconName
  children: ReactNode
  /** The current value, shown at the end of the row. */
  value?: ReactNode
  danger?: boolean
}

/**
 * A row that calls `onClick`, navigates to `to` with the navigation state `state`, or opens another site in a new tab (`href`).
 * With none of them it only says something.
 */
export function ListRow(
  props: Row &
    (
      | { onClick: () => void }
      | { to: string; replace?: boolean; state?: unknown }
      | { href: string }
      | { isFact: true }
    ),
) {
  const isFact = 'isFact' in props
  const inside = (
    <>
      <Icon name={props.icon} />
      <span className={styles.words}>{props.children}</span>
      {props.value !== undefined && <span className={styles.value}>{props.value}</span>}
      {!isFact && <Icon name={'href' in props ? 'outward' : 'next'} size={18} />}
    </>
  )
  const shared = { className: styles.row, 'data-danger': props.danger ?? false }
  return (
    <li className={styles.item}>
      {isFact && (
        <div {...shared} data-fact="">
          {inside}
        </div>
      )}
      {'onClick' in props && (
        <button type="button" {...shared} onClick={props.onClick}>
          {inside}
        </button>
      )}
      {'to' in props && (
        <Link {...shared} to={props.to} replace={props.replace ?? false} state={props.state}>
          {inside}
        </Link>
      )}
      {'href' in props && (
        <a {...shared} href={props.href} target="_blank" rel="noreferrer">
          {inside}
        </a>
      )}
    </li>
  )
}
