import { createStore } from 'zustand/vanilla'

/** The page that a tap on a notification opens; null for none. */
export const openedPath = createStore<{ path: string | null }>(() => ({ path: null }))
