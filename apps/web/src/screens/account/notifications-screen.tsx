import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { NotificationList } from '#features/notifications/notification-list.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** What happened that the person should know of. */
export default function NotificationsScreen() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  usePageTitle(t('notifications.title'))
  return (
    <SubPage
      title={t('notifications.title')}
      backLabel={t('header.back')}
      onBack={useGoBack('/home')}
      action={<IconLink icon="sliders" to="/notifications/choices" label={t('notifications.choices')} />}
    >
      <NotificationList
        chosen={search.get('id')}
        pressed={search.get('pressed')}
        devices={useHomeDevices()}
      />
    </SubPage>
  )
}
