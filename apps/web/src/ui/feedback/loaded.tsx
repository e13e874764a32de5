import { type ReactNode, useContext } from 'react'
import { Button } from '../controls/button.tsx'
import { StopBlock } from '../controls/command-block.ts'
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
  /** The failure that is shown while there is no connection, before the first try has ended. */
  away: Error
  titleOf: (error: Error) => string
  retry: string
  /** Says why the data could not be loaded. */
  reasonOf: (error: Error) => string
}

/**
 * Renders loaded data. Before that it shows a spinner, which would turn for long without a connection: then it says that it needs
 * one. After a failure it shows the reason and a button to try again.
 */
export function Loaded<T>(props: {
  query: Loading<T>
  words: LoadedWords
  children: (loaded: T) => ReactNode
}) {
  const { query, words } = props
  const isAway = useContext(StopBlock) !== null
  if (query.data !== undefined) return props.children(query.data)
  const failure = query.error ?? (isAway ? words.away : null)
  if (failure !== null) {
    return (
      <div role="alert">
        <EmptyState
          title={words.titleOf(failure)}
          text={words.reasonOf(failure)}
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
