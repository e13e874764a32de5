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
const NOTHING: HouseSummary = { devices: 0, down: 0, lit: 0, moving: 0, offline: 0 }

type Part = Exclude<keyof HouseSummary, 'devices'> | 'other'

/** What a device counts as. */
export function partOf({ connected, devicetype, state }: DeviceInfo): Part {
  if (!connected) return 'offline'
  const { family, mainAxis } = kindOf(devicetype)
  if (family === 'shade' && isBusy(state.status)) return 'moving'
  const place = mainAxis === null ? null : state[mainAxis]
  if (place === null) return 'other'
  return place > HALF ? 'down' : 'lit'
}

const isSame = (one: HouseSummary, other: HouseSummary): boolean =>
  one.devices === other.devices &&
  one.down === other.down &&
  one.lit === other.lit &&
  one.moving === other.moving &&
  one.offline === other.offline

/** Counts a house whose devices change one at a time: a change costs the same, however many devices there are. */
export function createHouseTally() {
  /** Null: in the list of the home, but not known. */
  const partById = new Map<string, Part | null>()
  let summary = NOTHING

  const add = (part: Part | null, count: 1 | -1) => {
    if (part === null) return
    summary = { ...summary, devices: summary.devices + count }
    if (part !== 'other') summary[part] += count
  }

  return {
    /** The same object until something of it changes. */
    summary: () => summary,
    /** A device of the house is as it is now; one of another house changes nothing. */
    change(id: string, device: DeviceInfo | null) {
      const before = partById.get(id)
      if (before === undefined) return
      const part = device === null ? null : partOf(device)
      if (before === part) return
      add(before, -1)
      add(part, 1)
      partById.set(id, part)
    },
    /** The house is of these devices and no others. */
    restart(ids: readonly string[], deviceOf: (id: string) => DeviceInfo | undefined) {
      const before = summary
      partById.clear()
      summary = NOTHING
      for (const id of ids) {
        const device = deviceOf(id)
        const part = device === undefined ? null : partOf(device)
        partById.set(id, part)
        add(part, 1)
      }
      if (isSame(before, summary)) summary = before
    },
  }
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
