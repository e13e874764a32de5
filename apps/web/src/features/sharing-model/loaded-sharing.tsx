import type { ReactNode } from 'react'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded, type Loading } from '#ui/feedback/loaded.tsx'
import { isUnconfirmed } from './sharing-failures.ts'
import { Unconfirmed } from './unconfirmed.tsx'

/** Renders loaded sharing data, or says that the account must be confirmed first. */
export function LoadedSharing<T>(props: { query: Loading<T>; children: (loaded: T) => ReactNode }) {
  const words = useLoadedWords()
  const { data, error } = props.query
  if (data === undefined && isUnconfirmed(error)) return <Unconfirmed />
  return <Loaded {...props} words={words} />
}
