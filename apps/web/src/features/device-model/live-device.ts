import type { DeviceInfo, LightType } from '@senca/contract'
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
import type { DeviceCommands, Lane } from './commands.ts'
import { deviceActions } from './device-actions.ts'
import { deviceQuery } from './devices.queries.ts'
import { commands, devicesApi } from './devices.ts'
import { takenTarget } from './taken-target.ts'

/** A device, kept up to date by pushes: undefined while it loads, null when it is not in this home. */
export function useDevice(id: string) {
  return useQuery(deviceQuery(devicesApi, id))
}

/** What was asked of a device, or of its one part that `lane` names, and is to be shown, newest first. */
export function useCommandEntries(deviceId: string, lane?: Lane): readonly CommandEntry[] {
  const own = useStore(commands.store, ({ byDevice }) => byDevice[deviceId])
  return useMemo(() => newestFirst(own ?? NONE, lane), [own, lane])
}

/**
 * The newest command of a device, or of its one part that `lane` names; null when there is nothing to say. It
 * goes through the phases pending (sent), acknowledged, moving and done, which stays for four seconds with its
 * duration; or failed, which stays until it is dismissed, tried again, or the device
 * has left it behind.
 */
export function useCommandStatus(deviceId: string, lane?: Lane): CommandStatus | null {
  const { t } = useTranslation()
  const [newest] = useCommandEntries(deviceId, lane)
  return useMemo(() => (newest === undefined ? null : commandStatusOf(newest, t)), [newest, t])
}

/** What of a device's commands its card shows. */
export function useCommandView(deviceId: string): CommandView {
  const { t } = useTranslation()
  return commandViewOf(useCommandEntries(deviceId), t)
}

/** What its owner can ask of a device, bound to it. */
export function useDeviceActions(device: DeviceInfo) {
  return useMemo(() => ownerActions(device), [device])
}

const NONE: DeviceCommands = {}

const ownerActions = (device: DeviceInfo) => ({
  ...deviceActions(commands, device),
  /** To the saved place; nothing where none is saved. */
  onFavourite: () => {
    if (device.favourite !== null) commands.move(device.id, takenTarget(device, device.favourite))
  },
  onVentilate: () => commands.ventilate(device),
  /** Brightness 0..1, of a channel that can be dimmed. */
  onDim: (light: LightType, brightness: number) => commands.setLight(device.id, light, brightness),
})
