import { useLocation } from 'react-router'
import DeviceFavouriteScreen from './device-favourite-screen.tsx'
import DeviceVentilationScreen from './device-ventilation-screen.tsx'

/** The pages of the two positions that a shade remembers are one file: every other page would have to name each. */
export default function SavedPlacePages() {
  return useLocation().pathname === '/devicefavouritepage' ? (
    <DeviceFavouriteScreen />
  ) : (
    <DeviceVentilationScreen />
  )
}
