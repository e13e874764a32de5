import { type DeviceInfo, kindOf } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { deviceLinkState, devicePath } from '#features/devices/device-paths.ts'
import { DoorControl } from '#features/devices/door/DoorControl.tsx'
import { useConnection } from '#features/realtime/use-connection.ts'
import { IconLink } from '#ui/IconButton.tsx'
import { SubHeader } from '#ui/PageHeader.tsx'
import { DeviceGate } from './device-page.tsx'
import { useGoBack } from './use-go-back.ts'
import { usePageTitle } from './use-page-title.ts'

/** A door: its parts, and what can be done with each. */
export function DoorScreen() {
  return <DeviceGate>{(device) => <Door device={device} />}</DeviceGate>
}

function Door({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  usePageTitle(device.name)
  const onBack = useGoBack('/home')
  if (kindOf(device.devicetype).family !== 'door')
    return <Navigate to={devicePath(device, 'control')} state={deviceLinkState(device)} replace />
  return (
    <DoorControl
      device={device}
      stale={connection?.state === 'lost'}
      tab={search.get('tab')}
      onTab={(tab) =>
        setSearch(
          (before) => {
            before.set('tab', tab)
            return before
          },
          { replace: true, state, preventScrollReset: true },
        )
      }
      header={
        <SubHeader
          title={device.name}
          backLabel={t('header.back')}
          onBack={onBack}
          action={
            device.permissions.includes('maintain') && (
              <IconLink
                icon="settings"
                to={devicePath(device, 'settings')}
                state={deviceLinkState(device)}
                label={t('device.settings')}
              />
            )
          }
        />
      }
    />
  )
}
