import type { Capability } from '@senca/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandLife } from '../command-life.ts'
import type { CommandPhase } from '../command-lifecycle.ts'
import { commands } from '../devices.ts'
import { useCommandLife } from '../live-device.ts'

const UNDER_WAY: ReadonlySet<CommandPhase> = new Set(['pending', 'acknowledged', 'moving'])

/** What was asked of one part of a device: whether it is on its way, how far in words, and why it failed. */
export function useLane(deviceId: string, part: Capability) {
  const lanes = useMemo(() => [part], [part])
  const { t } = useTranslation()
  const life = useCommandLife(deviceId, lanes)
  const isUnderWay = life !== null && UNDER_WAY.has(life.phase)
  return {
    isUnderWay,
    /** The value that was asked for, 0..1; null of an unlocking. */
    wished: isUnderWay && life.wish.kind === 'part' ? life.wish.value : null,
    progress: isUnderWay && life.phase !== 'moving' ? life.words : null,
    failure: life === null ? null : failureOf(life, t),
    /** Sends what failed last once more. */
    again: () => commands.retry(deviceId),
    dismiss: () => commands.dismiss(deviceId),
  }
}

function failureOf({ detail, failure }: CommandLife, t: TFunction): string | null {
  switch (detail) {
    case 'pin_wrong':
    case 'pin_locked':
      // The dialog in which it was entered says so.
      return null
    case 'passkey_required':
      return t('door.passkeyRefused')
    default:
      return failure
  }
}
