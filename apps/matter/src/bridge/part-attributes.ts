import type { DeviceInfo, LockState } from '@senca/contract'
import { brightnessOf, type LightPart, lockStateOf, type Part } from './parts.ts'

/** The highest level of a light in Matter. */
export const FULL_LEVEL = 254

/** The numbers of `LockState`; null is unknown, 0 neither locked nor unlocked. */
const LOCK_STATES: Record<LockState, number | null> = {
  locked: 1,
  unlocked: 2,
  locking: 0,
  unlocking: 0,
  jammed: 0,
  unknown: null,
}

export const lockStateNumber = (state: LockState): number | null => LOCK_STATES[state]

export const levelOf = (brightness: number): number => Math.max(1, Math.round(FULL_LEVEL * brightness))
export const brightnessOfLevel = (level: number): number =>
  Math.min(1, Math.max(0, Math.round((level / FULL_LEVEL) * 1_000) / 1_000))

/** The foil is "on" while it is clear, so that turning everything off gives privacy. */
const CLEAR_BELOW = 0.5

/** What ecosystems see of parts that do not move; null for what is not known. */
export interface PlainAttributes {
  /** The contact is closed, the foil clear or the light on. */
  on: boolean | null
  /** Of a light that is on. */
  level: number | null
  lock: LockState | null
}

const lightAttributes = (part: LightPart, { state }: Pick<DeviceInfo, 'state'>): PlainAttributes => {
  const brightness = brightnessOf(state, part.lightType)
  const isOn = brightness !== null && brightness > 0
  return { on: brightness === null ? null : isOn, level: isOn ? levelOf(brightness) : null, lock: null }
}

export function plainAttributes(
  part: Exclude<Part, { kind: 'cover' }>,
  info: Pick<DeviceInfo, 'state'>,
): PlainAttributes {
  switch (part.kind) {
    case 'contact': {
      const { magneticSensorOpen = null } = info.state
      return { on: magneticSensorOpen === null ? null : !magneticSensorOpen, level: null, lock: null }
    }
    case 'foil': {
      const { magicFoilOpacity = null } = info.state
      return {
        on: magicFoilOpacity === null ? null : magicFoilOpacity < CLEAR_BELOW,
        level: null,
        lock: null,
      }
    }
    case 'lock':
      return { on: null, level: null, lock: lockStateOf(info.state, part.lockType) }
    case 'light':
      return lightAttributes(part, info)
  }
}

/** Whether everything is known that Matter cannot leave empty [BR30]. */
export const isKnown = (part: Part, info: Pick<DeviceInfo, 'state'>): boolean =>
  part.kind === 'cover' || part.kind === 'lock' || plainAttributes(part, info).on !== null

/** Whether a part can be reached, for an ecosystem. */
export const isReachable = (
  part: Part,
  info: DeviceInfo,
  { isServerThere, isPaused }: { isServerThere: boolean; isPaused: boolean },
): boolean => isServerThere && !isPaused && info.connected && isKnown(part, info)
