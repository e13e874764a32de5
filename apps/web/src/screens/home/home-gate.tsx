import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { homeQuery } from '#features/device-model/devices.queries.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { errorText } from '#i18n/error-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from '../device/device-page.module.css'

/** Renders its children with the devices of the home by name. Shows a spinner or an error while they are not loaded. */
export function HomeGate({ children }: { children: (devices: readonly DeviceInfo[]) => ReactNode }) {
  const { t } = useTranslation()
  const home = useQuery(homeQuery(queryClient, devicesApi, Date.now))
  const devices = useHomeDevices()
  if (home.data !== undefined) return children(devices)
  if (home.isError) {
    return (
      <div className={styles.waiting} role="alert">
        <EmptyState
          title={t('home.failed.title')}
          text={errorText(home.error, t)}
          action={<Button onClick={() => home.refetch()}>{t('life.retry')}</Button>}
        />
      </div>
    )
  }
  return (
    <div className={styles.waiting} aria-busy="true">
      <VisuallyHidden>{t('home.loading')}</VisuallyHidden>
      <Spinner />
    </div>
  )
}
