import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ClaimForm } from '#features/devices/claim-form.tsx'
import { SubHeader } from '#ui/PageHeader.tsx'
import styles from './claim-screen.module.css'
import { usePageTitle } from './use-page-title.ts'

/** Adding a device by the code on its label. */
export function ClaimScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(t('page.claim'))
  return (
    <div className={styles.page}>
      <SubHeader title={t('claim.title')} backLabel={t('header.back')} onBack={() => navigate('/home')} />
      <div className={styles.column}>
        <p className={styles.intro}>{t('claim.intro')}</p>
        <ClaimForm onClaimed={() => navigate('/home', { replace: true })} />
      </div>
    </div>
  )
}
