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

/** The pages about who may log in are one file: every other page would have to name each. */
export default function SecurityPages() {
  const Page = PAGES.get(useLocation().pathname) ?? NotFoundScreen
  return <Page />
}
