import { useTranslation } from 'react-i18next'
import { EventList } from '#features/security/event-list.tsx'
import { SessionList } from '#features/security/session-list.tsx'
import { TwoStep } from '#features/security/two-step.tsx'
import { AccountPage } from './account-page.tsx'

/** The pages about signing in share one chunk; with separate chunks every other page would have to list all of them. */
export { default as ChangePasswordScreen } from './change-password-screen.tsx'

/** The browsers and phones that are signed in. */
export function SessionsScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('sessions.title')} intro={t('sessions.intro')}>
      <SessionList />
    </AccountPage>
  )
}

/** Two-step sign-in. */
export function SecurityScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('twoStep.title')} intro={t('twoStep.intro')}>
      <TwoStep />
    </AccountPage>
  )
}

export function SecurityEventsScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('events.title')} intro={t('events.intro')}>
      <EventList />
    </AccountPage>
  )
}
