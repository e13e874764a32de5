import type { DeviceInfo } from '@senca/contract'
import { memo } from 'react'
import { CardSkeleton } from '#ui/CardSkeleton.tsx'
import { DeviceCard } from './card/index.ts'
import { devicePath } from './device-paths.ts'
import { useCommandView, useDevice, useDeviceActions } from './live-device.ts'

/** One device of the home, drawn again only when itself or its commands change. */
export const LiveDeviceCard = memo(function LiveDeviceCard({ id, stale }: { id: string; stale: boolean }) {
  const { data: device } = useDevice(id)
  return device ? <CommandedCard device={device} stale={stale} /> : <CardSkeleton />
})

function CommandedCard({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const view = useCommandView(device.id)
  const actions = useDeviceActions(device)
  return (
    <DeviceCard device={device} stale={stale} {...view} href={devicePath(device, 'control')} {...actions} />
  )
}
