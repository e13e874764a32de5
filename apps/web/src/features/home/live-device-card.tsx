import type { DeviceInfo, LockType } from '@senca/contract'
import { memo, useState } from 'react'
import { DeviceCard } from '#features/device-card/device-card.tsx'
import { devicePath } from '#features/device-model/device-paths.ts'
import { useCommandView, useDevice, useDeviceActions } from '#features/device-model/live-device.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { targetOf } from '#features/device-model/views/shade-view.ts'
import { LoadedGuard } from '#features/device-parts/loaded-guard.tsx'
import { LoadedTimeLeft } from '#features/device-parts/travel-time/loaded-time-left.tsx'
import { LoadedHeld } from '#features/safety/loaded-held.tsx'
import { CardSkeleton } from '#ui/feedback/card-skeleton.tsx'
import { createPart, usePart } from '#ui/feedback/part.ts'
import { ownerPart } from './owner-part.ts'
import { useThrottledValue } from './use-throttled-value.ts'

/** Loaded later: the height of a card includes these lines, so nothing moves when they appear. */
const lampLines = createPart(async () => (await import('#features/device-card/lamp-lines.tsx')).LampLines)

/** One device of the home. It only renders when the device or its commands change, and out of view at most once per second. */
export const LiveDeviceCard = memo(function LiveDeviceCard(props: {
  id: string
  stale: boolean
  isInView: boolean
}) {
  const { data: newest } = useDevice(props.id)
  const held = useThrottledValue(newest, props.isInView)
  const device = newest && (held ?? newest)
  return device ? <CommandedCard device={device} stale={props.stale} /> : <CardSkeleton />
})

const NOTHING: DeviceInfo['can'] = []

const CommandedCard = memo(function CommandedCard({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const view = useCommandView(device.id)
  const actions = useDeviceActions(device)
  const { data: LampLines } = usePart(lampLines, device.devicetype === 'light')
  const [asked, setAsked] = useState<LockType | null>(null)
  const { data: lent } = usePart(ownerPart, device.owner != null)
  const isGuarded = device.unlockBy === 'pin' || device.unlockBy === 'passkey'
  return (
    <>
      <DeviceCard
        device={mayCommand(device) ? device : { ...device, can: NOTHING }}
        stale={stale}
        {...view}
        parts={LampLines && <LampLines device={device} onDim={actions.onDim} />}
        whose={lent && <lent.Whose device={device} />}
        lent={mayCommand(device) ? undefined : lent ? <lent.Lent device={device} /> : false}
        timeLeft={<LoadedTimeLeft device={device} target={targetOf(device, view.pending)} />}
        note={<LoadedHeld device={device} />}
        href={devicePath(device, 'control')}
        {...actions}
        onUnlock={isGuarded ? setAsked : actions.onUnlock}
      />
      {asked !== null && (
        <LoadedGuard device={device} lock={asked} seconds={null} onOver={() => setAsked(null)} />
      )}
    </>
  )
})
