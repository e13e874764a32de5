import { useLocation } from 'react-router'
import { SavedPlacePage } from './saved-place-page.tsx'

/** The pages of the two saved positions share one chunk; with separate chunks every other page would have to list both. */
export default function SavedPlacePages() {
  const name = useLocation().pathname === '/devicefavouritepage' ? 'favourite' : 'ventilation'
  return <SavedPlacePage key={name} name={name} />
}
