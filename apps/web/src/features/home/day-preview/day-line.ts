import { type DeviceInfo, type DeviceState, kindOf } from '@senca/contract'
import type { TFunction } from 'i18next'
import { numberInWords } from '../house/house-sentence.ts'

/** How devices stand at an hour, in the order of the sentence. */
const PARTS = [
  'closed',
  'half',
  'partly',
  'open',
  'extended',
  'retracted',
  'lightsOn',
  'lightsOff',
  'foils',
] as const
type Part = (typeof PARTS)[number]

/** Half closed is within this share of the middle. */
const HALF = 0.05
const END = 0.005

function partOfShade(device: DeviceInfo, change: Partial<DeviceState>): Part | null {
  const { mainAxis } = kindOf(device.devicetype)
  const share = mainAxis === null ? null : (change[mainAxis] ?? device.state[mainAxis])
  if (share === null) return null
  if (device.devicetype === 'awning') return share > END ? 'extended' : 'retracted'
  if (share >= 1 - END) return 'closed'
  if (share <= END) return 'open'
  return Math.abs(share - 0.5) <= HALF ? 'half' : 'partly'
}

/** How a device stands after its changes: a shade by its position, a light by whether one of its lamps is on. */
function partsOf(device: DeviceInfo, change: Partial<DeviceState>): Part[] {
  if (kindOf(device.devicetype).family === 'shade') {
    const part = partOfShade(device, change)
    return part === null ? [] : [part]
  }
  const lamps = [
    change.light1Brightness,
    change.light2Brightness,
    change.doorLightBrightness,
    change.handleLightBrightness,
  ].filter((brightness) => brightness !== undefined && brightness !== null)
  const lights: Part[] =
    lamps.length === 0 ? [] : [lamps.some((brightness) => brightness > 0) ? 'lightsOn' : 'lightsOff']
  return change.magicFoilOpacity === undefined ? lights : [...lights, 'foils']
}

/** How many of the devices that change stand how, in the order of the sentence. */
export function countParts(
  changes: ReadonlyMap<string, Partial<DeviceState>>,
  devices: readonly DeviceInfo[],
): { part: Part; count: number }[] {
  const parts = devices.flatMap((device) => {
    const change = changes.get(device.id)
    return change === undefined ? [] : partsOf(device, change)
  })
  return PARTS.map((part) => ({ part, count: parts.filter((other) => other === part).length })).filter(
    ({ count }) => count > 0,
  )
}

/** The line of words about an hour: "At 14:30: three shades half closed". */
export function dayLine(
  { time, isPast, parts }: { time: string; isPast: boolean; parts: readonly { part: Part; count: number }[] },
  t: TFunction,
  tag: string,
): string {
  if (isPast) return t('daylight.past', { time })
  if (parts.length === 0) return t('daylight.none', { time })
  const states = parts
    .map(({ part, count }) => t(`daylight.${part}`, { count, number: numberInWords(count, t, tag) }))
    .reduce((first, second) => t('home.house.join', { first, second }))
  return t('daylight.at', { time, states })
}
