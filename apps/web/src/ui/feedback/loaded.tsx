import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './loaded.module.css'
import { Spinner } from './spinner.tsx'

/** The fields of a query that are used here. */
export interface Loading<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

export interface LoadedWords {
  waiting: string
  titleOf: (error: Error) => string
  retry: string
  /** Says why the data could not be loaded. */
  reasonOf: (error: Error) => string
}

/** Renders loaded data. Before that it shows a spinner, or after a failure the reason and a button to try again. */
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
          title={words.titleOf(query.error)}
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
