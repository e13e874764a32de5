import {
  type Axis,
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

/** The angle in degrees of an inclination 0..1: of a blind's slats or a pergola's louvres. */
export function angleOf(device: Turned, inclination: number): number {
  if (device.devicetype === 'pergola') return louvreAngle(inclination)
  return slatAngle(inclination, device.settings.inclinationType ?? 'full_180')
}

type Turned = Pick<DeviceInfo, 'devicetype' | 'settings'>

/** The figure of an axis at a share 0..1. */
export function figureAt(device: Turned, axis: Axis, share: number | null): Figure {
  const unit = axis === 'position' ? 'percent' : 'degrees'
  if (share === null) return { value: null, unit }
  return { value: axis === 'position' ? wholePercent(share) : Math.round(angleOf(device, share)), unit }
}

/** The figure of the axis that a card is about. */
export const figureOf = (device: Turned, share: number | null): Figure =>
  figureAt(device, mainAxisOf(device), share)

/** A share of an axis as it is written: "40%", "−52°". */
export function figureText(device: Turned, axis: Axis, share: number, t: TFunction): string {
  const { value, unit } = figureAt(device, axis, share)
  return t(unit === 'percent' ? 'card.percent' : 'card.degrees', { value: String(value).replace('-', '−') })
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
export function tiltOf(device: Turned & Pick<DeviceInfo, 'state'>, position: number | null): number | null {
  const { inclination } = device.state
  const hangs = position !== null && endOf(position) !== 'open'
  if (device.devicetype !== 'venetian_blind' || inclination === null || !hangs) return null
  return figureAt(device, 'inclination', inclination).value
}

/** "tilt −52°"; null where `tiltOf` has none. */
export function tiltText(
  device: Turned & Pick<DeviceInfo, 'state'>,
  position: number | null,
  t: TFunction,
): string | null {
  const { inclination } = device.state
  if (inclination === null || tiltOf(device, position) === null) return null
  return t('card.tilt', { angle: figureText(device, 'inclination', inclination, t) })
}

/** Where a shade is going, 0..1: the command that is under way, else what the device reports; null at rest. */
export function targetOf(device: DeviceInfo, pending: { target: Target | null } | null): number | null {
  const axis = mainAxisOf(device)
  const wished = pending?.target?.[axis]
  if (wished !== undefined) return wished
  return isBusy(device.state.status) ? (device.state.target?.[axis] ?? null) : null
}

/** A share of an axis as it is written, or that it is not known. */
export const shareText = (device: Turned, axis: Axis, share: number | null, t: TFunction): string =>
  share === null ? t('card.word.unknown') : figureText(device, axis, share, t)

/** A saved position in figures: "40%", "40%, −30°", "36°". */
export function positionText(device: Turned, at: Target, t: TFunction): string {
  const main = shareText(device, mainAxisOf(device), at[mainAxisOf(device)] ?? null, t)
  return device.devicetype === 'venetian_blind' && at.inclination !== undefined
    ? `${main}, ${figureText(device, 'inclination', at.inclination, t)}`
    : main
}
