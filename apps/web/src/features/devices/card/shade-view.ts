import {
  type DeviceInfo,
  isBusy,
  kindOf,
  louvreAngle,
  slatAngle,
  type Target,
  wholePercent,
} from '@senca/contract'
import type { TFunction } from 'i18next'

/**
 * The end of its way at which a shade stands by its label: 0 % or 100 %, which is within half a percent of the end.
 * Null on the way between them, where it is neither open nor closed.
 */
export function endOf(share: number): 'open' | 'closed' | null {
  const percent = wholePercent(share)
  if (percent === 0) return 'open'
  return percent === 100 ? 'closed' : null
}

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

/** Null where the figure and the picture say it all. */
export function wordOf(device: Pick<DeviceInfo, 'devicetype'>, share: number | null): ShadeWord | null {
  if (share === null) return 'unknown'
  const end = endOf(share)
  if (end === null) return device.devicetype === 'pergola' ? 'louvres' : null
  if (device.devicetype === 'awning') return end === 'open' ? 'retracted' : 'extended'
  return end
}

/**
 * A share as it is said aloud: "30% closed", "60% extended", at an end "100%, closed". `figure` is the share as it is
 * written.
 */
export function saidShare(
  device: Pick<DeviceInfo, 'devicetype'>,
  share: number,
  figure: string,
  t: TFunction,
): string {
  const word = wordOf(device, share)
  if (word !== null) return `${figure}, ${t(`card.word.${word}`)}`
  return t(device.devicetype === 'awning' ? 'card.extendedBy' : 'card.closedBy', { figure })
}

/** The angle of a venetian's slats in degrees; null of other kinds, while unknown, and while the blind is up. */
export function tiltOf(
  device: Pick<DeviceInfo, 'devicetype' | 'settings' | 'state'>,
  position: number | null,
): number | null {
  const { inclination } = device.state
  if (
    device.devicetype !== 'venetian_blind' ||
    inclination === null ||
    position === null ||
    endOf(position) === 'open'
  )
    return null
  return Math.round(slatAngle(inclination, device.settings.inclinationType ?? 'full_180'))
}

/** Where a shade is going, 0..1: the command that is under way, else what the device reports; null at rest. */
export function targetOf(device: DeviceInfo, pending: { target: Target | null } | null): number | null {
  const axis = mainAxisOf(device)
  const wished = pending?.target?.[axis]
  if (wished !== undefined) return wished
  return isBusy(device.state.status) ? (device.state.target?.[axis] ?? null) : null
}
