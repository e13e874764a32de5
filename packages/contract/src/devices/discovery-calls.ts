import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'
import { deviceTypeNameSchema, deviceTypeSchema } from './device-types.ts'

/** Hardware of other makers: what was announced over MQTT or Matter, and the calls that make devices of it. */

export const ENTITY_SOURCES = ['home-assistant', 'tasmota', 'shelly', 'matter'] as const
export type EntitySource = (typeof ENTITY_SOURCES)[number]

export const ENTITY_KINDS = ['cover', 'lock', 'light', 'switch', 'contact'] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** What an entity offers and Senca can send, whether or not it is available. */
export const ENTITY_ACTIONS = [
  'open',
  'close',
  'stop',
  'setPosition',
  'setTilt',
  'openTilt',
  'closeTilt',
  'lock',
  'unlock',
  'unlatch',
  'on',
  'off',
  'setBrightness',
] as const
export type EntityAction = (typeof ENTITY_ACTIONS)[number]

/** The place of an entity in its device. */
export const ENTITY_PARTS = [
  'cover',
  'lock',
  'strike',
  'contact',
  'lockContact',
  'light1',
  'light2',
  'doorLight',
  'handleLight',
  'foil',
] as const
export type EntityPart = (typeof ENTITY_PARTS)[number]

/** How a command is confirmed: by an answer, by a later report, or not at all. */
export const CONFIRMATIONS = ['acknowledged', 'reported', 'none'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** Why an entity can do less than its kind. What a limited part feeds is unknown, and what needs it is not in `can`. */
export const ENTITY_LIMITATIONS = [
  'template_refused',
  'template_stopped',
  'kind_not_supported',
  'no_position',
  'no_stop',
  'no_state',
  'not_calibrated',
  'code_required',
  'encoding_not_supported',
  'off_by_default',
  'privacy_mode',
  'uncertified',
  'not_announced',
] as const
export type EntityLimitation = (typeof ENTITY_LIMITATIONS)[number]

/** `detail` is English, at most 200 characters. `part` is the option that is concerned, null for the whole entity. */
export const limitationSchema = z.object({
  code: z.enum(ENTITY_LIMITATIONS),
  part: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type Limitation = z.infer<typeof limitationSchema>

export const ENTITY_LOCK_STATES = [
  'locked',
  'unlocked',
  'locking',
  'unlocking',
  'jammed',
  'open',
  'opening',
  'unknown',
] as const

const share = z.nullable(z.number())
const word = z.nullable(z.string())

/**
 * The state of an entity as its protocol has it; the fields of its kind are present. Positions, tilts and brightness are 0..1, 0 is
 * open; null is unknown. `reportedAt` is the last live message; `unread` the last word that could not be read.
 */
export const entityStateSchema = z.object({
  available: z.boolean(),
  assumed: z.boolean(),
  reportedAt: word,
  unread: word,
  closed: z.optional(z.nullable(z.boolean())),
  moving: z.optional(z.enum(['opening', 'closing', 'none'])),
  position: z.optional(share),
  inclination: z.optional(share),
  lockState: z.optional(z.enum(ENTITY_LOCK_STATES)),
  on: z.optional(z.nullable(z.boolean())),
  brightness: z.optional(share),
})
export type EntityState = z.infer<typeof entityStateSchema>

/** One thing that hardware announced. Times are ISO 8601 UTC. */
export const entitySchema = z.object({
  id: z.string(),
  source: z.enum(ENTITY_SOURCES),
  /** The broker that it was announced on; null for Matter. */
  broker: z.nullable(z.enum(['own', 'joined'])),
  /** Unique among the entities of its source and kind. */
  address: z.string(),
  kind: z.enum(ENTITY_KINDS),
  name: word,
  deviceClass: word,
  category: z.nullable(z.enum(['config', 'diagnostic'])),
  announced: z.boolean(),
  ignored: z.boolean(),
  firstSeenAt: z.string(),
  /** Equal keys are the same hardware, also over sources. */
  device: z.nullable(
    z.object({ key: z.string(), name: word, manufacturer: word, model: word, sw: word, area: word }),
  ),
  origin: z.nullable(z.object({ name: word, sw: word })),
  can: z.array(z.enum(ENTITY_ACTIONS)),
  confirmation: z.enum(CONFIRMATIONS),
  state: entityStateSchema,
  limitations: z.array(limitationSchema),
  /** The types of device that it can become. */
  types: z.array(deviceTypeSchema),
  suggestedType: z.nullable(deviceTypeSchema),
  suggestedName: word,
  /** Whether it is the better one of two entities for the same thing. */
  suggested: z.optional(z.boolean()),
  /** Awnings: open means out for their source, so the direction must be chosen. */
  suggestedInverted: z.optional(z.boolean()),
  /** The device that it is in, and its place there. */
  token: word,
  part: z.nullable(z.enum(ENTITY_PARTS)),
})
export type Entity = z.infer<typeof entitySchema>

/** `GET discovery/list`: without `ignored` the ignored ones are left out; `true` lists them alone. */
export const discoveryListQuerySchema = z.object({ ignored: z.optional(z.enum(['true', 'false'])) })
export const discoveryListSchema = z.array(entitySchema)

const entityIdSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.ID_MAX_LENGTH))
const entityIdsSchema = z.array(entityIdSchema).check(z.minLength(1), z.maxLength(LIMITS.ENTITIES_PER_CALL))

/** `discovery/try`: an action, or `nudge`, which moves or switches for a moment. `value` is checked by the action. */
export const discoveryTryRequestSchema = z.strictObject({
  id: entityIdSchema,
  do: z.enum([...ENTITY_ACTIONS, 'nudge']),
  value: z.optional(z.unknown()),
  /** For an unlock of an entity that was ever in a guarded door. */
  password: z.optional(z.string().check(z.maxLength(LIMITS.PASSWORD_MAX_LENGTH))),
})
export type DiscoveryTryRequest = z.infer<typeof discoveryTryRequestSchema>

const partsSchema = z.optional(z.record(z.string(), z.enum(ENTITY_PARTS)))

/** `discovery/add`: makes one device of these entities. `settings` as in `device/settings`. */
export const discoveryAddRequestSchema = z.strictObject({
  ids: entityIdsSchema,
  devicetype: deviceTypeNameSchema,
  name: deviceNameSchema,
  parts: partsSchema,
  settings: z.optional(z.looseObject({})),
  /** For a lock that was ever in a guarded door. */
  password: z.optional(z.string().check(z.maxLength(LIMITS.PASSWORD_MAX_LENGTH))),
})
export type DiscoveryAddRequest = z.infer<typeof discoveryAddRequestSchema>

/** `discovery/assign`: from now on the device is these entities. */
export const discoveryAssignRequestSchema = z.strictObject({
  token: z.string(),
  ids: entityIdsSchema,
  parts: partsSchema,
  settings: z.optional(z.looseObject({})),
  password: z.optional(z.string().check(z.maxLength(LIMITS.PASSWORD_MAX_LENGTH))),
})
export type DiscoveryAssignRequest = z.infer<typeof discoveryAssignRequestSchema>

export const discoveryIgnoreRequestSchema = z.strictObject({ ids: entityIdsSchema, ignored: z.boolean() })
export const discoveryForgetRequestSchema = z.strictObject({ ids: entityIdsSchema })
export const discoveryRefreshRequestSchema = z.strictObject({})

/** The `hardware` field of `device/info`, for the owner. */
export const deviceHardwareSchema = z.object({
  source: z.enum(ENTITY_SOURCES),
  manufacturer: word,
  model: word,
  sw: word,
  entities: z.array(
    z.object({
      id: z.string(),
      part: z.enum(ENTITY_PARTS),
      available: z.boolean(),
      announced: z.boolean(),
    }),
  ),
})
export type DeviceHardware = z.infer<typeof deviceHardwareSchema>
