import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './loaded.module.css'
import { Spinner } from './spinner.tsx'

/** What is loaded, as a query has it. */
export interface Loading<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

export interface LoadedWords {
  waiting: string
  failed: string
  retry: string
  /** Why it did not come. */
  reasonOf: (error: Error) => string
}

/** What was loaded; before that a spinner, and instead of it why it did not come, with a key to try again. */
export function Loaded<T>(props: {
  query: Loading<T>
  words: LoadedWords
  children: (loaded: T) => ReactNode
}) {
  const { query, words } = props
  if (query.data !== undefined) return props.children(query.data)
  if (query.error !== null) {
    return (
      <div role="alert">
        <EmptyState
          title={words.failed}
          text={words.reasonOf(query.error)}
          action={<Button onClick={() => query.refetch()}>{words.retry}</Button>}
        />
      </div>
    )
  }
  return (
    <p className={styles.waiting}>
      <Spinner size="large" />
      <VisuallyHidden live>{words.waiting}</VisuallyHidden>
    </p>
  )
}
