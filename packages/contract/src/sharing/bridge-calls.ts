import * as z from 'zod/mini'
import { proofSchema } from '../accounts/second-factor-calls.ts'
import { doorProofSchemas } from '../devices/device-calls.ts'
import { deviceLinkSpecifierSchema } from '../devices/device-info.ts'
import { mqttCredentialsSchema } from '../devices/mqtt-calls.ts'
import * as LIMITS from '../limits.ts'
import { nameSchema } from '../names.ts'
import { BRIDGE_KINDS, BRIDGE_PROBLEMS } from './bridge-kinds.ts'
import { LINK_ACTIONS } from './link-actions.ts'
import { linkActionsSchema, linkLimitsSchema, linkWindowSchema } from './link-calls.ts'
import { ROLE_STATES } from './role-calls.ts'

export {
  BRIDGE_KINDS,
  BRIDGE_PARTS,
  BRIDGE_PROBLEMS,
  type BridgeKind,
  type BridgePartName,
  type BridgeProblem,
  hasToken,
} from './bridge-kinds.ts'

const idSchema = z.string().check(z.minLength(1), z.maxLength(64))
const timeSchema = z.iso.datetime({ offset: true })

/** What a bridge may do with a device. Command contains view. */
export const BRIDGE_PERMISSIONS = ['view', 'command'] as const
export type BridgePermission = (typeof BRIDGE_PERMISSIONS)[number]

/** The groups of calls that a token may reach. */
export const BRIDGE_SCOPES = [
  'devices:read',
  'devices:command',
  'scenarios:run',
  'activity:read',
  'access:read',
  'doors:ask',
] as const
export type BridgeScope = (typeof BRIDGE_SCOPES)[number]

export const bridgeScopesSchema = z.array(z.enum(BRIDGE_SCOPES))

/** A token: `senca_`, 43 base64url digits, and six digits that check them. */
export const BRIDGE_TOKEN_PREFIX = 'senca_'

/** The part of a device that a bridge gets; whatever is absent is not limited. `bridge/unlock` alone decides about unlocking. */
const grantSchema = z.strictObject({
  permissions: z
    .array(z.enum(BRIDGE_PERMISSIONS))
    .check(z.minLength(1), z.maxLength(BRIDGE_PERMISSIONS.length)),
  actions: z.optional(linkActionsSchema),
  channels: z.optional(z.strictObject(deviceLinkSpecifierSchema.shape)),
  limits: z.optional(linkLimitsSchema),
})
export type BridgeGrant = z.infer<typeof grantSchema>

/** Where a bridge to Home Assistant announces: in the MQTT space of the account, or at the broker that it has joined. */
export const BRIDGE_BROKERS = ['own', 'joined'] as const
export type BridgeBroker = (typeof BRIDGE_BROKERS)[number]

/**
 * What belongs to one kind of bridge: `broker` to `home-assistant`, where it is required; `alexa` to `matter`, because Alexa finds a
 * bridge at its own port only, of which a machine has one.
 */
const optionsSchema = z.strictObject({
  broker: z.optional(z.enum(BRIDGE_BROKERS)),
  alexa: z.optional(z.boolean()),
})
export type BridgeOptions = z.infer<typeof optionsSchema>

const terms = {
  name: nameSchema(1, LIMITS.ROLE_NAME_MAX_LENGTH),
  grants: z.record(idSchema, grantSchema),
  scopes: z.array(z.enum(BRIDGE_SCOPES)).check(z.maxLength(BRIDGE_SCOPES.length)),
  validAfter: z.nullable(timeSchema),
  validBefore: z.nullable(timeSchema),
  windows: z.nullable(z.array(linkWindowSchema).check(z.maxLength(LIMITS.DEVICE_LINK_WINDOWS))),
  timeZone: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
}

/**
 * `bridge/create`. A script must end, at most 366 days ahead; without `validBefore` it ends after 90 days; bridges of
 * other kinds need no end. Without `scopes` it reads devices. `password` is required (`data_missing`) if a grant allows commands of a
 * door whose household needs a PIN or passkey.
 */
export const bridgeCreateRequestSchema = z.strictObject({
  name: terms.name,
  kind: z.enum(BRIDGE_KINDS),
  grants: terms.grants,
  scopes: z.optional(terms.scopes),
  validAfter: z.optional(terms.validAfter),
  validBefore: z.optional(terms.validBefore),
  windows: z.optional(terms.windows),
  timeZone: z.optional(terms.timeZone),
  options: z.optional(optionsSchema),
  password: z.optional(proofSchema.shape.password),
})
export type BridgeCreateRequest = z.infer<typeof bridgeCreateRequestSchema>

/** `bridge/update`: an absent field stays unchanged, null clears it; `grants` replaces all of them. */
export const bridgeUpdateRequestSchema = z.strictObject({
  ...z.partial(z.omit(bridgeCreateRequestSchema, { kind: true, options: true })).shape,
  id: idSchema,
})
export type BridgeUpdateRequest = z.infer<typeof bridgeUpdateRequestSchema>

/** `bridge/delete` */
export const bridgeRequestSchema = z.strictObject({ id: idSchema })

/** `bridge/secret`: a new token; the one before works on for `keepOldFor` seconds. */
export const bridgeSecretRequestSchema = z.strictObject({
  id: idSchema,
  keepOldFor: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
})
/** A token; or the login by which Home Assistant enters the space of the account. */
const secretSchema = z.union([z.string(), mqttCredentialsSchema])
export const bridgeSecretSchema = z.object({ secret: secretSchema })

/** How an unlock of a bridge is checked: by a PIN of this bridge and door, or by a person who allows it. */
export const BRIDGE_UNLOCKS = ['pin', 'ask'] as const
export type BridgeUnlock = (typeof BRIDGE_UNLOCKS)[number]

/** The modes of `bridge/unlock`. There is none without a check. */
export const BRIDGE_UNLOCK_MODES = ['off', ...BRIDGE_UNLOCKS] as const
export type BridgeUnlockMode = (typeof BRIDGE_UNLOCK_MODES)[number]

/** Whether a bridge of this kind may have a PIN. An agent would keep it in its context, where other texts can ask for it. */
export const mayHavePin = (kind: string): boolean => kind !== 'agent'

/** Wrong PINs of a bridge at a door until it is locked, and for how long. */
export const BRIDGE_PIN_TRIES = 10
export const BRIDGE_PIN_LOCK_MS = 3_600_000

/**
 * `bridge/unlock`: whether a bridge with `command` on a door may unlock it, and how that is checked. `pin` is required with
 * `mode: "pin"` and refused otherwise. Without `password`, which proves the identity, the answer is `data_missing`.
 */
export const bridgeUnlockRequestSchema = z.strictObject({
  id: idSchema,
  token: z.string(),
  mode: z.enum(BRIDGE_UNLOCK_MODES),
  pin: doorProofSchemas.pin,
  password: z.optional(proofSchema.shape.password),
})
export type BridgeUnlockRequest = z.infer<typeof bridgeUnlockRequestSchema>

/** Whether it is used: `waiting` until it first is, `off` where nothing can be. */
export const BRIDGE_CONNECTIONS = ['off', 'waiting', 'online', 'offline'] as const
export type BridgeConnection = (typeof BRIDGE_CONNECTIONS)[number]

const answerGrantSchema = z.object({
  permissions: z.array(z.enum(BRIDGE_PERMISSIONS)),
  actions: z.optional(z.array(z.enum(LINK_ACTIONS))),
  channels: z.optional(deviceLinkSpecifierSchema),
  limits: z.optional(linkLimitsSchema),
})

/** A program that asks to be let in: its name is what it claims, and the hosts are in full, with punycode. */
export const bridgeClientSchema = z.object({
  name: z.nullable(z.string()),
  /** The host of its id; null for a program that registered itself. */
  host: z.nullable(z.string()),
  /** Where the answer goes. */
  redirectHost: z.string(),
})
export type BridgeClient = z.infer<typeof bridgeClientSchema>

/** A bridge as its maker sees it. Times are ISO 8601 UTC. */
export const bridgeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(BRIDGE_KINDS),
  state: z.enum(ROLE_STATES),
  scopes: bridgeScopesSchema,
  validAfter: z.nullable(z.string()),
  validBefore: z.nullable(z.string()),
  windows: z.optional(z.array(z.object({ days: z.array(z.int()), from: z.string(), until: z.string() }))),
  timeZone: z.optional(z.string()),
  grants: z.record(z.string(), answerGrantSchema),
  /** The doors that it may unlock, and how that is checked. */
  unlocks: z.record(z.string(), z.enum(BRIDGE_UNLOCKS)),
  connection: z.enum(BRIDGE_CONNECTIONS),
  problem: z.nullable(z.enum(BRIDGE_PROBLEMS)),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** The last four characters of the token, and the address of its last use. */
  secretEnd: z.string(),
  lastAddress: z.nullable(z.string()),
  /** Where its kind has any. */
  options: z.optional(optionsSchema),
  /** The program that its maker let in by consent. */
  client: z.optional(bridgeClientSchema),
})
export type Bridge = z.infer<typeof bridgeSchema>
export const bridgesSchema = z.array(bridgeSchema)

/** The answer of `bridge/create`; `secret` is shown once, and absent where the bridge needs none. */
export const createdBridgeSchema = z.extend(bridgeSchema, { secret: z.optional(secretSchema) })
export type CreatedBridge = z.infer<typeof createdBridgeSchema>

export const bridgePartsQuerySchema = z.object({ id: z.string() })

/**
 * `bridge/parts`: what the ecosystem is shown now. `told` is by topic or attribute; null is not known. `limitation` says why a part
 * is not shown, or not whole. A scenario that can be run there is the part `scene`, which belongs to no device.
 */
export const bridgePartSchema = z.object({
  token: z.nullable(z.string()),
  part: z.string(),
  scenario: z.optional(z.string()),
  endpoint: z.optional(z.int()),
  entityId: z.optional(z.string()),
  name: z.string(),
  told: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
  reachable: z.boolean(),
  limitation: z.optional(z.string()),
})
export type BridgePart = z.infer<typeof bridgePartSchema>
export const bridgePartsSchema = z.array(bridgePartSchema)
