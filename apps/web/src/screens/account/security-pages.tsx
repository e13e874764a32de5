import { useLocation } from 'react-router'
import NotFoundScreen from '../not-found-screen.tsx'
import ChangePasswordScreen from './change-password-screen.tsx'
import SecurityEventsScreen from './security-events-screen.tsx'
import SecurityScreen from './security-screen.tsx'
import SessionsScreen from './sessions-screen.tsx'

const PAGES = new Map([
  ['/changepassword', ChangePasswordScreen],
  ['/sessions', SessionsScreen],
  ['/security', SecurityScreen],
  ['/securityevents', SecurityEventsScreen],
])

/** The pages about signing in share one chunk; with separate chunks every other page would have to list all of them. */
export default function SecurityPages() {
  const Page = PAGES.get(useLocation().pathname) ?? NotFoundScreen
  return <Page />
}
