import type { ReactNode } from 'react'
import styles from './skip-link.module.css'

/**
 * A link that skips the header, for keyboard users. Only visible while it has the focus. `target` is the id of the destination.
 */
export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <a className={styles.skip} href={`#${target}`}>
      {children}
    </a>
  )
}
