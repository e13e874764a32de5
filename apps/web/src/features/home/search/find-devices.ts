import type { DeviceInfo } from '@senca/contract'
import { folded } from '#i18n/folded.ts'

/** The devices whose text (from `wordsOf`) contains every word of the query, in the given order. */
export function findDevices(
  devices: readonly DeviceInfo[],
  query: string,
  wordsOf: (device: DeviceInfo) => readonly string[],
): DeviceInfo[] {
  const wanted = folded(query).split(/\s+/).filter(Boolean)
  return devices.filter((device) => {
    const words = folded(wordsOf(device).join(' '))
    return wanted.every((word) => words.includes(word))
  })
}
