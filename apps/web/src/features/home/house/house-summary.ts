import { type DeviceInfo, isBusy, kindOf } from '@senca/contract'
import { mayCommand } from '#features/device-model/rights.ts'
import { type Notice, noticesOf } from './house-notices.ts'
import { isAtEnd, NO_SHADES, type TogetherCounts, togetherParts } from './together.ts'
import { isMovedWithHouse } from './whole-house.ts'

/**
 * The state of the home in numbers: how many devices have each notice, and the positions of the shades that the buttons for the
 * whole home move.
 */
export interface HouseSummary extends Record<Notice, number>, TogetherCounts {
  devices: number
  /** Resting shades that cover windows: fully down, fully up, and in between. */
  down: number
  up: number
  partly: number
  /** Awnings that are not retracted, and moving shades of any kind. */
  out: number
  moving: number
  /** Shades and awnings of which nobody knows how they are: offline, or of unknown position. */
  unreported: number
}

export const EMPTY_HOUSE: HouseSummary = {
  devices: 0,
  down: 0,
  up: 0,
  partly: 0,
  out: 0,
  moving: 0,
  unreported: 0,
  doorOpen: 0,
  unlocked: 0,
  jammed: 0,
  offline: 0,
  uncertain: 0,
  ...NO_SHADES,
}

type Part = keyof HouseSummary

/**
 * The parts that a device counts as in the sentence about the home. Empty if it covers no window (an insect screen always lets
 * the sun in) or is being updated.
 */
function standingParts(device: DeviceInfo): Part[] {
  const { connected, devicetype, state } = device
  const isAwning = devicetype === 'awning'
  if (kindOf(devicetype).family !== 'shade' || !(isAwning || isMovedWithHouse(device))) return []
  if (!connected) return ['unreported']
  if (isBusy(state.status)) return state.status === 'upgrading' ? [] : ['moving']
  const { position } = state
  if (position === null) return ['unreported']
  if (isAwning) return isAtEnd(position, 0) ? [] : ['out']
  if (isAtEnd(position, 0)) return ['up']
  return [isAtEnd(position, 1) ? 'down' : 'partly']
}

/** The parts that a device counts as. `isOwnOnly`: the buttons for the whole home only move the person's own shades. */
const partsOf = (device: DeviceInfo, isOwnOnly: boolean): readonly Part[] => [
  'devices',
  ...noticesOf(device),
  ...standingParts(device),
  ...(isMovedWithHouse(device) && mayCommand(device) && !(isOwnOnly && device.owner)
    ? togetherParts(device)
    : []),
]

/** Devices are replaced and never changed, so the parts of one are computed once. */
const partsByDevice = new WeakMap<DeviceInfo, { isOwnOnly: boolean; parts: readonly Part[] }>()

function cachedPartsOf(device: DeviceInfo, isOwnOnly: boolean): readonly Part[] {
  const cached = partsByDevice.get(device)
  if (cached?.isOwnOnly === isOwnOnly) return cached.parts
  const parts = partsOf(device, isOwnOnly)
  partsByDevice.set(device, { isOwnOnly, parts })
  return parts
}

/** Where devices have several owners, the buttons for the whole home only move the person's own shades. */
const haveSeveralOwners = (devices: readonly DeviceInfo[]): boolean =>
  new Set(devices.map(({ owner }) => owner ?? '')).size > 1

export function houseSummaryOf(devices: readonly DeviceInfo[]): HouseSummary {
  const isOwnOnly = haveSeveralOwners(devices)
  const summary = { ...EMPTY_HOUSE }
  for (const device of devices) for (const part of cachedPartsOf(device, isOwnOnly)) summary[part] += 1
  return summary
}

/** The devices that count as `part`, in their order. */
export function devicesCountedAs(part: Part, devices: readonly DeviceInfo[]): DeviceInfo[] {
  const isOwnOnly = haveSeveralOwners(devices)
  return devices.filter((device) => cachedPartsOf(device, isOwnOnly).includes(part))
}

/** Nobody knows where what moved has come to since. */
export const atRest = (summary: HouseSummary): HouseSummary => ({
  ...summary,
  moving: 0,
  unreported: summary.unreported + summary.moving,
})

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
    | 'unreported'
    | 'onlyDevice'
    | 'devices'
  count: number
}

/** The numbers in the sentence about the home. */
export type SentenceCounts = Pick<
  HouseSummary,
  'devices' | 'down' | 'up' | 'partly' | 'out' | 'moving' | 'unreported'
>

/** The parts of the sentence about the home, without empty ones; at least one. */
export function sentenceParts({
  devices,
  down,
  up,
  partly,
  out,
  moving,
  unreported,
}: SentenceCounts): SentencePart[] {
  // "All are down" is never said while one is unknown.
  const isMixed = partly > 0 || moving > 0 || unreported > 0
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
  const others = [
    { of: 'out' as const, count: out },
    { of: 'unreported' as const, count: unreported },
  ]
  const parts = [...shades, ...others].filter(({ count }) => count > 0)
  return parts.length > 0 ? parts : [{ of: devices === 1 ? 'onlyDevice' : 'devices', count: devices }]
}
