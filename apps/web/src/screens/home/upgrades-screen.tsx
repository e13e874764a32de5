import { useTranslation } from 'react-i18next'
import { UpgradeAllPage } from '#features/device-upgrades/upgrade-all-page.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** Software updates for all devices of the home. */
export default function UpgradesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('upgrade.all.title'))
  return (
    <SubPage
      title={t('upgrade.all.title')}
      intro={t('upgrade.all.intro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/menu')}
    >
      <UpgradeAllPage />
    </SubPage>
  )
}
