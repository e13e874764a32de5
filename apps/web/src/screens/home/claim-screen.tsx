import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ClaimForm } from '#features/claim/claim-form.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './claim-screen.module.css'

/** Adding a device by the code on its label. */
export default function ClaimScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(t('page.claim'))
  return (
    <SubPage
      title={t('claim.title')}
      backLabel={t('header.back')}
      onBack={() => navigate('/home')}
      intro={t('claim.intro')}
    >
      <div className={styles.form}>
        <ClaimForm onClaimed={() => navigate('/home', { replace: true })} />
      </div>
    </SubPage>
  )
}
