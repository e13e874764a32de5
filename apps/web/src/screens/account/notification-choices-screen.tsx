import { useTranslation } from 'react-i18next'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { Choices } from '#features/notifications/choices.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** What the person is notified of. */
export default function NotificationChoicesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('notifications.choices'))
  return (
    <SubPage
      title={t('notifications.choices')}
      intro={t('notifications.choicesIntro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/notifications')}
    >
      <Choices devices={useHomeDevices()} />
    </SubPage>
  )
}
