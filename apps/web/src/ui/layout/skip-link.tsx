import type { ReactNode } from 'react'
import styles from './skip-link.module.css'

/** The way past the header for keyboards, seen while it has the focus; `target` is the id of what it leads to. */
export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <a className={styles.skip} href={`#${target}`}>
      {children}
    </a>
  )
}
