import type { DeviceInfo } from '@senca/contract'
import { folded } from '#i18n/folded.ts'

/** The devices whose words, as `wordsOf` gives them, have every word of the query in them, in the order given. */
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
