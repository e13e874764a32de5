import type { DeviceInfo } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ClaimForm } from '#features/claim/claim-form.tsx'
import { Claimed } from '#features/claim/claimed.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './claim-screen.module.css'
import { MakerTabs } from './maker-tabs.tsx'

/** Adds a device by the code on its label. */
export default function ClaimScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [claimed, setClaimed] = useState<DeviceInfo | null>(null)
  usePageTitle(t('page.claim'))
  return (
    <SubPage title={t('claim.title')} backLabel={t('header.back')} onBack={() => navigate('/home')}>
      {claimed === null && (
        <>
          <MakerTabs />
          <p className={styles.intro}>{t('claim.intro')}</p>
        </>
      )}
      <div className={styles.form}>
        {claimed === null ? (
          <>
            <ClaimForm onClaimed={setClaimed} />
            <p className={styles.other}>
              <ButtonLink variant="quiet" wide to="/setup">
                {t('claim.withoutWifi')}
              </ButtonLink>
            </p>
          </>
        ) : (
          <Claimed device={claimed} onAnother={() => setClaimed(null)} />
        )}
      </div>
    </SubPage>
  )
}
