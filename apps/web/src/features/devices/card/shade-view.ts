import {
  type DeviceInfo,
  isBusy,
  kindOf,
  louvreAngle,
  slatAngle,
  type Target,
  wholePercent,
} from '@senca/contract'

/** The figure of a card: a percentage closed, or an angle of louvres; null when not known. */
export type Figure = { readonly value: number | null; readonly unit: 'percent' | 'degrees' }

/** The word beside the figure, as a key below `card.word`. */
export type ShadeWord = 'open' | 'closed' | 'retracted' | 'extended' | 'louvres' | 'unknown'

/** The axis that the card is about: position, or inclination of a pergola. */
export const mainAxisOf = (device: Pick<DeviceInfo, 'devicetype'>): 'position' | 'inclination' =>
  kindOf(device.devicetype).mainAxis ?? 'position'

export function figureOf(device: Pick<DeviceInfo, 'devicetype'>, share: number | null): Figure {
  if (device.devicetype !== 'pergola') {
    return { value: share === null ? null : wholePercent(share), unit: 'percent' }
  }
  return { value: share === null ? null : Math.round(louvreAngle(share)), unit: 'degrees' }
}

export function wordOf(device: Pick<DeviceInfo, 'devicetype'>, share: number | null): ShadeWord {
  if (share === null) return 'unknown'
  if (device.devicetype === 'awning') return wholePercent(share) === 0 ? 'retracted' : 'extended'
  if (wholePercent(share) === 0) return 'open'
  if (device.devicetype === 'pergola') return wholePercent(share) === 100 ? 'closed' : 'louvres'
  return 'closed'
}

/** The angle of a venetian's slats in degrees; null of other kinds, while unknown, and while the blind is up. */
export function tiltOf(
  device: Pick<DeviceInfo, 'devicetype' | 'settings' | 'state'>,
  position: number | null,
): number | null {
  const { inclination } = device.state
  if (device.devicetype !== 'venetian_blind' || inclination === null || position === 0) return null
  return Math.round(slatAngle(inclination, device.settings.inclinationType ?? 'full_180'))
}

/** Where a shade is going, 0..1: the command that is under way, else what the device reports; null at rest. */
export function targetOf(device: DeviceInfo, pending: { target: Target | null } | null): number | null {
  const axis = mainAxisOf(device)
  const wished = pending?.target?.[axis]
  if (wished !== undefined) return wished
  return isBusy(device.state.status) ? (device.state.target?.[axis] ?? null) : null
}
