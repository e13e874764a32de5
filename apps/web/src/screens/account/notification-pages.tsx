import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { Choices } from '#features/notifications/choices.tsx'
import { EscalationPart } from '#features/notifications/escalation-part.tsx'
import { NotificationList } from '#features/notifications/notification-list.tsx'
import { PhonePart } from '#features/notifications/phone-part.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** What happened that the person should know of. */
export function NotificationsScreen() {
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
      <NotificationList chosen={search.get('id')} devices={useHomeDevices()} />
    </SubPage>
  )
}

/** What the person is notified of. */
export function NotificationChoicesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('notifications.choices'))
  return (
    <SubPage
      title={t('notifications.choices')}
      intro={t('notifications.choicesIntro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/notifications')}
    >
      <PhonePart />
      <Choices devices={useHomeDevices()} />
      <EscalationPart />
    </SubPage>
  )
}
