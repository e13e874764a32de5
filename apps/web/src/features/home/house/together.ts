import { canClose, canOpen, canStop, type DeviceInfo, kindOf, LIMITS } from '@senca/contract'

/** The combined state of shades that are moved together, and how many of them each button would move. */
export interface TogetherCounts {
  shades: number
  /** How many are fully open, fully closed and in an unknown position. */
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
  const isAt = (end: 0 | 1) => share !== null && isAtEnd(share, end)
  const parts: [TogetherPart, boolean][] = [
    ['shades', true],
    ['open', isAt(0)],
    ['closed', isAt(1)],
    ['unknown', share === null],
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
