import type { DeviceInfo, DeviceSettings } from '@senca/contract'

/** What of a shade can be reversed. */
export const DIRECTIONS = ['motor', 'switch', 'both'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** What is reversed now; null if nothing is. */
export function invertedOf({ motorInverted, switchInverted }: DeviceInfo['settings']): Direction | null {
  if (motorInverted === true && switchInverted === true) return 'both'
  if (motorInverted === true) return 'motor'
  return switchInverted === true ? 'switch' : null
}

/** The settings that reverse a part, or both, compared to the current state. */
export function turned(settings: DeviceInfo['settings'], direction: Direction): DeviceSettings {
  return {
    ...(direction === 'switch' ? {} : { motorInverted: settings.motorInverted !== true }),
    ...(direction === 'motor' ? {} : { switchInverted: settings.switchInverted !== true }),
  }
}

/** Whether a part is reversed now; false for "both". */
export function isTurned(settings: DeviceInfo['settings'], direction: Direction): boolean {
  if (direction === 'motor') return settings.motorInverted === true
  return direction === 'switch' && settings.switchInverted === true
}
