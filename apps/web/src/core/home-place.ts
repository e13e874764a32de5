import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type HomePlace = {
  /** The location in degrees. The light of the app follows it. */
  place: { latitude: number; longitude: number } | null
  /** The IANA time zone. Times of what happens at the home are in it. */
  timezone: string | undefined
}

/** What is not known: the reader's own place and time zone are used. */
export const NO_HOME_PLACE: HomePlace = { place: null, timezone: undefined }

/** Where the account's home is, once it is known. */
export const homePlaceStore = createStore<HomePlace>(() => NO_HOME_PLACE)

/** The time zone of the home. */
export const useHomeZone = (): string | undefined => useStore(homePlaceStore, ({ timezone }) => timezone)
