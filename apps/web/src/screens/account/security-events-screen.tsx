import { useTranslation } from 'react-i18next'
import { EventList } from '#features/security/event-list.tsx'
import { AccountPage } from './account-page.tsx'

export default function SecurityEventsScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('events.title')} intro={t('events.intro')}>
      <EventList />
    </AccountPage>
  )
}
