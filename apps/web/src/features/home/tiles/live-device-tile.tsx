import type { DeviceInfo, LockType } from '@senca/contract'
import { memo, useState } from 'react'
import { DeviceTile } from '#features/device-card/tile/device-tile.tsx'
import { useCommandView, useDevice, useDeviceActions } from '#features/device-model/live-device.ts'
import { targetOf } from '#features/device-model/views/shade-view.ts'
import { LazyGuardedUnlock } from '#features/device-parts/lazy-guarded-unlock.tsx'
import { LazyTimeLeft } from '#features/device-parts/travel-time/lazy-time-left.tsx'
import { DeviceKeys } from '#features/realtime/server-away.tsx'
import { useIsStale } from '#features/realtime/use-connection.ts'
import { CardSkeleton } from '#ui/feedback/card-skeleton.tsx'
import { useThrottledValue } from '../use-throttled-value.ts'

/**
 * One device of the home as a tile. It only renders when the device or its commands change, and out of view at most once per
 * second.
 */
export const LiveDeviceTile = memo(function LiveDeviceTile(props: { id: string; isInView: boolean }) {
  const query = useDevice(props.id)
  const stale = useIsStale(query)
  const newest = query.data
  const held = useThrottledValue(newest, props.isInView)
  const device = newest && (held ?? newest)
  return device ? <CommandedTile device={device} stale={stale} /> : <CardSkeleton />
})

const CommandedTile = memo(function CommandedTile({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const view = useCommandView(device.id)
  const actions = useDeviceActions(device)
  const [asked, setAsked] = useState<readonly LockType[] | null>(null)
  const isGuarded = device.unlockBy === 'pin' || device.unlockBy === 'passkey'
  return (
    <DeviceKeys isStale={stale}>
      <DeviceTile
        device={device}
        stale={stale}
        {...view}
        timeLeft={<LazyTimeLeft device={device} target={targetOf(device, view.pending)} isShort />}
        {...actions}
        onUnlock={isGuarded ? setAsked : actions.onUnlock}
      />
      {asked !== null && (
        <LazyGuardedUnlock device={device} locks={asked} seconds={null} onOver={() => setAsked(null)} />
      )}
    </DeviceKeys>
  )
})
