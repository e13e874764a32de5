import type { DeviceInfo, Target } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { codeText, errorText } from '#i18n/error-text.ts'
import type { CommandEntry } from './command-lifecycle.ts'
import { type DeviceCommands, entriesOf } from './commands.ts'
import { deviceQuery } from './devices.queries.ts'
import { commands, devicesApi } from './devices.ts'

/** A device, kept up to date by pushes: undefined while it loads, null when it is not in this home. */
export function useDevice(id: string) {
  return useQuery(deviceQuery(devicesApi, id))
}

/** What was asked of a device and is not over, newest first. */
export function useCommandEntries(deviceId: string): readonly CommandEntry[] {
  const own = useStore(commands.store, ({ byDevice }) => byDevice[deviceId])
  return useMemo(
    () =>
      entriesOf(own ?? NONE)
        .map(([, entry]) => entry)
        .sort((a, b) => b.sequence - a.sequence),
    [own],
  )
}

/** What of a device's commands its cards and screens show. */
export function useCommandView(deviceId: string): {
  pending: { target: Target | null } | null
  error: string | null
} {
  const { t } = useTranslation()
  const entries = useCommandEntries(deviceId)
  return { pending: pendingOf(entries), error: failureOf(entries, t) }
}

/** What can be asked of a device, bound to it. */
export function useDeviceActions(device: DeviceInfo) {
  return useMemo(() => actionsOf(device), [device])
}

const NONE: DeviceCommands = {}

const actionsOf = (device: DeviceInfo) => ({
  onDismissError: () => commands.dismiss(device.id),
  onMove: (target: Target) => commands.move(device.id, target),
  onOpen: () => commands.open(device),
  onClose: () => commands.close(device),
  onStop: () => commands.stop(device.id),
  onUnlock: (lock: 'motor' | 'magnet') => commands.unlock(device.id, lock),
  onToggleFoil: (isMilky: boolean) => commands.setFoil(device.id, isMilky ? 1 : 0),
  onToggleLight: (light: 'door' | 'handle' | 'light_1' | 'light_2', isOn: boolean) =>
    commands.setLight(device.id, light, isOn ? 1 : 0),
})

/** The newest command that is still on its way, with where it is to end. */
function pendingOf(entries: readonly CommandEntry[]): { target: Target | null } | null {
  const newest = entries.find(({ phase }) => phase !== 'failed')
  if (newest === undefined) return null
  return { target: newest.wish.kind === 'move' ? newest.wish.target : null }
}

/** Why the newest command that failed did, in words. */
function failureOf(entries: readonly CommandEntry[], t: TFunction): string | null {
  const failure = entries.find((entry) => entry.failure !== null)?.failure ?? null
  if (failure === null) return null
  return failure.by === 'way' ? errorText(failure.cause, t) : codeText(failure.error, failure.description, t)
}
