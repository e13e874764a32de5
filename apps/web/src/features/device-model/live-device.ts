import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { CommandEntry } from './commands/command-lifecycle.ts'
import {
  type CommandStatus,
  type CommandView,
  commandStatusOf,
  commandViewOf,
  newestFirst,
} from './commands/command-status.ts'
import type { DeviceCommands, Lane } from './commands/commands.ts'
import { deviceActions } from './commands/device-actions.ts'
import { supportedTarget } from './commands/supported-target.ts'
import { deviceQuery } from './devices.queries.ts'
import { commands, devicesApi } from './devices.ts'

/** A device that pushes keep up to date: undefined while it loads, null when it is not in this home. */
export function useDevice(id: string) {
  return useQuery(deviceQuery(devicesApi, id))
}

/** The commands of a device that are shown, or only those of the part `lane`, newest first. */
export function useCommandEntries(deviceId: string, lane?: Lane): readonly CommandEntry[] {
  const own = useStore(commands.store, ({ byDevice }) => byDevice[deviceId])
  return useMemo(() => newestFirst(own ?? NONE, lane), [own, lane])
}

/**
 * The newest command of a device, or of its part `lane`; null when there is nothing to show. Its phase goes from pending (sent)
 * to acknowledged, moving and done, which is shown with its duration for four seconds. Or it ends in failed, which stays until it
 * is dismissed or retried or the device moves again.
 */
export function useCommandStatus(deviceId: string, lane?: Lane): CommandStatus | null {
  const { t } = useTranslation()
  const [newest] = useCommandEntries(deviceId, lane)
  return useMemo(() => (newest === undefined ? null : commandStatusOf(newest, t)), [newest, t])
}

/** What a card shows of the commands of its device. */
export function useCommandView(deviceId: string): CommandView {
  const { t } = useTranslation()
  return commandViewOf(useCommandEntries(deviceId), t)
}

/** The actions that the owner has for a device. */
export function useDeviceActions(device: DeviceInfo) {
  return useMemo(() => ownerActions(device), [device])
}

const NONE: DeviceCommands = {}

const ownerActions = (device: DeviceInfo) => ({
  ...deviceActions(commands, device),
  /** Moves to the favorite position; does nothing if none is saved. */
  onFavourite: () => {
    if (device.favourite !== null) commands.move(device.id, supportedTarget(device, device.favourite))
  },
  onVentilate: () => commands.ventilate(device),
})
