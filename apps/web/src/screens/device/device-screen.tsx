import { type DeviceInfo, kindOf } from '@senca/contract'
import { Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { useDevice } from '#features/device-model/live-device.ts'
import { mayMaintain } from '#features/device-model/rights.ts'
import { CONTROL_VIEWS } from '#features/device-model/views/control-view.ts'
import { isShade } from '#features/device-model/views/shade-view.ts'
import { DeviceKeys } from '#features/realtime/server-away.tsx'
import { useIsStale } from '#features/realtime/use-connection.ts'
import { LazyHeldNote } from '#features/safety/lazy-held-note.tsx'
import { LiveShadeControl } from '#features/shade-control/live-shade-control.tsx'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { PartRetry } from '#i18n/part-retry.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { DayBeside } from './day-beside.tsx'
import { DeviceHead } from './device-head.tsx'
import { DeviceGate } from './device-page.tsx'

/** Most devices are shades, so the control of lights and its texts are loaded when needed. */
const LightControl = lazyPart(
  async () => (await import('#features/light-control/light-control.tsx')).LightControl,
  {
    texts: ['door'],
    waiting: ({ header }) => header,
    failed: ({ header }, retry) => (
      <>
        {header}
        <PartRetry onRetry={retry} />
      </>
    ),
  },
)
/** Few shades follow the sun. */
const SunNote = lazyPart(async () => (await import('#features/sun/sun-note.tsx')).SunNote, { texts: ['sun'] })

const viewSchema = z.object({ view: z.enum(CONTROL_VIEWS) })

/** The control of one shade or light. */
export default function DeviceScreen() {
  return <DeviceGate>{(device) => <Control key={device.id} device={device} />}</DeviceGate>
}

function Control({ device }: { device: DeviceInfo }) {
  const stale = useIsStale(useDevice(device.id))
  const { state: opened } = useLocation()
  usePageTitle(device.name)
  const head = (
    <>
      <DeviceHead device={device} />
      <LazyHeldNote device={device} isFramed />
      {device.sun != null && <SunNote device={device} />}
    </>
  )
  if (kindOf(device.devicetype).family === 'door') {
    return <Navigate to={devicePath(device, 'control')} state={opened ?? { isByAddress: true }} replace />
  }
  return (
    <DeviceKeys isStale={stale}>
      {isShade(device) ? (
        <Shade device={device} stale={stale} head={head} more={<DayBeside device={device} />} />
      ) : (
        <LightControl device={device} stale={stale} header={head} more={<DayBeside device={device} />} />
      )}
    </DeviceKeys>
  )
}

function Shade(props: Pick<Parameters<typeof LiveShadeControl>[0], 'device' | 'stale' | 'head' | 'more'>) {
  const { device } = props
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const given = viewSchema.safeParse(state)
  return (
    <LiveShadeControl
      {...props}
      view={given.success ? given.data.view : 'position'}
      onView={(view) => navigate({ search }, { replace: true, state: { ...state, view } })}
      onChooseFavourite={
        mayMaintain(device)
          ? () => navigate(devicePath(device, 'favourite'), { state: deviceLinkState(device) })
          : null
      }
    />
  )
}
