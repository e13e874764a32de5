import type { Capability } from '@senca/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CommandPhase } from '#features/device-model/commands/command-lifecycle.ts'
import type { CommandStatus } from '#features/device-model/commands/command-status.ts'
import { commands } from '#features/device-model/devices.ts'
import { useCommandStatus } from '#features/device-model/live-device.ts'

export type Lane = ReturnType<typeof useLane>

const UNDER_WAY: ReadonlySet<CommandPhase> = new Set(['pending', 'acknowledged', 'moving'])

/** The newest command to one part of a device: whether it is in flight, its progress as text, and why it failed. */
export function useLane(deviceId: string, part: Capability) {
  const { t } = useTranslation()
  const command = useCommandStatus(deviceId, part)
  const isInFlight = command !== null && UNDER_WAY.has(command.phase)
  return {
    isInFlight,
    /** The requested value, 0..1; null for an unlock. */
    wished: isInFlight && command.intent.kind === 'part' ? command.intent.value : null,
    progress: isInFlight && command.phase !== 'moving' ? command.words : null,
    failure: command === null ? null : failureOf(command, t),
    /** `failure` only says that nobody confirmed the command. */
    isUnconfirmed: command?.isUnconfirmed === true,
    /** The device accepted the command but did not reach the requested state. */
    hasFallenShort: command?.error === 'device_update_failed' && command.detail === null,
    /** Sends the last failed command again. */
    again: () => commands.retry(deviceId),
    dismiss: () => commands.dismiss(deviceId),
  }
}

function failureOf({ detail, failure }: CommandStatus, t: TFunction): string | null {
  switch (detail) {
    case 'pin_wrong':
    case 'pin_locked':
      // The PIN dialog shows this error.
      return null
    case 'passkey_required':
      return t('door.passkeyRefused')
    default:
      return failure
  }
}
