import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { GuideList } from '#features/mqtt-access/guides/guide-list.tsx'
import { GuideSteps } from '#features/mqtt-access/guides/guide-steps.tsx'
import { GUIDES, isGuide } from '#features/mqtt-access/guides/guides.ts'
import { JoinView } from '#features/mqtt-access/join-view.tsx'
import { LoginList } from '#features/mqtt-access/login-list.tsx'
import { SpaceStatus } from '#features/mqtt-access/space-status.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import styles from './account-page.module.css'
import { AccountPage } from './account-page.tsx'

/** The logins by which hardware of other makers reaches the account, and what happens there. */
export function MqttScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('mqtt.title')} intro={t('mqtt.intro')}>
      <LoginList />
      <SpaceStatus />
      <div className={styles.lists}>
        <GuideList />
      </div>
    </AccountPage>
  )
}

/** Joins a broker that the person runs. */
export function JoinScreen() {
  const { t } = useTranslation()
  usePageTitle(t('mqtt.join.title'))
  return (
    <SubPage
      title={t('mqtt.join.title')}
      intro={t('mqtt.join.intro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/newdevices')}
    >
      <JoinView />
    </SubPage>
  )
}

/** How one bridge or firmware is connected, with all values filled in. */
export function GuideScreen() {
  const { t } = useTranslation()
  const { guide = '' } = useParams()
  const goBack = useGoBack('/newdevices')
  const title = isGuide(guide) ? GUIDES[guide] : ''
  usePageTitle(title)
  if (!isGuide(guide)) return <Navigate to="/newdevices" replace />
  return (
    <SubPage
      title={title}
      intro={t(`mqtt.guide.${guide}.intro`)}
      backLabel={t('header.back')}
      onBack={goBack}
    >
      <GuideSteps key={guide} guide={guide} />
    </SubPage>
  )
}
