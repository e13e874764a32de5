import type { ReactNode } from 'react'
import { useCommandStatus, useDeviceActions } from '#features/device-model/live-device.ts'
import type { ControlView } from '#features/device-model/views/control-view.ts'
import type { ShadeDevice } from '#features/device-model/views/shade-view.ts'
import { DeviceAnnouncer } from '#features/device-parts/announcer.tsx'
import { ShadeControl } from './shade-control.tsx'

/**
 * The control of a shade of this home. `onChooseFavourite` navigates to the page that saves a favorite position, used while there
 * is none.
 */
export function LiveShadeControl(props: {
  device: ShadeDevice
  stale: boolean
  view: ControlView
  head: ReactNode
  more?: ReactNode
  onView: (view: ControlView) => void
  onChooseFavourite: (() => void) | null
}) {
  const { device } = props
  const command = useCommandStatus(device.id)
  const actions = useDeviceActions(device)
  return (
    <DeviceAnnouncer>
      <ShadeControl
        {...actions}
        device={device}
        stale={props.stale}
        command={command}
        view={props.view}
        head={props.head}
        more={props.more}
        onView={props.onView}
        onFavourite={device.favourite === null ? props.onChooseFavourite : actions.onFavourite}
      />
    </DeviceAnnouncer>
  )
}
