import { Navigate, useLocation } from 'react-router'

/** The old URL of the access list; redirects to the access view of the sharing page. */
export default function AccessRedirect() {
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  params.set('view', 'access')
  return <Navigate to={`/links?${params}`} state={state} replace />
}
