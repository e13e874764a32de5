import {
  type DeviceCommand,
  type DeviceStateMessage,
  deviceStateMessageSchema,
  isAtTarget,
  LIMITS,
  type Target,
  targetOfMove,
} from '@senca/contract'
import * as z from 'zod/mini'
import type { Passed } from './doubles/in-memory-broker.ts'

type Asked =
  | DeviceCommand
  | { command: 'abort' | 'restart' | 'recalibrate' }
  | { command: 'settings'; settings: object }

/** The message to the device: the command's id, and the position in it. */
interface Carried {
  id: string
  target: Target
}

/** A call for one device, the message that it caused, and its answer. `from` and `until` are indexes into the log. */
export interface CommandCall {
  path: string
  body: object
  deviceId: string
  asked: Asked
  isAwaited: boolean
  /** Whether the hardware must acknowledge it. */
  isForHardware: boolean
  carried: Carried | null
  from: number
  until: number | null
  answer: { status: number; body: unknown } | null
}

const commandSchema = z.looseObject({
  id: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  command: z.string(),
  position: z.optional(z.number()),
  inclination: z.optional(z.number()),
})
const resultSchema = z.object({ id: z.string(), status: z.enum(['success', 'error']) })

/** The command to a device if it may belong to this call, otherwise null. */
export function carriedFor({ deviceId, asked, isForHardware }: CommandCall, passed: Passed): Carried | null {
  if (passed.deviceId !== deviceId || !isForHardware) return null
  const { id, sentAt, expiresAt, ...fields } = commandSchema.parse(passed.body)
  // If the home has saved a ventilation position, the server sends it.
  const isSame =
    asked.command === 'move_to_ventilation'
      ? fields.command === asked.command
      : JSON.stringify(sorted(fields)) === JSON.stringify(sorted(asked))
  return isSame ? { id, target: targetOfMove(fields) } : null
}

const sorted = (fields: object) => Object.fromEntries(Object.entries(fields).toSorted())

/** Whether the device acknowledged the command before the call was answered. */
export function wasAccepted(call: CommandCall, log: readonly Passed[]): boolean {
  return during(call, log).some((passed) => {
    const result = passed.topic === 'result' ? resultSchema.parse(passed.body) : null
    return result?.status === 'success' && result.id === call.carried?.id
  })
}

/** The reported states, before the call was answered, in which the device was where the command wanted it. */
export function provingStates(call: CommandCall, log: readonly Passed[]): DeviceStateMessage[] {
  return during(call, log).flatMap((passed) => {
    if (passed.topic !== 'state') return []
    const state = deviceStateMessageSchema.parse(passed.body)
    return isDone(call, state) ? [state] : []
  })
}

const during = ({ deviceId, from, until }: CommandCall, log: readonly Passed[]) =>
  log.slice(from, until ?? undefined).filter((passed) => passed.deviceId === deviceId)

function isDone({ asked, carried }: CommandCall, state: DeviceStateMessage): boolean {
  switch (asked.command) {
    case 'move':
    case 'move_to_ventilation':
      return isAtRest(state, carried?.target ?? {})
    case 'unlock':
      return lockOf(asked.lockType, state) === 'unlocked'
    case 'lock':
      return lockOf(asked.lockType, state) === 'locked'
    case 'light_apply':
      return isNear(state[BRIGHTNESS[asked.lightType]], asked.brightness)
    case 'magic_foil_apply':
      return isNear(state.magicFoilOpacity, asked.opacity)
    default:
      return true
  }
}

const BRIGHTNESS = {
  door: 'doorLightBrightness',
  handle: 'handleLightBrightness',
  light_1: 'light1Brightness',
  light_2: 'light2Brightness',
} as const

const isAtRest = (state: DeviceStateMessage, target: Target): boolean => {
  const { position = null, inclination = null } = state
  return state.status === 'ready' && isAtTarget({ position, inclination }, target, LIMITS.TARGET_TOLERANCE)
}

const lockOf = (lockType: 'motor' | 'magnet', state: DeviceStateMessage) =>
  lockType === 'motor' ? state.motorLockState : state.magnetLockState

const isNear = (value: number | null | undefined, wished: number): boolean =>
  typeof value === 'number' && Math.abs(value - wished) <= LIMITS.TARGET_TOLERANCE
