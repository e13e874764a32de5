import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { codeText, errorText } from '#i18n/error-text.ts'
import { CardSkeleton } from '#ui/CardSkeleton.tsx'
import { DeviceCard, type DeviceCardProps } from './card/index.ts'
import type { CommandEntry } from './command-lifecycle.ts'
import { type DeviceCommands, entriesOf } from './commands.ts'
import { deviceQuery } from './devices.queries.ts'
import { commands, devicesApi } from './devices.ts'

/** One device of the home, drawn again only when itself or its commands change. */
export const LiveDeviceCard = memo(function LiveDeviceCard({ id, stale }: { id: string; stale: boolean }) {
  const { data: device } = useQuery(deviceQuery(devicesApi, id))
  return device ? <CommandedCard device={device} stale={stale} /> : <CardSkeleton />
})

function CommandedCard({ device, stale }: { device: DeviceInfo; stale: boolean }) {
  const { t } = useTranslation()
  const own = useStore(commands.store, ({ byDevice }) => byDevice[device.id])
  const entries = useMemo(() => entriesOf(own ?? NONE).map(([, entry]) => entry), [own])
  const actions = useMemo(() => actionsOf(device), [device])
  return (
    <DeviceCard
      device={device}
      stale={stale}
      pending={pendingOf(entries)}
      error={errorOf(entries, t)}
      href={null}
      {...actions}
    />
  )
}

const NONE: DeviceCommands = {}

const actionsOf = (device: DeviceInfo): Actions => ({
  onDismissError: () => commands.dismiss(device.id),
  onMove: (target) => commands.move(device.id, target),
  onOpen: () => commands.open(device),
  onClose: () => commands.close(device),
  onStop: () => commands.stop(device.id),
  onUnlock: (lock) => commands.unlock(device.id, lock),
  onToggleFoil: (isMilky) => commands.setFoil(device.id, isMilky ? 1 : 0),
  onToggleLight: (light, isOn) => commands.setLight(device.id, light, isOn ? 1 : 0),
})

type Actions = Pick<DeviceCardProps, Extract<keyof DeviceCardProps, `on${string}`>>

/** The newest command that is still on its way, with where it is to end. */
function pendingOf(entries: readonly CommandEntry[]): DeviceCardProps['pending'] {
  const running = entries.filter(({ phase }) => phase !== 'failed')
  if (running.length === 0) return null
  const [newest] = [...running].sort((a, b) => b.sequence - a.sequence)
  return { target: newest?.wish.kind === 'move' ? newest.wish.target : null }
}

/** Why the newest command that failed did. */
function errorOf(entries: readonly CommandEntry[], t: TFunction): string | null {
  const [newest] = entries.filter(({ failure }) => failure !== null).sort((a, b) => b.sequence - a.sequence)
  const failure = newest?.failure ?? null
  if (failure === null) return null
  return failure.by === 'way' ? errorText(failure.cause, t) : codeText(failure.error, failure.description, t)
}
