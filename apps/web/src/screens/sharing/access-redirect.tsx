import { Navigate, useLocation } from 'react-router'

/** Who can open had a page of its own once; addresses of it lead to its place on the page of what is shared. */
export default function AccessRedirect() {
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  params.set('view', 'access')
  return <Navigate to={`/links?${params}`} state={state} replace />
}
