import type { Capability } from '@senca/contract'
import { useMemo } from 'react'
import type { CommandPhase } from '../command-lifecycle.ts'
import { commands } from '../devices.ts'
import { useCommandLife } from '../live-device.ts'

const UNDER_WAY: ReadonlySet<CommandPhase> = new Set(['pending', 'acknowledged', 'moving'])

/** What was asked of one part of a device: whether it is on its way, how far in words, and why it failed. */
export function useLane(deviceId: string, part: Capability) {
  const lanes = useMemo(() => [part], [part])
  const life = useCommandLife(deviceId, lanes)
  const isUnderWay = life !== null && UNDER_WAY.has(life.phase)
  // The dialog in which a PIN was entered says what was wrong with it.
  const isOfPin = life?.detail?.startsWith('pin_') === true
  return {
    isUnderWay,
    /** The value that was asked for, 0..1; null of an unlocking. */
    wished: isUnderWay && life.wish.kind === 'part' ? life.wish.value : null,
    progress: isUnderWay && life.phase !== 'moving' ? life.words : null,
    failure: isOfPin ? null : (life?.failure ?? null),
    dismiss: () => commands.dismiss(deviceId),
  }
}
