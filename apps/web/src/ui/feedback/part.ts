import { useCallback, useEffect, useState } from 'react'

/** A part of the app that is loaded from its own chunk. */
export interface Part<T> {
  /** The part if it is already loaded. */
  loaded(): T | undefined
  load(): Promise<T>
}

export function createPart<T>(fetchPart: () => Promise<T>): Part<T> {
  let loaded: T | undefined
  return {
    loaded: () => loaded,
    async load() {
      loaded ??= await fetchPart()
      return loaded
    },
  }
}

interface Loading<T> {
  data: T | undefined
  error: Error | null
}

/**
 * Loads a part when it is first needed. Unlike with React's `lazy`, a part that fails to load does not remove the rest of the
 * page; `refetch` tries again.
 */
export function usePart<T>(part: Part<T>, isWanted = true): Loading<T> & { refetch: () => void } {
  const [{ data, error }, set] = useState<Loading<T>>({ data: part.loaded(), error: null })
  const refetch = useCallback(() => {
    set({ data: part.loaded(), error: null })
    part.load().then(
      (loaded) => set({ data: loaded, error: null }),
      (cause: unknown) => set({ data: undefined, error: new Error('A file did not come', { cause }) }),
    )
  }, [part])
  useEffect(() => {
    if (isWanted) refetch()
  }, [isWanted, refetch])
  return { data, error, refetch }
}
