import type { DeviceInfo, DeviceState, LightType, LockState, LockType } from '@senca/contract'
import type { BridgePartName, BridgeUnlock } from '@senca/contract/bridges'
import { type CoveringShape, coveringShapeOf } from './covering.ts'

/** What a bridge may do with a device, beside what the info of the device says. */
export interface PartRights {
  unlock: BridgeUnlock | null
}

interface PartOf {
  /** Of the bridge, for ever: the device and its part. */
  key: string
  deviceId: string
  part: BridgePartName
  /** What it is to an ecosystem. One that changes is another endpoint [BR21]. */
  form: string
}

export interface CoverPart extends PartOf {
  kind: 'cover'
  shape: CoveringShape
}
export interface LockPart extends PartOf {
  kind: 'lock'
  lockType: LockType
  hasPin: boolean
  /** The unlock is turned on, with a PIN or by asking. */
  unlock: BridgeUnlock | null
}
export interface LightPart extends PartOf {
  kind: 'light'
  lightType: LightType
  dims: boolean
}
export interface PlainPart extends PartOf {
  kind: 'contact' | 'foil'
}
export type Part = CoverPart | LockPart | LightPart | PlainPart

const LIGHTS = [
  ['door_light', 'door', 'setDoorLight', null],
  ['handle_light', 'handle', 'setHandleLight', null],
  ['light_1', 'light_1', 'setLight1', 'dimLight1'],
  ['light_2', 'light_2', 'setLight2', 'dimLight2'],
] as const

const isThere = (connected: boolean | undefined, value: unknown): boolean =>
  connected === true || (connected !== false && value !== undefined && value !== null)

/** The part of the state by which a light is known. */
export const brightnessOf = (state: DeviceState, lightType: LightType): number | null =>
  ({
    door: state.doorLightBrightness,
    handle: state.handleLightBrightness,
    light_1: state.light1Brightness,
    light_2: state.light2Brightness,
  })[lightType] ?? null

export const lockStateOf = (state: DeviceState, lockType: LockType): LockState => {
  const [named, locked] =
    lockType === 'motor'
      ? [state.motorLockState, state.motorLockLocked]
      : [state.magnetLockState, state.magnetLockLocked]
  if (named !== undefined) return named
  return locked === true ? 'locked' : locked === false ? 'unlocked' : 'unknown'
}

/** The parts of a device that a bridge shows, in a fixed order. */
export function partsOf(info: DeviceInfo, { unlock }: PartRights): Part[] {
  const { id: deviceId, state } = info
  const partOf = <T extends BridgePartName>(part: T, form: string) => ({
    key: `${deviceId}/${part}`,
    deviceId,
    part,
    form,
  })
  const parts: Part[] = []
  const shape = coveringShapeOf(info)
  if (shape !== null)
    parts.push({
      ...partOf('cover', `cover ${shape.type} ${shape.endProductType} ${shape.hasTilt}`),
      kind: 'cover',
      shape,
    })
  if (info.devicetype === 'home_door') {
    const lock = (part: 'motor' | 'magnet') =>
      parts.push({
        ...partOf(part, `lock ${unlock === 'pin' ? 'pin' : 'plain'}`),
        kind: 'lock',
        lockType: part,
        hasPin: unlock === 'pin',
        unlock,
      })
    if (isThere(state.motorLockConnected, state.motorLockLocked)) lock('motor')
    // Without unlocking it has no use: it cannot be commanded, and does not report whether the door is shut.
    if (unlock !== null && isThere(state.magnetLockConnected, state.magnetLockLocked)) lock('magnet')
    if (isThere(state.magneticSensorConnected, state.magneticSensorOpen))
      parts.push({ ...partOf('contact', 'contact'), kind: 'contact' })
    if (isThere(state.magicFoilConnected, state.magicFoilOpacity))
      parts.push({ ...partOf('foil', 'foil'), kind: 'foil' })
  }
  for (const [part, lightType, capability, dimming] of LIGHTS) {
    const connected =
      part === 'door_light'
        ? state.doorLightConnected
        : part === 'handle_light'
          ? state.handleLightConnected
          : undefined
    const isShown = info.can.includes(capability) || isThere(connected, brightnessOf(state, lightType))
    if (!isShown) continue
    const dims = dimming === null || info.can.includes(dimming)
    parts.push({
      ...partOf(part, dims ? 'dimmable' : 'on-off'),
      kind: 'light',
      lightType,
      dims,
    })
  }
  return parts
}

/** The longest name of Matter. */
export const NAME_LENGTH = 32

const SEGMENTER = new Intl.Segmenter()

/** The beginning of a text, of whole characters as people see them, with at most so many units of UTF-16, by which matter.js counts. */
export function cut(text: string, length: number): string {
  let fitting = ''
  for (const { segment } of SEGMENTER.segment(text)) {
    if (fitting.length + segment.length > length) break
    fitting += segment
  }
  return fitting.trim()
}

/**
 * The names of parts: that of the device, with the word of the part where it is not alone or not the main one, unique in the bridge and
 * at most 32 characters long. The first to come keeps its name.
 */
export function namesOf(
  parts: readonly Part[],
  deviceName: (deviceId: string) => string,
  words: Readonly<Record<BridgePartName, string>>,
): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const countOf = new Map<string, number>()
  for (const { deviceId } of parts) countOf.set(deviceId, (countOf.get(deviceId) ?? 0) + 1)
  for (const { key, deviceId, part } of parts) {
    const name = deviceName(deviceId)
    const isWhole = part === 'cover' || (countOf.get(deviceId) === 1 && part === 'light_1')
    const full = isWhole ? name : `${name} · ${words[part]}`
    let unique = cut(full, NAME_LENGTH)
    for (let nth = 2; taken.has(unique); nth += 1) unique = `${cut(full, NAME_LENGTH - 4)} ${nth}`
    taken.add(unique)
    names.set(key, unique)
  }
  return names
}
