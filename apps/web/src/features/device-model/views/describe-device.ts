import {
  type Axis,
  type DeviceInfo,
  type DeviceStatus,
  isBusy,
  kindOf,
  type Target,
  wholePercent,
} from '@senca/contract'
import type { TFunction } from 'i18next'
import { isDoorOpen, lockStateOf, locksOf } from './door-view.ts'
import { channelsOf, lightWordOf } from './light-view.ts'
import { freshnessOf, hasReported } from './scene-of.ts'
import {
  goingText,
  mainAxisOf,
  motionOf,
  portionText,
  spokenShare,
  targetOf,
  tiltText,
  wordOf,
} from './shade-view.ts'

/** What is most important about a device now. `sending`: a command is in flight and the device does not move yet. */
export type Tone = 'never' | 'offline' | 'moving' | 'sending' | 'stale' | 'resting'

/** A device in words. */
export interface Description {
  /** The last known state: "40% closed", "Closed, unconfirmed", "On", "Locked, door closed". */
  figure: string
  /** What to write beside a large figure: the tone in words, otherwise what the figure leaves out, such as "tilt −52°". */
  caption: string
  /** All of it in one text for screen readers. */
  spoken: string
  tone: Tone
  /** The movement: "Closing", "Moving to 40%"; null while the device does not move. */
  motion: string | null
}

export interface Shown {
  /** The command in flight. */
  pending: { target: Target | null } | null
  /** The connection is lost, so the state may be outdated. */
  stale?: boolean
  /** The value 0..1 of the axis while it is dragged. */
  draft?: number | null
  /** The axis of a shade to describe; the main axis unless it is given. */
  axis?: Axis
}

/** The words about a device that every view of it uses. During a drag they are about the dragged value, but for `spoken`. */
export function describeDevice(device: DeviceInfo, shown: Shown, t: TFunction): Description {
  const motion = motionText(device, shown, t)
  const tone = toneOf(device, shown)
  const words = stateWords(device, shown, t)
  const captionOf: Record<Tone, string> = {
    never: t('card.never'),
    offline: t('card.offline'),
    moving: motion ?? '',
    sending: t('card.sending'),
    stale: words.more,
    resting: words.more,
  }
  const reported = toneOf(device, { ...shown, pending: null, draft: null })
  const isState = reported === 'stale' || reported === 'resting'
  return {
    figure: words.figure,
    caption: captionOf[tone],
    spoken: isState ? words.spoken : captionOf[reported],
    tone,
    motion,
  }
}

/** The description in one short line: what hides the state, the movement, or the state. */
export const shortLine = ({ figure, caption, tone, motion }: Description): string =>
  tone === 'never' || tone === 'offline' ? caption : (motion ?? figure)

function toneOf(device: DeviceInfo, { pending, stale = false, draft = null }: Shown): Tone {
  const freshness = freshnessOf(device, stale)
  const isShown = draft === null
  if (isShown && pending === null && !hasReported(device)) return 'never'
  if (freshness === 'offline') return 'offline'
  // What moved when the connection was lost is no longer sent, even if its command has no answer yet.
  if (isBusy(device.state.status)) return stale ? 'stale' : isShown ? 'moving' : 'resting'
  if (pending !== null) return 'sending'
  return freshness === 'stale' ? 'stale' : 'resting'
}

/** Whether a device calibrates, restarts or is updated: it is busy, but does not move to a target. */
export const isMaintained = (status: DeviceStatus): status is 'calibrating' | 'restarting' | 'upgrading' =>
  status === 'calibrating' || status === 'restarting' || status === 'upgrading'

/** What moved when the connection was lost does not move now, as far as anybody knows. */
function motionText(
  device: DeviceInfo,
  { pending, axis, stale = false }: Shown,
  t: TFunction,
): string | null {
  const { status } = device.state
  if (!isBusy(status) || stale) return null
  const { family } = kindOf(device.devicetype)
  const lock = family === 'door' ? lockStateOf(locksOf(device.state)) : null
  if (lock === 'unlocking' || lock === 'locking') return t(`card.lock.${lock}`)
  const target = family === 'shade' && !isMaintained(status) ? targetOf(device, pending, axis) : null
  return target === null
    ? t(`card.status.${motionOf(device, status)}`)
    : goingText(device, axis ?? mainAxisOf(device), target, t)
}

/** The state as a figure, what the figure leaves out, and both as one text. */
function stateWords(device: DeviceInfo, shown: Shown, t: TFunction) {
  switch (kindOf(device.devicetype).family) {
    case 'shade':
      return shadeWords(device, shown, t)
    case 'light':
      return lightWords(device, t)
    case 'door':
      return doorWords(device, t)
  }
}

function shadeWords(device: DeviceInfo, { draft = null, axis = mainAxisOf(device) }: Shown, t: TFunction) {
  const reported = device.state[axis]
  const share = draft ?? reported
  const tilt = axis === 'position' ? tiltText(device, share, t) : null
  const word = axis === mainAxisOf(device) ? wordOf(device, share) : null
  const unknown = unknownText(device, t)
  const portion = portionText(device, axis, share, t)
  return {
    figure: share === null ? unknown : withPortion(spokenShare(device, axis, share, t), portion),
    more: share === null ? unknown : word === 'louvres' ? t('card.word.louvres') : (tilt ?? ''),
    spoken: placeText(device, axis, t),
  }
}

const withPortion = (figure: string, portion: string | null): string =>
  portion === null ? figure : `${figure} ${portion}`

const unknownText = (device: DeviceInfo, t: TFunction): string =>
  t(hasReported(device) ? 'card.word.unknown' : 'card.never')

/** Where a shade stands, with its tilt: "40% closed", "Closed, tilt −52°". */
export function placeText(
  device: DeviceInfo,
  axis: Axis,
  t: TFunction,
  unknown: string = unknownText(device, t),
): string {
  const share = device.state[axis]
  const main =
    share === null
      ? unknown
      : withPortion(spokenShare(device, axis, share, t), portionText(device, axis, share, t))
  const tilt = axis === 'position' ? tiltText(device, share, t) : null
  return tilt === null ? main : `${main}, ${tilt}`
}

/** The brightness 0..1 of a lamp as text: "Off", "40%", and "On" where it is full. */
export function levelText(brightness: number | null, t: TFunction): string {
  if (brightness === null) return t('card.light.unknown')
  const value = wholePercent(brightness)
  if (value === 0) return t('card.light.off')
  return value === 100 ? t('card.light.on') : t('card.percent', { value })
}

function lightWords(device: DeviceInfo, t: TFunction) {
  const channels = channelsOf(device)
  const [only] = channels
  const word = lightWordOf(channels)
  const isDimmed = word === 'on' && channels.length === 1 && only?.brightness != null && only.brightness !== 1
  const more = t(`card.light.${word}`)
  const figure = isDimmed ? t('card.percent', { value: wholePercent(only.brightness ?? 0) }) : more
  return { figure, more, spoken: figure }
}

function doorWords(device: DeviceInfo, t: TFunction) {
  const lock = lockStateOf(locksOf(device.state))
  const isOpen = isDoorOpen(device)
  const leaf = isOpen === null ? null : t(isOpen ? 'card.door.open' : 'card.door.closed')
  const figure = [lock === null ? null : t(`card.lock.${lock}`), leaf]
    .filter((word) => word !== null)
    .join(', ')
  return { figure, more: '', spoken: figure }
}
