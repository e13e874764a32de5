import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { FacadeEditor } from '#features/facade/facade-editor.tsx'
import { FacadeEmpty } from '#features/facade/facade-empty.tsx'
import { FacadeView } from '#features/facade/facade-view.tsx'
import { useFacade } from '#features/facade/use-facade.ts'
import { isWallView, WALL_VIEW } from '#features/wall-view/wall-address.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { PartRetry } from '#i18n/part-retry.tsx'
import { Button } from '#ui/controls/button.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './facade-screen.module.css'
import { HomeTabs } from './home-tabs.tsx'
import { useBeside } from './use-beside.ts'

const DeviceBeside = lazyPart(async () => (await import('./device-beside.tsx')).DeviceBeside, {
  texts: ['device', 'door'],
  failed: (_device, retry) => <PartRetry onRetry={retry} />,
})

/** The front of the house: its windows and doors in their places. They are arranged here, and nowhere else. */
export default function FacadeScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const [isArranging, setArranging] = useState(false)
  const { isWide, deviceId, open } = useBeside()
  const shown = useFacade()
  const isEmpty = shown !== undefined && shown.facade.length + shown.unplaced.length === 0
  // A device that is open beside the façade sets the title itself.
  usePageTitle(deviceId === null ? t('home.facade') : null)
  if (isWallView(params)) return <Navigate to={WALL_VIEW} replace />
  return (
    <div className={styles.page}>
      <HomeTabs />
      <div className={styles.head}>
        <h1 className={styles.title}>{t('home.facade')}</h1>
        {shown !== undefined && !isEmpty && (
          <Button variant={isArranging ? 'primary' : 'secondary'} onClick={() => setArranging(!isArranging)}>
            {t(isArranging ? 'facade.done' : 'facade.arrange')}
          </Button>
        )}
      </div>
      {shown === undefined ? (
        <div className={styles.waiting} aria-busy="true" />
      ) : isEmpty ? (
        <FacadeEmpty />
      ) : isArranging ? (
        <FacadeEditor {...shown} />
      ) : (
        <FacadeView facade={shown.facade} open={open} />
      )}
      {deviceId !== null &&
        !isArranging &&
        (isWide ? (
          <DeviceBeside id={deviceId} />
        ) : (
          <Navigate to={`/device?${new URLSearchParams({ deviceId })}`} replace />
        ))}
    </div>
  )
}
