import { createStore } from 'zustand'

/** The location of the account's home in degrees; null until it is known. The light of the app follows it. */
export const homePlaceStore = createStore<{ place: { latitude: number; longitude: number } | null }>(() => ({
  place: null,
}))
