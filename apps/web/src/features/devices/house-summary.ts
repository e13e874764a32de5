import { type DeviceInfo, isBusy, kindOf } from '@senca/contract'

/** What a person wants to know of the house at a glance. */
export interface HouseSummary {
  devices: number
  /** Shades that shut out more than half of the light, and those that let it in. */
  down: number
  lit: number
  moving: number
  offline: number
}

const HALF = 0.5

export function summarise(devices: Iterable<DeviceInfo>): HouseSummary {
  const summary: HouseSummary = { devices: 0, down: 0, lit: 0, moving: 0, offline: 0 }
  for (const device of devices) {
    summary.devices += 1
    if (!device.connected) {
      summary.offline += 1
      continue
    }
    const { family, mainAxis } = kindOf(device.devicetype)
    if (family === 'shade' && isBusy(device.state.status)) summary.moving += 1
    else if (mainAxis !== null) {
      const place = device.state[mainAxis]
      if (place !== null) summary[place > HALF ? 'down' : 'lit'] += 1
    }
  }
  return summary
}

export type SentencePart = {
  of:
    | 'onlyDown'
    | 'allDown'
    | 'onlyLit'
    | 'allLit'
    | 'down'
    | 'lit'
    | 'moving'
    | 'offline'
    | 'onlyDevice'
    | 'devices'
  count: number
}

/** The parts of the sentence about the house, those that say nothing left out; at least one. */
export function sentenceParts({ devices, down, lit, moving, offline }: HouseSummary): SentencePart[] {
  const shades: SentencePart[] =
    down > 0 && lit === 0 && moving === 0
      ? [{ of: down === 1 ? 'onlyDown' : 'allDown', count: down }]
      : lit > 0 && down === 0 && moving === 0
        ? [{ of: lit === 1 ? 'onlyLit' : 'allLit', count: lit }]
        : [
            { of: 'down', count: down },
            { of: 'lit', count: lit },
            { of: 'moving', count: moving },
          ]
  const parts = [...shades, { of: 'offline' as const, count: offline }].filter(({ count }) => count > 0)
  return parts.length > 0 ? parts : [{ of: devices === 1 ? 'onlyDevice' : 'devices', count: devices }]
}
