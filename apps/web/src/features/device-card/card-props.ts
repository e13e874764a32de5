import type { DeviceInfo, LightType, LockType, Target } from '@senca/contract'
import type { ReactNode } from 'react'

/** The props of every card. A card only displays a device and calls back; it does not use the network. */
export type DeviceCardProps = {
  device: DeviceInfo
  /** The connection is lost, so the values may be outdated. */
  stale: boolean
  /** The command in flight, with its target if it moves something; null when there is none. */
  pending: { target: Target | null } | null
  /** The error text of the last command; null if it did not fail. */
  error: string | null
  /** The error text only says that nobody confirmed the command. */
  isUnconfirmed?: boolean
  /** Whether the failed command can be sent again. */
  canRetry?: boolean
  /** The text for a movement that has just ended; otherwise null or absent. */
  done?: string | null
  /** The remaining time of a movement, shown beside its target. */
  timeLeft?: ReactNode
  /** The owner of a shared device, shown below the name. */
  whose?: ReactNode
  /** Replaces the controls if the person may not use them. */
  shared?: ReactNode
  /** A note below the picture, for example why the device is blocked. */
  note?: ReactNode
  /** Parts below the switch of a light, for example a line for each of its lamps. */
  parts?: ReactNode
  /** The URL of the device screen; null if there is none. */
  href: string | null
  onDismissError: () => void
  onRetry?: () => void
  /** Axes are 0..1, as in the device state. */
  onMove: (target: Target) => void
  onOpen: () => void
  onClose: () => void
  onStop: () => void
  onUnlock: (locks: readonly LockType[]) => void
  onToggleFoil: (isMilky: boolean) => void
  /** A card of a light with two channels calls this for each channel whose state differs. */
  onToggleLight: (light: LightType, isOn: boolean) => void
}

/** The props of a tile, which always links to the device screen. */
export type TileProps = Omit<DeviceCardProps, 'href'>
