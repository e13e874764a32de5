import type { DeviceInfo, LockType } from '@senca/contract'
import { memo, useState } from 'react'
import { DeviceCard } from '#features/device-card/device-card.tsx'
import { devicePath } from '#features/device-model/device-paths.ts'
import { useCommandView, useDevice, useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { targetOf } from '#features/device-model/views/shade-view.ts'
import { LazyGuardedUnlock } from '#features/device-parts/lazy-guarded-unlock.tsx'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { LazyTimeLeft } from '#features/device-parts/travel-time/lazy-time-left.tsx'
import { DeviceKeys } from '#features/realtime/server-away.tsx'
import { useIsStale } from '#features/realtime/use-connection.ts'
import { LazyHeldNote } from '#features/safety/lazy-held-note.tsx'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { CardSkeleton } from '#ui/feedback/card-skeleton.tsx'
import { useThrottledValue } from './use-throttled-value.ts'

/** Loaded later: the height of a card includes these lines, so nothing moves when they appear. */
const LampLines = lazyPart(async () => (await import('#features/device-card/lamp-lines.tsx')).LampLines)
const SharedNote = lazyPart(async () => (await import('#features/device-card/shared-note.tsx')).SharedNote, {
  texts: ['people'],
})

/** One device of the home. It only renders when the device or its commands change, and out of view at most once per second. */
export const LiveDeviceCard = memo(function LiveDeviceCard(props: { id: string; isInView: boolean }) {
  const query = useDevice(props.id)
  const stale = useIsStale(query)
  const newest = query.data
  const held = useThrottledValue(newest, props.isInView)
  const device = newest && (held ?? newest)
  return device ? <CommandedCard device={device} stale={stale} /> : <CardSkeleton />
})

const NOTHING: DeviceInfo['can'] = []

const CommandedCard = memo(function CommandedCard({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const view = useCommandView(device.id)
  const actions = useDeviceActions(device)
  const [asked, setAsked] = useState<readonly LockType[] | null>(null)
  const isGuarded = device.unlockBy === 'pin' || device.unlockBy === 'passkey'
  return (
    <DeviceKeys isStale={stale}>
      <DeviceCard
        device={mayCommand(device) ? device : { ...device, can: NOTHING }}
        stale={stale}
        {...view}
        parts={
          device.devicetype === 'light' && (
            <LampLines device={device} onDim={actions.onDim} onToggle={actions.onToggleLight} />
          )
        }
        whose={<OwnerLabel device={device} />}
        shared={mayCommand(device) ? undefined : <SharedNote device={device} />}
        timeLeft={<LazyTimeLeft device={device} target={targetOf(device, view.pending)} />}
        note={<LazyHeldNote device={device} />}
        href={devicePath(device, 'control')}
        {...actions}
        onUnlock={isGuarded ? setAsked : actions.onUnlock}
      />
      {asked !== null && (
        <LazyGuardedUnlock device={device} locks={asked} seconds={null} onOver={() => setAsked(null)} />
      )}
    </DeviceKeys>
  )
})
