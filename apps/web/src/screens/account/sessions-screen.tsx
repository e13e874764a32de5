import { useTranslation } from 'react-i18next'
import { SessionList } from '#features/security/session-list.tsx'
import { AccountPage } from './account-page.tsx'

/** The browsers and phones that are signed in. */
export default function SessionsScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('sessions.title')} intro={t('sessions.intro')}>
      <SessionList />
    </AccountPage>
  )
}
