import { useLocation } from 'react-router'
import NotFoundScreen from '../not-found-screen.tsx'
import PeopleScreen from '../people/people-screen.tsx'
import RoleEditScreen from '../people/role-edit-screen.tsx'
import RoleNewScreen from '../people/role-new-screen.tsx'
import RoleReportScreen from '../people/role-report-screen.tsx'
import AccessRedirect from './access-redirect.tsx'
import LinkEditScreen from './link-edit-screen.tsx'
import LinkNewScreen from './link-new-screen.tsx'
import LinksScreen from './links-screen.tsx'

const PAGES = new Map([
  ['/links', LinksScreen],
  ['/links/new', LinkNewScreen],
  ['/links/edit', LinkEditScreen],
  ['/access', AccessRedirect],
  ['/people', PeopleScreen],
  ['/people/new', RoleNewScreen],
  ['/people/edit', RoleEditScreen],
  ['/people/report', RoleReportScreen],
])

/** The sharing pages share one chunk, because a person who opens one of them often opens another. */
export default function SharingPages() {
  const Page = PAGES.get(useLocation().pathname) ?? NotFoundScreen
  return <Page />
}
