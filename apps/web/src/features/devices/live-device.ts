import type { DeviceInfo, LightType, LockType, Target } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { CommandEntry } from './command-lifecycle.ts'
import {
  type CommandStatus,
  type CommandView,
  commandStatusOf,
  commandViewOf,
  newestFirst,
} from './command-status.ts'
import type { DeviceCommands, Lane, UnlockOptions } from './commands.ts'
import { deviceQuery } from './devices.queries.ts'
import { commands, devicesApi } from './devices.ts'

/** A device, kept up to date by pushes: undefined while it loads, null when it is not in this home. */
export function useDevice(id: string) {
  return useQuery(deviceQuery(devicesApi, id))
}

/** What was asked of a device, or of those of its parts that `lanes` names, and is to be shown, newest first. */
export function useCommandEntries(deviceId: string, lanes?: readonly Lane[]): readonly CommandEntry[] {
  const own = useStore(commands.store, ({ byDevice }) => byDevice[deviceId])
  return useMemo(() => newestFirst(own ?? NONE, lanes), [own, lanes])
}

/**
 * The newest command of a device, or of those of its parts that `lanes` names; null when there is nothing to say. It
 * goes through the phases pending (sent), acknowledged, moving and done, which stays for four seconds with its
 * duration; or failed, which stays until it is dismissed, tried again, or the device
 * has left it behind.
 */
export function useCommandStatus(deviceId: string, lanes?: readonly Lane[]): CommandStatus | null {
  const { t } = useTranslation()
  const [newest] = useCommandEntries(deviceId, lanes)
  return useMemo(() => (newest === undefined ? null : commandStatusOf(newest, t)), [newest, t])
}

/** What of a device's commands its card shows. */
export function useCommandView(deviceId: string): CommandView {
  const { t } = useTranslation()
  return commandViewOf(useCommandEntries(deviceId), t)
}

/** What can be asked of a device, bound to it. */
export function useDeviceActions(device: DeviceInfo) {
  return useMemo(() => actionsOf(device), [device])
}

const NONE: DeviceCommands = {}

const actionsOf = (device: DeviceInfo) => ({
  onDismissError: () => commands.dismiss(device.id),
  /** Sends again what failed last, unless it was an unlocking. */
  onRetry: () => commands.retry(device.id),
  onMove: (target: Target) => commands.move(device.id, target),
  onOpen: () => commands.open(device),
  onClose: () => commands.close(device),
  onStop: () => commands.stop(device.id),
  /** To the saved place; nothing where none is saved. */
  onFavourite: () => {
    if (device.favourite !== null) commands.move(device.id, device.favourite)
  },
  onVentilate: () => commands.ventilate(device),
  onUnlock: (lock: LockType, options?: UnlockOptions) => commands.unlock(device.id, lock, options),
  onToggleFoil: (isMilky: boolean) => commands.setFoil(device.id, isMilky ? 1 : 0),
  onToggleLight: (light: LightType, isOn: boolean) => commands.setLight(device.id, light, isOn ? 1 : 0),
  /** Brightness 0..1, of a channel that can be dimmed. */
  onDim: (light: LightType, brightness: number) => commands.setLight(device.id, light, brightness),
})
