import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Claimed } from '#features/claim/claimed.tsx'
import { useDevice } from '#features/device-model/live-device.ts'
import { SetupSteps } from '#features/device-setup/setup-steps.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './claim-screen.module.css'

/** Connects a new device that has no Wi-Fi yet. */
export default function SetupScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const start = useCallback(() => setToken(null), [])
  usePageTitle(t('setup.title'))
  return (
    <SubPage
      title={t('setup.title')}
      backLabel={t('header.back')}
      onBack={() => navigate('/claim')}
      {...(token === null ? { intro: t('setup.intro') } : {})}
    >
      {token === null ? (
        <>
          <SetupSteps onClaimed={setToken} />
          <p className={styles.other}>
            <ButtonLink variant="quiet" wide to="/claim">
              {t('setup.claimCode')}
            </ButtonLink>
          </p>
        </>
      ) : (
        <Arrived token={token} onAnother={start} />
      )}
    </SubPage>
  )
}

function Arrived({ token, onAnother }: { token: string; onAnother: () => void }) {
  const device = useDevice(token).data
  return device ? <Claimed device={device} onAnother={onAnother} /> : <Spinner size="large" />
}
