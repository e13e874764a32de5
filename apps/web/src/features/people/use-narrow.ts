import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 719.98px)')

function subscribe(listener: () => void): () => void {
  const narrow = query()
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is too narrow for a table. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
