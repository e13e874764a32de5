import type { DeviceInfo, LightType, LockType, ResultDetail, Target } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { doneText } from '#i18n/done-text.ts'
import { codeText, errorText } from '#i18n/error-text.ts'
import {
  type CommandEntry,
  type CommandFailure,
  type CommandPhase,
  canRetry,
  type Wish,
} from './command-lifecycle.ts'
import { type DeviceCommands, entriesOf, type Lane, type UnlockOptions } from './commands.ts'
import { deviceQuery } from './devices.queries.ts'
import { commands, devicesApi } from './devices.ts'

/** A device, kept up to date by pushes: undefined while it loads, null when it is not in this home. */
export function useDevice(id: string) {
  return useQuery(deviceQuery(devicesApi, id))
}

/** What was asked of a device, or of those of its parts that `lanes` names, and is to be shown, newest first. */
export function useCommandEntries(deviceId: string, lanes?: readonly Lane[]): readonly CommandEntry[] {
  const own = useStore(commands.store, ({ byDevice }) => byDevice[deviceId])
  return useMemo(
    () =>
      entriesOf(own ?? NONE)
        .filter(([lane]) => lanes === undefined || lanes.includes(lane))
        .map(([, entry]) => entry)
        .sort((a, b) => b.sequence - a.sequence),
    [own, lanes],
  )
}

/** A command from the tap to its end, as a person is told of it. */
export interface CommandLife {
  phase: CommandPhase
  wish: Wish
  /** "Sent", "The device took it", "On its way", "Done in 12 s"; of a failure why. */
  words: string
  /** From sending to done, milliseconds; null before. */
  durationMs: number | null
  /** Why it failed, in words; null while it has not. */
  failure: string | null
  /** What the server knows more about the failure, for instance of a wrong PIN. */
  detail: ResultDetail | null
  /** Whether `onRetry` of the device's actions sends it again. */
  canRetry: boolean
}

/**
 * The newest command of a device, or of those of its parts that `lanes` names; null when there is nothing to say. It
 * goes through the phases pending (sent), acknowledged, moving and done, which stays for four seconds with its
 * duration; or failed, which stays until it is dismissed, tried again, or the device
 * has left it behind.
 */
export function useCommandLife(deviceId: string, lanes?: readonly Lane[]): CommandLife | null {
  const { t } = useTranslation()
  const [newest] = useCommandEntries(deviceId, lanes)
  return useMemo(() => (newest === undefined ? null : lifeOf(newest, t)), [newest, t])
}

/** What of a device's commands its card shows. */
export function useCommandView(deviceId: string): {
  pending: { target: Target | null } | null
  error: string | null
  /** Whether the failed command can be sent again. */
  canRetry: boolean
  /** That a movement is done and how long it took, for a moment; null before and after. */
  done: string | null
} {
  const { t } = useTranslation()
  const entries = useCommandEntries(deviceId)
  const failed = entries.find(({ phase }) => phase === 'failed')
  const [newest] = entries
  return {
    pending: pendingOf(entries),
    error: failed === undefined ? null : lifeOf(failed, t).failure,
    canRetry: failed !== undefined && canRetry(failed),
    done:
      newest?.phase === 'done' && placeOf(newest.wish) !== null ? doneText(newest.durationMs ?? 0, t) : null,
  }
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

/** Where a wish sends a shade; null of any other. */
const placeOf = (wish: Wish): Target | null =>
  wish.kind === 'move' || wish.kind === 'ventilation' ? wish.target : null

/** The newest command that is still on its way, with where it is to end. */
function pendingOf(entries: readonly CommandEntry[]): { target: Target | null } | null {
  const newest = entries.find(({ phase }) => phase !== 'failed' && phase !== 'done')
  return newest === undefined ? null : { target: placeOf(newest.wish) }
}

const lifeOf = (entry: CommandEntry, t: TFunction): CommandLife => {
  const { phase, wish, durationMs } = entry
  const failure = entry.failure === null ? null : failureWords(entry.failure, t)
  return {
    phase,
    wish,
    words: failure ?? phaseWords(phase, durationMs ?? 0, t),
    durationMs,
    failure,
    detail: entry.failure?.by === 'device' ? entry.failure.detail : null,
    canRetry: canRetry(entry),
  }
}

function phaseWords(phase: CommandPhase, durationMs: number, t: TFunction): string {
  switch (phase) {
    case 'pending':
      return t('life.sent')
    case 'acknowledged':
      return t('life.acknowledged')
    case 'moving':
      return t('life.moving')
    case 'done':
      return doneText(durationMs, t)
    case 'failed':
      return t('errors.generic')
  }
}

/** Why a command failed, for a person. */
export function failureWords(failure: CommandFailure, t: TFunction): string {
  switch (failure.by) {
    case 'way':
      return errorText(failure.cause, t)
    case 'others':
      return t(`life.others.${failure.what}`)
    case 'device':
      return failure.detail === null
        ? codeText(failure.error, failure.description, t)
        : t(`life.detail.${failure.detail}`)
  }
}
