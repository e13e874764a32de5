import { useSyncExternalStore } from 'react'
import { prepareTexts } from './texts.ts'

const textsOf = (query: URLSearchParams, parts: readonly string[]) =>
  prepareTexts(query.get('language') ?? 'en', parts)

/** Loads the texts for the address of the page. Returns a hook for its query, which changes when the texts of a new one are loaded. */
export async function openAddress(parts: readonly string[]): Promise<() => URLSearchParams> {
  let query = new URLSearchParams(location.search)
  await textsOf(query, parts)
  const subscribe = (changed: () => void) => {
    const turn = async () => {
      const next = new URLSearchParams(location.search)
      await textsOf(next, parts)
      query = next
      changed()
    }
    addEventListener('popstate', turn)
    return () => removeEventListener('popstate', turn)
  }
  return () => useSyncExternalStore(subscribe, () => query)
}
