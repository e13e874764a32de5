import { Navigate, useLocation } from 'react-router'

/** The sharing pages share one chunk, because a person who opens one of them often opens another. */
export { default as PeopleScreen } from '../people/people-screen.tsx'
export { default as RoleEditScreen } from '../people/role-edit-screen.tsx'
export { default as RoleNewScreen } from '../people/role-new-screen.tsx'
export { default as RoleReportScreen } from '../people/role-report-screen.tsx'
export { default as LinkEditScreen } from './link-edit-screen.tsx'
export { default as LinkNewScreen } from './link-new-screen.tsx'
export { default as LinksScreen } from './links-screen.tsx'

/** The old URL of the access list; redirects to the access view of the sharing page. */
export function AccessRedirect() {
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  params.set('view', 'access')
  return <Navigate to={`/links?${params}`} state={state} replace />
}
