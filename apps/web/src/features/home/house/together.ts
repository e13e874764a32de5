import { canClose, canOpen, canStop, type DeviceInfo, kindOf, LIMITS } from '@senca/contract'
import type { TFunction } from 'i18next'
import { freshnessOf } from '#features/device-model/views/scene-of.ts'

/** The combined state of shades that are moved together, and how many of them each button would move. */
export interface TogetherCounts {
  shades: number
  /** How many are fully open and fully closed, and how many are unknown: offline, or of unknown position. */
  open: number
  closed: number
  unknown: number
  openable: number
  closable: number
  stoppable: number
}

export type TogetherPart = keyof TogetherCounts

export const NO_SHADES: TogetherCounts = {
  shades: 0,
  open: 0,
  closed: 0,
  unknown: 0,
  openable: 0,
  closable: 0,
  stoppable: 0,
}

export const isShade = ({ devicetype }: Pick<DeviceInfo, 'devicetype'>): boolean =>
  kindOf(devicetype).family === 'shade'

export const isAtEnd = (share: number, end: 0 | 1): boolean =>
  Math.abs(share - end) <= LIMITS.TARGET_TOLERANCE

/** What a shade counts as in the combined state. */
export function togetherParts(shade: DeviceInfo): TogetherPart[] {
  const { mainAxis } = kindOf(shade.devicetype)
  const share = mainAxis === null ? null : shade.state[mainAxis]
  const isKnown = share !== null && freshnessOf(shade, false) === 'live'
  const isAt = (end: 0 | 1) => isKnown && isAtEnd(share, end)
  const parts: [TogetherPart, boolean][] = [
    ['shades', true],
    ['open', isAt(0)],
    ['closed', isAt(1)],
    ['unknown', !isKnown],
    ['openable', canOpen(shade)],
    ['closable', canClose(shade)],
    ['stoppable', canStop(shade)],
  ]
  return parts.filter(([, counts]) => counts).map(([part]) => part)
}

export function countTogether(shades: readonly DeviceInfo[]): TogetherCounts {
  const counts = { ...NO_SHADES }
  for (const shade of shades) for (const part of togetherParts(shade)) counts[part] += 1
  return counts
}

/** The combined state of the shades as text. */
export function togetherText(counts: TogetherCounts, t: TFunction): string {
  const { shades: total, open, closed, unknown } = counts
  if (total === 1) {
    if (unknown === 1) return t('home.house.unreported', { value: 1 })
    return t(open === 1 ? 'card.word.open' : closed === 1 ? 'home.room.oneClosed' : 'home.room.onePartly')
  }
  if (open === total) return t('home.whole.allOpen')
  if (closed === total) return t('home.whole.allClosed')
  const known = knownText(counts, t)
  if (unknown === 0) return known
  const unreported = t('home.house.unreported', { value: unknown })
  return known === '' ? unreported : t('home.house.join', { first: known, second: unreported })
}

/** The state of those that are known. */
function knownText({ shades: total, open, closed, unknown }: TogetherCounts, t: TFunction): string {
  if (open > 0) return t('home.whole.someOpen', { part: open, total })
  if (closed + unknown < total)
    return t('home.whole.someNotClosed', { part: total - closed - unknown, total })
  return closed > 0 ? t('home.whole.someClosed', { part: closed, total }) : ''
}
