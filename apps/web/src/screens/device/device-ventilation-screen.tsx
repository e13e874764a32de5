import { SavedPlacePage } from './saved-place-page.tsx'

/** The position in which a shade lets the air in. */
export default function DeviceVentilationScreen() {
  return <SavedPlacePage name="ventilation" />
}
