import { type DeviceInfo, kindOf } from '@senca/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { CONTROL_VIEWS, isShade, LiveShadeControl } from '#features/devices/control/index.ts'
import { deviceLinkState, devicePath } from '#features/devices/device-paths.ts'
import { useConnection } from '#features/realtime/use-connection.ts'
import { loadTexts } from '#i18n/language.ts'
import { IconLink } from '#ui/IconButton.tsx'
import { SubHeader } from '#ui/PageHeader.tsx'
import { DeviceGate } from './device-page.tsx'
import { useGoBack } from './use-go-back.ts'
import { usePageTitle } from './use-page-title.ts'

/** Most of what is opened here are shades: lights come when they are wanted, with their words. */
const LightControl = lazy(async () => {
  const [{ LightControl }] = await Promise.all([
    import('#features/devices/light-control/LightControl.tsx'),
    loadTexts('door'),
  ])
  return { default: LightControl }
})

const viewSchema = z.object({ view: z.enum(CONTROL_VIEWS) })

/** The control of one shade or light. */
export function DeviceScreen() {
  return <DeviceGate>{(device) => <Control key={device.id} device={device} />}</DeviceGate>
}

function Control({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const stale = useConnection()?.state === 'lost'
  const onBack = useGoBack('/home')
  usePageTitle(device.name)
  const head = (
    <SubHeader
      title={device.name}
      backLabel={t('header.back')}
      onBack={onBack}
      action={
        device.permissions.includes('maintain') && (
          <IconLink
            icon="settings"
            label={t('device.settings')}
            to={devicePath(device, 'settings')}
            state={deviceLinkState(device)}
          />
        )
      }
    />
  )
  if (kindOf(device.devicetype).family === 'door') {
    return <Navigate to={devicePath(device, 'control')} state={deviceLinkState(device)} replace />
  }
  if (isShade(device)) return <Shade device={device} stale={stale} head={head} />
  return (
    <Suspense fallback={head}>
      <LightControl device={device} stale={stale} header={head} />
    </Suspense>
  )
}

function Shade(props: Pick<Parameters<typeof LiveShadeControl>[0], 'device' | 'stale' | 'head'>) {
  const { device } = props
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const given = viewSchema.safeParse(state)
  return (
    <LiveShadeControl
      {...props}
      view={given.success ? given.data.view : 'position'}
      onView={(view) => navigate({ search }, { replace: true, state: { ...state, view } })}
      onChooseFavourite={() => navigate(devicePath(device, 'favourite'), { state: deviceLinkState(device) })}
    />
  )
}
