import { type DeviceInfo, kindOf } from '@senca/contract'
import { useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { useAccount } from '#features/account-model/accounts.ts'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { useDevice } from '#features/device-model/live-device.ts'
import { DoorControl } from '#features/door/door-control.tsx'
import { DeviceKeys } from '#features/realtime/server-away.tsx'
import { useIsStale } from '#features/realtime/use-connection.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { DayBeside } from './day-beside.tsx'
import { DeviceHead } from './device-head.tsx'
import { DeviceGate } from './device-page.tsx'

/** Whether the page was opened by its address, not by a link of another page. */
const openedSchema = z.object({ isByAddress: z.optional(z.boolean()) })

/** Loaded after the page of the door, which does not wait for it. */
const LastCame = lazyPart(async () => (await import('#features/activity/last-came.tsx')).LastCame, {
  texts: ['activity'],
})

/** The control of a door and its parts. */
export default function DoorScreen() {
  return <DeviceGate>{(device) => <Door device={device} />}</DeviceGate>
}

function Door({ device }: { device: DeviceInfo }) {
  const stale = useIsStale(useDevice(device.id))
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  const me = useAccount((account) => account.email)
  usePageTitle(device.name)
  const { isByAddress } = openedSchema.safeParse(state).data ?? {}
  useEffect(() => {
    // A person who came by a tag only presses it [PK42].
    if (isByAddress === true) document.querySelector<HTMLElement>('#content [data-lock]')?.focus()
  }, [isByAddress])
  if (kindOf(device.devicetype).family !== 'door')
    return <Navigate to={devicePath(device, 'control')} state={deviceLinkState(device)} replace />
  return (
    <DeviceKeys isStale={stale}>
      <DoorControl
        device={device}
        stale={stale}
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
        lastCame={<LastCame device={device} me={me ?? ''} />}
        header={<DeviceHead device={device} />}
        more={<DayBeside device={device} />}
      />
    </DeviceKeys>
  )
}
