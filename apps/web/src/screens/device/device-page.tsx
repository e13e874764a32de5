import type { DeviceInfo } from '@senca/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { deviceEvents } from '#features/device-model/devices.ts'
import { useDevice } from '#features/device-model/live-device.ts'
import { errorText } from '#i18n/error-text.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { SubHeader } from '#ui/layout/page-header.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { focusPage } from '../focus-page.ts'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import styles from './device-page.module.css'
import { useDeviceId } from './use-device-id.ts'

const MaintenanceBanner = lazyPart(
  async () => (await import('#features/people/maintenance-banner.tsx')).MaintenanceBanner,
  { texts: ['people'] },
)

/** Renders its children with the device of a screen. Shows a spinner or an error while it is not loaded or does not exist. */
export function DeviceGate({ children }: { children: (device: DeviceInfo) => ReactNode }) {
  const id = useDeviceId()
  return id === null ? <Missing /> : <Loaded id={id}>{children}</Loaded>
}

function Loaded({ id, children }: { id: string; children: (device: DeviceInfo) => ReactNode }) {
  const { t } = useTranslation()
  const { data: device, isError, error, refetch } = useDevice(id)
  const wasHere = useRef(false)
  if (device) {
    wasHere.current = true
    return (
      <>
        {device.maintenance != null && <MaintenanceBanner device={device} />}
        {children(device)}
      </>
    )
  }
  if (device === null) {
    return deviceEvents.wasRemovedLocally(id) ? <RemovedLocally /> : <Missing isNews={wasHere.current} />
  }
  if (isError) {
    return (
      <div role="alert">
        <Empty
          title={t('home.failed.title')}
          text={errorText(error, t)}
          action={<Button onClick={() => refetch()}>{t('life.retry')}</Button>}
        />
      </div>
    )
  }
  return (
    <div className={styles.waiting} aria-busy="true">
      <VisuallyHidden>{t('device.loading')}</VisuallyHidden>
      <Spinner />
    </div>
  )
}

/** The device was removed in this tab, so its page redirects to the home screen. */
function RemovedLocally() {
  useEffect(focusPage, [])
  return <Navigate to="/home" replace />
}

function Missing({ isNews = false }: { isNews?: boolean }) {
  const { t } = useTranslation()
  useEffect(() => {
    if (isNews) focusPage()
  }, [isNews])
  return (
    <Empty
      title={t('device.missing.title')}
      text={t('device.missing.text')}
      action={<ButtonLink to="/home">{t('device.missing.action')}</ButtonLink>}
    />
  )
}

/** The screen has a back link even if its device is missing. */
function Empty(props: { title: string; text: string; action: ReactNode }) {
  const { t } = useTranslation()
  usePageTitle(props.title)
  return (
    <>
      <SubHeader title={t('device.title')} backLabel={t('header.back')} onBack={useGoBack('/home')} />
      <div className={styles.missing}>
        <EmptyState title={props.title} text={props.text} action={props.action} />
      </div>
    </>
  )
}
