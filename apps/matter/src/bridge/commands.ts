import { type DeviceInfo, endTarget, type Target } from '@senca/contract'
import { type Asked, WHOLE } from './covering.ts'
import { brightnessOfLevel } from './part-attributes.ts'
import type { CoverPart, LightPart, LockPart, Part, PlainPart } from './parts.ts'
import type { MatterStatus } from './refusals.ts'

/** A command of an ecosystem for a part. Positions are hundredths of a per cent, levels 1 to 254. */
export type PartCommand =
  | { do: 'open' | 'close' | 'stop' | 'lock' }
  | { do: 'lift' | 'tilt'; value: number }
  | { do: 'unlock'; pin?: string | undefined; seconds?: number | undefined }
  | { do: 'on' | 'off' }
  | { do: 'level'; value: number }

/** A call of Senca. */
export type SencaCall =
  | { call: 'device/move'; command: object; pin?: string | undefined; asked?: Asked }
  | { call: 'device/abort' }
  | { call: 'approval/ask'; command: object }

export interface CallOptions {
  info: Pick<DeviceInfo, 'can' | 'permissions' | 'connected'>
  /** The brightness at which a light was on last. */
  lastBrightness?: number
}

const MAX_UNLOCK_S = 60
const PIN = /^\d{4,8}$/

const percent = (share: number): number => Math.round(share * 10_000) / 100

function callOfCover(
  part: CoverPart,
  command: PartCommand,
  can: DeviceInfo['can'],
): SencaCall | MatterStatus {
  const { lift, isBinary } = part.shape
  const move = (target: Target, asked: Asked): SencaCall => ({
    call: 'device/move',
    command: {
      command: 'move',
      ...(target.position === undefined ? {} : { position: percent(target.position) }),
      ...(target.inclination === undefined ? {} : { inclination: percent(target.inclination) }),
    },
    asked,
  })
  switch (command.do) {
    case 'open':
    case 'close': {
      const end = command.do === 'open' ? 0 : 1
      const target = endTarget(can, end)
      const isBoth = target.position !== undefined && target.inclination !== undefined
      // Hardware that does not take both at once turns the slats by itself.
      const taken = isBoth && !can.includes('setPositionAndTilt') ? { position: end } : target
      const asked = {
        ...(taken[lift] === undefined ? {} : { lift: end }),
        ...(part.shape.hasTilt && taken.inclination !== undefined ? { tilt: end } : {}),
      }
      return Object.keys(taken).length === 0 ? 'UnsupportedAccess' : move(taken, asked)
    }
    case 'lift': {
      const share = command.value / WHOLE
      const goal = isBinary ? (share < 0.5 ? 0 : 1) : share
      return move({ [lift]: goal }, { lift: goal })
    }
    case 'tilt': {
      const share = command.value / WHOLE
      return move({ inclination: share }, { tilt: share })
    }
    case 'stop':
      return { call: 'device/abort' }
    default:
      return 'Failure'
  }
}

function callOfLock(part: LockPart, command: PartCommand): SencaCall | MatterStatus {
  const { lockType } = part
  if (command.do === 'lock') return { call: 'device/move', command: { command: 'lock', lockType } }
  if (command.do !== 'unlock' || part.unlock === null) return 'UnsupportedAccess'
  const { pin, seconds } = command
  if (seconds !== undefined && !(seconds >= 1 && seconds <= MAX_UNLOCK_S)) return 'ConstraintError'
  const unlock = {
    lockType,
    ...(seconds === undefined ? {} : { unlockDuration: seconds }),
  }
  if (part.unlock === 'ask') return { call: 'approval/ask', command: unlock }
  if (pin !== undefined && !PIN.test(pin)) return 'Failure'
  return { call: 'device/move', command: { command: 'unlock', ...unlock }, pin }
}

function callOfLight(part: LightPart, command: PartCommand, last: number): SencaCall | MatterStatus {
  const apply = (brightness: number): SencaCall => ({
    call: 'device/move',
    command: { command: 'light_apply', lightType: part.lightType, brightness },
  })
  switch (command.do) {
    case 'on':
      return apply(part.dims ? last : 1)
    case 'off':
      return apply(0)
    case 'level':
      return apply(part.dims ? brightnessOfLevel(command.value) : 1)
    default:
      return 'Failure'
  }
}

const callOfFoil = (_part: PlainPart, command: PartCommand): SencaCall | MatterStatus =>
  command.do === 'on' || command.do === 'off'
    ? { call: 'device/move', command: { command: 'magic_foil_apply', opacity: command.do === 'on' ? 0 : 1 } }
    : 'Failure'

/** What Senca is called for a command of an ecosystem, or the status with which it is refused without asking [BR25]. */
export function callOf(
  part: Part,
  command: PartCommand,
  { info, lastBrightness = 1 }: CallOptions,
): SencaCall | MatterStatus {
  if (!info.permissions.includes('command')) return 'UnsupportedAccess'
  switch (part.kind) {
    case 'cover':
      return callOfCover(part, command, info.can)
    case 'lock':
      return callOfLock(part, command)
    case 'light':
      return callOfLight(part, command, lastBrightness)
    case 'foil':
      return callOfFoil(part, command)
    case 'contact':
      return 'Failure'
  }
}
