import { type DeviceInfo, isBusy, kindOf } from '@senca/contract'
import { mayCommand } from '#features/device-model/rights.ts'
import { type Notice, noticesOf } from './house-notices.ts'
import { isAtEnd, NO_SHADES, type TogetherCounts, togetherParts } from './together.ts'
import { isMovedWithHouse } from './whole-house.ts'

/**
 * What a person wants to know of the house at a glance: how often each thing is so, and how the shades stand that the keys
 * of the whole house move.
 */
export interface HouseSummary extends Record<Notice, number>, TogetherCounts {
  devices: number
  /** Of the shades that cover windows and rest: those all the way down, all the way up, and between. */
  down: number
  up: number
  partly: number
  /** Awnings that are not retracted, and shades of any kind on their way. */
  out: number
  moving: number
}

export const EMPTY_HOUSE: HouseSummary = {
  devices: 0,
  down: 0,
  up: 0,
  partly: 0,
  out: 0,
  moving: 0,
  doorOpen: 0,
  unlocked: 0,
  jammed: 0,
  offline: 0,
  uncertain: 0,
  ...NO_SHADES,
}

type Part = keyof HouseSummary

/**
 * What a device counts as in the sentence about the house; nothing where it covers no window (an insect screen lets the
 * sun in wherever it hangs) or gets new software.
 */
function standingParts(device: DeviceInfo): Part[] {
  const { connected, devicetype, state } = device
  if (!connected || kindOf(devicetype).family !== 'shade') return []
  if (isBusy(state.status)) return state.status === 'upgrading' ? [] : ['moving']
  const { position } = state
  if (position === null) return []
  if (devicetype === 'awning') return isAtEnd(position, 0) ? [] : ['out']
  if (!isMovedWithHouse(device)) return []
  if (isAtEnd(position, 0)) return ['up']
  return [isAtEnd(position, 1) ? 'down' : 'partly']
}

/** What a device counts as; `isOwnOnly` where the keys of the whole house move one’s own shades alone. */
export const partsOf = (device: DeviceInfo, isOwnOnly: boolean): readonly Part[] => [
  'devices',
  ...noticesOf(device),
  ...standingParts(device),
  ...(isMovedWithHouse(device) && mayCommand(device) && !(isOwnOnly && device.owner)
    ? togetherParts(device)
    : []),
]

const NOTHING: readonly Part[] = []

/** Counts a house whose devices change one at a time: a change costs the same, however many devices there are. */
export function createHouseTally() {
  /** Of each device in the list of the home; nothing where it is not known. */
  const partsById = new Map<string, readonly Part[]>()
  let summary = EMPTY_HOUSE
  let isOwnOnly = false

  const add = (parts: readonly Part[], count: 1 | -1) => {
    const next = { ...summary }
    for (const part of parts) next[part] += count
    summary = next
  }

  return {
    /** The same object until something of it changes. */
    summary: () => summary,
    /** The devices that count as `part`, in the order of the home. */
    having: (part: Part): string[] =>
      [...partsById].filter(([, parts]) => parts.includes(part)).map(([id]) => id),
    /** A device of the house is as it is now; one of another house changes nothing. */
    change(id: string, device: DeviceInfo | null) {
      const before = partsById.get(id)
      if (before === undefined) return
      const parts = device === null ? NOTHING : partsOf(device, isOwnOnly)
      if (before.join() === parts.join()) return
      add(before, -1)
      add(parts, 1)
      partsById.set(id, parts)
    },
    /** The house is of these devices and no others; where they are of several owners its keys move one’s own. */
    restart(ids: readonly string[], deviceOf: (id: string) => DeviceInfo | undefined) {
      isOwnOnly = new Set(ids.map((id) => deviceOf(id)?.owner ?? '')).size > 1
      const before = summary
      const partsBefore = JSON.stringify([...partsById])
      partsById.clear()
      summary = EMPTY_HOUSE
      for (const id of ids) {
        const device = deviceOf(id)
        const parts = device === undefined ? NOTHING : partsOf(device, isOwnOnly)
        partsById.set(id, parts)
        add(parts, 1)
      }
      if (partsBefore === JSON.stringify([...partsById])) summary = before
    },
  }
}

export type SentencePart = {
  of:
    | 'onlyDown'
    | 'allDown'
    | 'onlyUp'
    | 'allUp'
    | 'down'
    | 'up'
    | 'partly'
    | 'out'
    | 'moving'
    | 'onlyDevice'
    | 'devices'
  count: number
}

/** What the sentence about the house is made of. */
export type SentenceCounts = Pick<HouseSummary, 'devices' | 'down' | 'up' | 'partly' | 'out' | 'moving'>

/** The parts of the sentence about the house, those that say nothing left out; at least one. */
export function sentenceParts({ devices, down, up, partly, out, moving }: SentenceCounts): SentencePart[] {
  const isMixed = partly > 0 || moving > 0
  const shades: SentencePart[] =
    down > 0 && up === 0 && !isMixed
      ? [{ of: down === 1 ? 'onlyDown' : 'allDown', count: down }]
      : up > 0 && down === 0 && !isMixed
        ? [{ of: up === 1 ? 'onlyUp' : 'allUp', count: up }]
        : [
            { of: 'down', count: down },
            { of: 'up', count: up },
            { of: 'partly', count: partly },
            { of: 'moving', count: moving },
          ]
  const parts = [...shades, { of: 'out' as const, count: out }].filter(({ count }) => count > 0)
  return parts.length > 0 ? parts : [{ of: devices === 1 ? 'onlyDevice' : 'devices', count: devices }]
}
