import { SavedPlacePage } from './saved-place-page.tsx'

/** The favourite position of a shade. */
export default function DeviceFavouriteScreen() {
  return <SavedPlacePage name="favourite" />
}
