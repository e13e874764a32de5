import * as z from 'zod/mini'
import { LIGHT_TYPES } from '../devices/commands.ts'
import { unitSchema } from '../devices/device-state.ts'
import { type DeviceType, kindOf } from '../devices/device-types.ts'
import { commandResultSchema } from '../devices/results.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'
import { WEATHER_CONDITIONS } from './safety.ts'
import { ALARM_SOURCES, scenarioTriggerSchema, WEATHER_MEASUREMENTS } from './scenario-triggers.ts'

const moveSelfSchema = z
  .strictObject({
    type: z.literal('MoveSelf'),
    position: z.optional(unitSchema),
    inclination: z.optional(unitSchema),
  })
  .check(z.refine(({ position, inclination }) => position !== undefined || inclination !== undefined))

/** What a scenario does with each of its devices. Positions, brightness and opacity are 0..1. */
export const scenarioActionSchema = z.discriminatedUnion('type', [
  moveSelfSchema,
  z.strictObject({ type: z.literal('MoveToVentilation') }),
  /** Moves the shade to its safe position. */
  z.strictObject({ type: z.literal('MoveSelfSecurity') }),
  z.strictObject({
    type: z.literal('SetLight'),
    brightness: unitSchema,
    /** If absent, all lights of the device. */
    lights: z.optional(
      z.array(z.enum(LIGHT_TYPES)).check(
        z.minLength(1),
        z.refine((lights) => new Set(lights).size === lights.length),
      ),
    ),
  }),
  z.strictObject({ type: z.literal('SetFoil'), opacity: unitSchema }),
])
export type ScenarioAction = z.infer<typeof scenarioActionSchema>

const MOVEMENTS: ReadonlySet<ScenarioAction['type']> = new Set([
  'MoveSelf',
  'MoveToVentilation',
  'MoveSelfSecurity',
])
/** Whether actions only move devices to safety. Such scenarios need no subscription; all others are for comfort. */
export const isProtecting = (actions: readonly ScenarioAction[]): boolean =>
  actions.every(({ type }) => type === 'MoveSelfSecurity')

const LIGHTS_OF = { light: ['light_1', 'light_2'], door: ['door', 'handle'] } as const

/** Whether a type of device can carry out an action. */
export function isActionFor(type: DeviceType, action: ScenarioAction): boolean {
  const { family, axes } = kindOf(type)
  if (family === 'shade') {
    if (!MOVEMENTS.has(action.type)) return false
    if (action.type !== 'MoveSelf') return true
    const { position, inclination } = action
    const canMove = position === undefined || axes.includes('position')
    return canMove && (inclination === undefined || axes.includes('inclination'))
  }
  if (action.type === 'SetFoil') return family === 'door'
  if (action.type !== 'SetLight') return false
  return (action.lights ?? []).every((light) => LIGHTS_OF[family].some((own) => own === light))
}

/** Whether a list of actions is complete for a type: exactly one movement for a shade; light and foil at most once each. */
export function areActionsFor(type: DeviceType, actions: readonly ScenarioAction[]): boolean {
  if (!actions.every((action) => isActionFor(type, action))) return false
  const types = new Set(actions.map((action) => action.type))
  return kindOf(type).family === 'shade'
    ? actions.length === 1
    : actions.length > 0 && types.size === actions.length
}

/**
 * What happens to a missed firing: it is skipped, run up to half an hour late, or only the newest one is run as soon as possible.
 */
export const CATCH_UPS = ['skip', 'within', 'latest'] as const
export type CatchUp = (typeof CATCH_UPS)[number]

/** Why a scenario ran, with the data needed to describe it. `at` is when it was due. */
export const firingReasonSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('time'), hour: z.int(), minute: z.int() }),
  z.object({ type: z.literal('sunrise'), offset: z.int() }),
  z.object({ type: z.literal('sunset'), offset: z.int() }),
  /** `value` is null while the sensor does not report. */
  z.object({
    type: z.literal('weather'),
    measurement: z.enum(WEATHER_MEASUREMENTS),
    condition: z.enum(WEATHER_CONDITIONS),
    threshold: z.number(),
    value: z.nullable(z.number()),
  }),
  /** `text` is the text given with the alarm. */
  z.object({ type: z.literal('security'), source: z.enum(ALARM_SOURCES), text: z.optional(z.string()) }),
  /** `by` is an e-mail address. */
  z.object({ type: z.literal('manual'), by: z.nullable(z.string()) }),
  /** Run late; `of` is the trigger by which it was due. */
  z.object({ type: z.literal('catch_up'), of: z.enum(['time', 'sunrise', 'sunset']) }),
])
export type FiringReason = z.infer<typeof firingReasonSchema>

export const FIRING_OUTCOMES = ['done', 'part', 'failed', 'skipped', 'held'] as const
export type FiringOutcome = (typeof FIRING_OUTCOMES)[number]

export const SCENARIO_STATUSES = ['idle', 'running', 'active', 'paused'] as const
export type ScenarioStatus = (typeof SCENARIO_STATUSES)[number]

const countSchema = z.int().check(z.nonnegative())

const statusFields = {
  status: z.enum(SCENARIO_STATUSES),
  /** ISO 8601 UTC; null while the scenario is disabled, and if nothing is due by time. */
  nextAt: z.nullable(z.string()),
  lastRun: z.nullable(z.object({ at: z.string(), outcome: z.enum(FIRING_OUTCOMES) })),
  /** While it is running: how many of its devices are at rest or have failed. Absent otherwise. */
  progress: z.optional(z.object({ done: countSchema, of: countSchema })),
}

export const scenarioSchema = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  targets: z.array(z.string()),
  groups: z.array(z.string()),
  /** The account that owns the devices. */
  devicesManagerId: z.string(),
  /**
   * The e-mail address of the person who created it; null if it was the caller. A scenario created by somebody else can only be
   * viewed and deleted.
   */
  madeBy: z.nullable(z.string()),
  triggers: z.array(scenarioTriggerSchema),
  actions: z.array(scenarioActionSchema),
  catchUp: z.enum(CATCH_UPS),
  ...statusFields,
})
export type Scenario = z.infer<typeof scenarioSchema>
export const scenariosSchema = z.array(scenarioSchema)

export const scenarioStatusSchema = z.object({ scenarioId: z.string(), ...statusFields })
export type ScenarioStatusChange = z.infer<typeof scenarioStatusSchema>

const idSchema = z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH))
const idsSchema = z.array(idSchema).check(
  z.maxLength(LIMITS.SCENARIO_TARGETS),
  z.refine((ids) => new Set(ids).size === ids.length, 'an id stands twice'),
)
/** The entries are parsed one by one, so that each fault gets its own error code. */
const partsSchema = z.array(z.unknown()).check(z.maxLength(LIMITS.SCENARIO_PARTS))

/** A weather danger that a scenario protects from; replaces triggers and actions. `windClass` as in EN 13561, 0 for none. */
export const scenarioPresetSchema = z
  .strictObject({
    protect: z.enum(['wind', 'frost', 'rain', 'snow']),
    windClass: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  })
  .check(z.refine(({ protect, windClass }) => protect === 'wind' || windClass === undefined))
export type ScenarioPreset = z.infer<typeof scenarioPresetSchema>

/** Exactly one of `preset`, and `triggers` with `actions`, is given. */
export const scenarioCreateRequestSchema = z
  .strictObject({
    name: deviceNameSchema,
    enabled: z.boolean(),
    targets: idsSchema,
    groups: z.optional(idsSchema),
    triggers: z.optional(partsSchema),
    actions: z.optional(partsSchema),
    preset: z.optional(scenarioPresetSchema),
    catchUp: z.optional(z.enum(CATCH_UPS)),
  })
  .check(
    z.refine(({ preset, triggers, actions }) =>
      preset === undefined
        ? triggers !== undefined && actions !== undefined
        : triggers === undefined && actions === undefined,
    ),
  )
export type ScenarioCreateRequest = z.infer<typeof scenarioCreateRequestSchema>

/** `scenario/update`: only the fields that are present change. */
export const scenarioUpdateRequestSchema = z.strictObject({
  id: idSchema,
  name: z.optional(deviceNameSchema),
  enabled: z.optional(z.boolean()),
  targets: z.optional(idsSchema),
  groups: z.optional(idsSchema),
  triggers: z.optional(partsSchema),
  actions: z.optional(partsSchema),
  catchUp: z.optional(z.enum(CATCH_UPS)),
})
export type ScenarioUpdateRequest = z.infer<typeof scenarioUpdateRequestSchema>

/** `scenario/delete` and `scenario/run`. */
export const scenarioRequestSchema = z.strictObject({ id: idSchema })
export const scenarioInfoQuerySchema = z.object({ id: idSchema })

const wholeNumberSchema = (max: number) =>
  z.coerce.number<string>().check(z.int(), z.minimum(1), z.maximum(max))

export const scenarioHistoryQuerySchema = z.object({
  id: idSchema,
  limit: z.optional(wholeNumberSchema(LIMITS.SCENARIO_HISTORY)),
})

/**
 * Newest first. `dueAt` is null for a manual run, which names the person; `results` lists each device that received a command,
 * `unconfirmed` counts those that did not confirm it.
 */
export const scenarioHistorySchema = z.array(
  z.object({
    at: z.string(),
    dueAt: z.nullable(z.string()),
    reason: firingReasonSchema,
    by: z.optional(z.nullable(z.string())),
    outcome: z.enum(FIRING_OUTCOMES),
    unconfirmed: z.optional(z.int().check(z.positive())),
    results: z.array(commandResultSchema),
  }),
)
export type ScenarioHistory = z.infer<typeof scenarioHistorySchema>

export const scenarioOutlookQuerySchema = z.object({
  hours: z.optional(wholeNumberSchema(LIMITS.OUTLOOK_HOURS)),
})

/**
 * Future firings that depend only on time, soonest first. `isSkipped` if a person has skipped it; `madeBy` is the e-mail address of
 * another account that created the scenario for the viewer's devices. Only that account may skip it.
 */
export const scenarioOutlookSchema = z.array(
  z.object({
    scenarioId: z.string(),
    name: z.string(),
    at: z.string(),
    reason: firingReasonSchema,
    deviceIds: z.array(z.string()),
    actions: z.array(scenarioActionSchema),
    isSkipped: z.optional(z.boolean()),
    madeBy: z.optional(z.string()),
  }),
)
export type ScenarioOutlook = z.infer<typeof scenarioOutlookSchema>

/** Identifies one firing of the outlook by its `at`; `skip: false` undoes a skip. */
export const scenarioSkipRequestSchema = z.strictObject({
  id: idSchema,
  at: z.iso.datetime(),
  skip: z.boolean(),
})
export type ScenarioSkipRequest = z.infer<typeof scenarioSkipRequestSchema>
