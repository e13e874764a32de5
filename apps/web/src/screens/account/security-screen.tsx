import { useTranslation } from 'react-i18next'
import { TwoStep } from '#features/security/two-step.tsx'
import { AccountPage } from './account-page.tsx'

/** Two-step sign-in. */
export default function SecurityScreen() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('twoStep.title')} intro={t('twoStep.intro')}>
      <TwoStep />
    </AccountPage>
  )
}
