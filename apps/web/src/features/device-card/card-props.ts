import type { DeviceInfo, LightType, LockType, Target } from '@senca/contract'
import type { ReactNode } from 'react'

/** What every card needs; it shows and asks, and knows nothing of the network. */
export type DeviceCardProps = {
  device: DeviceInfo
  /** The connection is lost: values are the last that were heard. */
  stale: boolean
  /** A command is under way, with where it is to end if it moves something; null when none is. */
  pending: { target: Target | null } | null
  /** What went wrong with the last command, in words; null when nothing did. */
  error: string | null
  /** Whether the command that went wrong can be sent again. */
  canRetry?: boolean
  /** That a movement is done, in words; null or absent unless it just came to its end. */
  done?: string | null
  /** How long a movement takes yet, beside where it goes. */
  timeLeft?: ReactNode
  /** Under its name whose it is, where it is lent. */
  whose?: ReactNode
  /** What stands in the place of its keys where the reader may not use them. */
  lent?: ReactNode
  /** What stands under the picture, such as why it is held. */
  note?: ReactNode
  /** What stands on the card of a light below its switch, such as a line for each of its lamps. */
  parts?: ReactNode
  /** The device's own screen; null where there is none. */
  href: string | null
  onDismissError: () => void
  onRetry?: () => void
  /** Axes are 0..1, as in the state. */
  onMove: (target: Target) => void
  onOpen: () => void
  onClose: () => void
  onStop: () => void
  onUnlock: (lock: LockType) => void
  onToggleFoil: (isMilky: boolean) => void
  /** A card of a light with two channels calls this for each channel that is not so yet. */
  onToggleLight: (light: LightType, isOn: boolean) => void
}
