import {
  type Axis,
  type DeviceInfo,
  type DeviceType,
  isBusy,
  kindOf,
  louvreAngle,
  slatAngle,
  type Target,
  wholePercent,
} from '@senca/contract'
import type { TFunction } from 'i18next'
import type { ShadeKind } from '#light/wall/apertures.ts'

/** A device that is drawn as a shade. */
export type ShadeDevice = DeviceInfo & { devicetype: ShadeKind }

export const isShade = (device: DeviceInfo): device is ShadeDevice =>
  device.devicetype !== 'home_door' && device.devicetype !== 'light'

/**
 * The end at which a shade is, by the whole percentage of its label: 0 % or 100 %, that is within half a percent of the end. Null
 * in between, where it is neither open nor closed.
 */
export function endOf(share: number): 'open' | 'closed' | null {
  const percent = wholePercent(share)
  if (percent === 0) return 'open'
  return percent === 100 ? 'closed' : null
}

/** The number on a card: a percentage closed or the angle of the louvers; null when unknown. */
export type Figure = { readonly value: number | null; readonly unit: 'percent' | 'degrees' }

/** The state of a shade at an end, as a key below `card.word`. */
export type EndWord = 'open' | 'closed' | 'retracted' | 'extended'

/** The word beside the number or instead of it, as a key below `card.word`. */
export type ShadeWord = EndWord | 'louvres' | 'unknown'

/** What a button does with a shade, as a key below `card` and `control`. */
export type ShadeVerb = 'open' | 'close' | 'retract' | 'extend' | 'openLouvres' | 'closeLouvres'

/** The axis that the card shows: position, or inclination for a pergola. */
export const mainAxisOf = (device: Pick<DeviceInfo, 'devicetype'>): 'position' | 'inclination' =>
  kindOf(device.devicetype).mainAxis ?? 'position'

/** The angle in degrees for an inclination 0..1 of a blind's slats or a pergola's louvers. */
export function angleOf(device: Turned, inclination: number): number {
  if (device.devicetype === 'pergola') return louvreAngle(inclination)
  return slatAngle(inclination, device.settings.inclinationType ?? 'full_180')
}

type Kind = Pick<DeviceInfo, 'devicetype'>
type Turned = Pick<DeviceInfo, 'devicetype' | 'settings'>

/** The number that is shown for a share 0..1 of an axis. */
export function figureAt(device: Turned, axis: Axis, share: number | null): Figure {
  const unit = axis === 'position' ? 'percent' : 'degrees'
  if (share === null) return { value: null, unit }
  return { value: axis === 'position' ? wholePercent(share) : Math.round(angleOf(device, share)), unit }
}

/** The number for the main axis of a device. */
export const figureOf = (device: Turned, share: number | null): Figure =>
  figureAt(device, mainAxisOf(device), share)

/** The text for a share of an axis: "40%", "−52°", and at an end of the main axis "Open", "Extended". */
export function figureText(device: Turned, axis: Axis, share: number, t: TFunction): string {
  const word = endWordOf(device, axis, share)
  return word === null ? numberText(device, axis, share, t) : endText(device, word, t)
}

/** These kinds have a masculine name in Italian, the only language whose words for an end follow it. */
const MASCULINE: ReadonlySet<DeviceType> = new Set<DeviceType>(['venetian_blind', 'textile_screen', 'falcon'])

const genderOf = (type: DeviceType) => (MASCULINE.has(type) ? { context: 'masculine' } : {})

/** The word for an end of a shade: "Open", "Extended". */
export const endText = ({ devicetype }: Kind, end: EndWord, t: TFunction): string =>
  t(`card.word.${end}`, genderOf(devicetype))

/** The text for a share of an axis, as a number also at the ends: "0%", "−52°". */
export function numberText(device: Turned, axis: Axis, share: number, t: TFunction): string {
  const { value, unit } = figureAt(device, axis, share)
  return t(unit === 'percent' ? 'card.percent' : 'card.degrees', { value: String(value).replace('-', '−') })
}

/** The word that replaces the number when a shade is at an end of its main axis; null otherwise. */
export function endWordOf(device: Kind, axis: Axis, share: number | null): EndWord | null {
  const end = share === null || axis !== mainAxisOf(device) ? null : endOf(share)
  if (end === null || device.devicetype !== 'awning') return end
  return end === 'open' ? 'retracted' : 'extended'
}

/** The word for a share of the main axis, also if a number stands beside it; null where the number is enough. */
export function wordOf(device: Kind, share: number | null): ShadeWord | null {
  if (share === null) return 'unknown'
  const between = device.devicetype === 'pergola' ? 'louvres' : null
  return endWordOf(device, mainAxisOf(device), share) ?? between
}

/** What a share of the position counts, to write behind it: "closed", "extended"; null at the ends, which are words themselves. */
export function portionText(device: Turned, axis: Axis, share: number | null, t: TFunction): string | null {
  if (axis !== 'position' || share === null || endWordOf(device, axis, share) !== null) return null
  const { devicetype } = device
  return t(`card.portion.${devicetype === 'awning' ? 'extended' : 'closed'}`, genderOf(devicetype))
}

/** The verb that moves a shade to an end: an awning is extended, the louvers of a pergola are closed. */
export function verbTo({ devicetype }: Kind, end: 'open' | 'closed'): ShadeVerb {
  if (devicetype === 'awning') return end === 'open' ? 'retract' : 'extend'
  if (devicetype === 'pergola') return end === 'open' ? 'openLouvres' : 'closeLouvres'
  return end === 'open' ? 'open' : 'close'
}

/** The icon of the button for each verb. */
export const VERB_ICONS = {
  open: 'up',
  close: 'down',
  retract: 'retract',
  extend: 'extend',
  openLouvres: 'louvresOpen',
  closeLouvres: 'louvresClosed',
} as const satisfies Record<ShadeVerb, string>

/** The word for a movement whose target is unknown: an awning is not opened but retracted. */
export function motionOf<Status extends string>({ devicetype }: Kind, status: Status) {
  if (devicetype === 'awning' && status === 'opening') return 'retracting'
  if (devicetype === 'awning' && status === 'closing') return 'extending'
  return status
}

/** The text for a movement to a target: "Closing", "Extending", "Moving to 40%". */
export function goingText(device: Turned, axis: Axis, target: number, t: TFunction): string {
  const word = endWordOf(device, axis, target)
  return word === null
    ? t('card.movingTo', { figure: figureText(device, axis, target, t) })
    : t(`card.status.${GOING[word]}`)
}

const GOING = { open: 'opening', closed: 'closing', retracted: 'retracting', extended: 'extending' } as const

/**
 * A share as text, for screen readers too: "Open", "40%", and if the device only assumes it "about 40%", "Closed, unconfirmed".
 */
export function spokenShare(
  device: Turned & Pick<DeviceInfo, 'state'>,
  axis: Axis,
  share: number,
  t: TFunction,
): string {
  const figure = figureText(device, axis, share, t)
  if (!device.state.assumed || share !== device.state[axis]) return figure
  return endWordOf(device, axis, share) === null
    ? t('card.about', { figure })
    : `${figure}, ${t('card.unconfirmed')}`
}

/** The angle of a venetian blind's slats in degrees; null for other kinds, while it is unknown and while the blind is up. */
export function tiltOf(device: Turned & Pick<DeviceInfo, 'state'>, position: number | null): number | null {
  const { inclination } = device.state
  const hangs = position !== null && endOf(position) !== 'open'
  if (device.devicetype !== 'venetian_blind' || inclination === null || !hangs) return null
  return figureAt(device, 'inclination', inclination).value
}

/** The tilt as text, for example "tilt −52°"; null where `tiltOf` returns null. */
export function tiltText(
  device: Turned & Pick<DeviceInfo, 'state'>,
  position: number | null,
  t: TFunction,
): string | null {
  const { inclination } = device.state
  if (inclination === null || tiltOf(device, position) === null) return null
  return t('card.tilt', { angle: figureText(device, 'inclination', inclination, t) })
}

/** The target of an axis, 0..1: that of the command in flight, otherwise the reported one; null at rest. */
export function targetOf(
  device: DeviceInfo,
  pending: { target: Target | null } | null,
  axis: Axis = mainAxisOf(device),
): number | null {
  const wished = pending?.target?.[axis]
  if (wished !== undefined) return wished
  return isBusy(device.state.status) ? (device.state.target?.[axis] ?? null) : null
}

/** A share of an axis as text, or the text for an unknown one. */
export const shareText = (device: Turned, axis: Axis, share: number | null, t: TFunction): string =>
  share === null ? t('card.word.unknown') : figureText(device, axis, share, t)

/** A saved position as text: "40%", "Closed, −30°", "36°". */
export function positionText(device: Turned, at: Target, t: TFunction): string {
  const main = shareText(device, mainAxisOf(device), at[mainAxisOf(device)] ?? null, t)
  return device.devicetype === 'venetian_blind' && at.inclination !== undefined
    ? `${main}, ${figureText(device, 'inclination', at.inclination, t)}`
    : main
}
