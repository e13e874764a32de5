import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { EventList } from '#features/security/event-list.tsx'
import { SessionList } from '#features/security/session-list.tsx'
import { TwoStep } from '#features/security/two-step.tsx'
import NotFoundScreen from '../not-found-screen.tsx'
import { AccountPage } from './account-page.tsx'
import ChangePasswordScreen from './change-password-screen.tsx'

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

/** The browsers and phones that are signed in. */
function SessionsScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('sessions.title')} intro={t('sessions.intro')}>
      <SessionList />
    </AccountPage>
  )
}

/** Two-step sign-in. */
function SecurityScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('twoStep.title')} intro={t('twoStep.intro')}>
      <TwoStep />
    </AccountPage>
  )
}

function SecurityEventsScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('events.title')} intro={t('events.intro')}>
      <EventList />
    </AccountPage>
  )
}
