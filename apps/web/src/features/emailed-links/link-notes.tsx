import type { ReactNode } from 'react'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './links.module.css'

/** The result of a link, shown instead of a form. */
export function LinkNote({ tone, children }: { tone: 'error' | 'success'; children: ReactNode }) {
  return (
    <p className={styles.note} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={tone === 'error' ? 'alert' : 'check'} />
      <span>{children}</span>
    </p>
  )
}

/** The spinner while a link is checked. */
export function LinkWait({ words }: { words: string }) {
  return (
    <div className={styles.wait}>
      <Spinner size="large" />
      <VisuallyHidden live>{words}</VisuallyHidden>
    </div>
  )
}
