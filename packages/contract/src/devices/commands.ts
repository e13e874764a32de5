import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import * as LIMITS from '../limits.ts'
import type { Capability } from './capabilities.ts'
import { percentToUnit } from './conversions.ts'
import { type Target, unitSchema } from './device-state.ts'

export const LOCK_TYPES = ['motor', 'magnet'] as const
export type LockType = (typeof LOCK_TYPES)[number]

export const LIGHT_TYPES = ['door', 'handle', 'light_1', 'light_2'] as const
export type LightType = (typeof LIGHT_TYPES)[number]

/** The value of an axis in a request: 0 open .. 100 closed, decimals allowed. */
export const percentSchema = z.number().check(z.minimum(0), z.maximum(100))

const lockTypeSchema = z.enum(LOCK_TYPES)
const unlockDurationSchema = z
  .int()
  .check(z.minimum(LIMITS.UNLOCK_DURATION_MIN_S), z.maximum(LIMITS.UNLOCK_DURATION_MAX_S))

const moveSchema = z.strictObject({
  command: z.literal('move'),
  position: z.optional(percentSchema),
  inclination: z.optional(percentSchema),
})
const moveToVentilationSchema = z.strictObject({ command: z.literal('move_to_ventilation') })
export const unlockSchema = z.strictObject({
  command: z.literal('unlock'),
  lockType: lockTypeSchema,
  /** Whole seconds, counted from the moment of unlocking. */
  unlockDuration: z.optional(unlockDurationSchema),
})
const lockSchema = z.strictObject({ command: z.literal('lock'), lockType: lockTypeSchema })
const lightApplySchema = z.strictObject({
  command: z.literal('light_apply'),
  lightType: z.enum(LIGHT_TYPES),
  brightness: unitSchema,
})
const magicFoilApplySchema = z.strictObject({ command: z.literal('magic_foil_apply'), opacity: unitSchema })

/** One command in a request, without its device. Axes are 0..100, brightness and opacity 0..1. */
export const deviceCommandSchema = z.discriminatedUnion('command', [
  moveSchema,
  moveToVentilationSchema,
  unlockSchema,
  lockSchema,
  lightApplySchema,
  magicFoilApplySchema,
])
export type DeviceCommand = z.infer<typeof deviceCommandSchema>
export type CommandName = DeviceCommand['command']

type Fields = Record<string, { schema: z.ZodMiniType; required: boolean }>

const needed = (schema: z.ZodMiniType) => ({ schema, required: true })
const optional = (schema: z.ZodMiniType) => ({ schema, required: false })

/** The fields of each command. Used to explain why a command is refused. */
export const COMMAND_FIELDS = {
  move: { position: optional(percentSchema), inclination: optional(percentSchema) },
  move_to_ventilation: {},
  unlock: { lockType: needed(lockTypeSchema), unlockDuration: optional(unlockDurationSchema) },
  lock: { lockType: needed(lockTypeSchema) },
  light_apply: { lightType: needed(z.enum(LIGHT_TYPES)), brightness: needed(unitSchema) },
  magic_foil_apply: { opacity: needed(unitSchema) },
} as const satisfies Record<CommandName, Fields>

const fieldsOf = (name: CommandName): Fields => COMMAND_FIELDS[name]

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMAND_FIELDS, name)

/** Whether any command has a field of this name. */
export const isCommandField = (key: string): boolean =>
  Object.values(COMMAND_FIELDS).some((fields) => Object.hasOwn(fields, key))

/** The JavaScript type of each field. */
const FIELD_TYPES: Record<string, 'number' | 'string'> = {
  position: 'number',
  inclination: 'number',
  unlockDuration: 'number',
  brightness: 'number',
  opacity: 'number',
  lockType: 'string',
  lightType: 'string',
}

export type ParsedCommand =
  | { ok: true; command: DeviceCommand }
  | { ok: false; error: ErrorCode; key: string }

const refuse = (error: ErrorCode, key: string): ParsedCommand => ({ ok: false, error, key })

/**
 * Parses one command of a batch, without the device token. The first fault in this order decides the error: a missing or unknown
 * command, a key that no command has, a key of another command, a value of the wrong type, a value out of range, a missing field.
 */
export function parseCommand(raw: Readonly<Record<string, unknown>>): ParsedCommand {
  const parsed = deviceCommandSchema.safeParse(raw)
  return parsed.success ? checkMove(parsed.data) : refusalOf(raw)
}

/** Refuses a move without any axis. */
const checkMove = (command: DeviceCommand): ParsedCommand =>
  command.command === 'move' && command.position === undefined && command.inclination === undefined
    ? refuse('invalid_command', 'position')
    : { ok: true, command }

function refusalOf(raw: Readonly<Record<string, unknown>>): ParsedCommand {
  const name = raw.command
  if (name === undefined) return refuse('invalid_command', 'command')
  if (typeof name !== 'string') return refuse('bad_command_type', 'command')
  if (!isCommandName(name)) return refuse('invalid_command', 'command')
  const fields = fieldsOf(name)
  const given = Object.keys(raw).filter((key) => key !== 'command')
  const stranger = given.find((key) => !isCommandField(key))
  if (stranger !== undefined) return refuse('bad_command_key', stranger)
  const misplaced = given.find((key) => !Object.hasOwn(fields, key))
  if (misplaced !== undefined) return refuse('invalid_command', misplaced)
  const mistyped = given.find((key) => typeof raw[key] !== FIELD_TYPES[key])
  if (mistyped !== undefined) return refuse('bad_command_type', mistyped)
  const outOfRange = given.find((key) => fields[key]?.schema.safeParse(raw[key]).success === false)
  if (outOfRange !== undefined) return refuse('bad_command_value', outOfRange)
  const missing = Object.keys(fields).find((key) => fields[key]?.required === true && raw[key] === undefined)
  return refuse('invalid_command', missing ?? 'command')
}

const LIGHT_CAPABILITIES = {
  door: 'setDoorLight',
  handle: 'setHandleLight',
  light_1: 'setLight1',
  light_2: 'setLight2',
} as const satisfies Record<LightType, Capability>

/** The capabilities that a device needs for a command. */
export function capabilitiesNeeded(command: DeviceCommand): Capability[] {
  switch (command.command) {
    case 'move':
      if (command.position === undefined) return ['setTilt']
      if (command.inclination !== undefined) return ['setPositionAndTilt']
      if (command.position === 0) return ['open']
      return [command.position === 100 ? 'close' : 'setPosition']
    case 'move_to_ventilation':
      return ['moveToVentilation']
    case 'unlock':
      return [command.lockType === 'motor' ? 'unlockMotor' : 'unlockMagnet']
    case 'lock':
      return [command.lockType === 'motor' ? 'lockMotor' : 'unlockMagnet']
    case 'light_apply':
      return [LIGHT_CAPABILITIES[command.lightType]]
    case 'magic_foil_apply':
      return ['setFoil']
  }
}

/** The target of a move, as 0..1. */
export function targetOfMove(move: {
  position?: number | undefined
  inclination?: number | undefined
}): Target {
  return {
    ...(move.position === undefined ? {} : { position: percentToUnit(move.position) }),
    ...(move.inclination === undefined ? {} : { inclination: percentToUnit(move.inclination) }),
  }
}

/** The target that opens (0) or closes (1) a device, for the axes that it has. */
export function endTarget(can: readonly Capability[], end: 0 | 1): Target {
  const hasPosition = can.includes('setPosition') || (can.includes('open') && !can.includes('setTilt'))
  return {
    ...(hasPosition ? { position: end } : {}),
    ...(can.includes('setTilt') ? { inclination: end } : {}),
  }
}
