import { useLocation } from 'react-router'
import DeviceFavouriteScreen from './device-favourite-screen.tsx'
import DeviceVentilationScreen from './device-ventilation-screen.tsx'

/** The pages of the two saved positions share one chunk; with separate chunks every other page would have to list both. */
export default function SavedPlacePages() {
  return useLocation().pathname === '/devicefavouritepage' ? (
    <DeviceFavouriteScreen />
  ) : (
    <DeviceVentilationScreen />
  )
}
