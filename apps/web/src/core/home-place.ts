import { createStore } from 'zustand'

/** Where the home of the account is, in degrees; null before that is known. The light of the app follows it. */
export const homePlaceStore = createStore<{ place: { latitude: number; longitude: number } | null }>(() => ({
  place: null,
}))
