import type { DeviceInfo, DeviceSettings } from '@senca/contract'

/** What of a shade can be turned the other way round. */
export const DIRECTIONS = ['motor', 'switch', 'both'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** What runs the other way round now; null when nothing does. */
export function invertedOf({ motorInverted, switchInverted }: DeviceInfo['settings']): Direction | null {
  if (motorInverted === true && switchInverted === true) return 'both'
  if (motorInverted === true) return 'motor'
  return switchInverted === true ? 'switch' : null
}

/** The settings that turn a part, or both, round from how they are now. */
export function turned(settings: DeviceInfo['settings'], direction: Direction): DeviceSettings {
  return {
    ...(direction === 'switch' ? {} : { motorInverted: settings.motorInverted !== true }),
    ...(direction === 'motor' ? {} : { switchInverted: settings.switchInverted !== true }),
  }
}

/** Whether a part runs the other way round now; "both" is no part. */
export function isTurned(settings: DeviceInfo['settings'], direction: Direction): boolean {
  if (direction === 'motor') return settings.motorInverted === true
  return direction === 'switch' && settings.switchInverted === true
}
