import { SavedPlacePage } from './saved-place-page.tsx'

/** The ventilation position of a shade. */
export default function DeviceVentilationScreen() {
  return <SavedPlacePage name="ventilation" />
}
