import { SavedPlacePage } from './saved-place-page.tsx'

/** The favorite position of a shade. */
export default function DeviceFavouriteScreen() {
  return <SavedPlacePage name="favourite" />
}
