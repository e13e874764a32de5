import * as z from 'zod/mini'
import { certificatesSchema } from './certificates.ts'

/** What the server and the Matter process send each other: JSON over the IPC channel of the child process. */

const accountSchema = z.string().check(z.minLength(1), z.maxLength(64))
/** The id of a node in the fabric of its account, in hexadecimal. */
const nodeSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/))
const endpointSchema = z.int().check(z.gte(0), z.lte(65_535))
const text = z.string().check(z.maxLength(200))
const share = z.nullable(z.int().check(z.gte(0), z.lte(10_000)))
const small = z.nullable(z.int().check(z.gte(0), z.lte(255)))

/** Entries of the store are JSON of matter.js. The fabrics of an account are the largest, with a few kilobytes. */
export const STORE_LIMITS = { keyLength: 300, valueLength: 256 * 1_024, entries: 5_000 }
const keySchema = z.string().check(z.minLength(1), z.maxLength(STORE_LIMITS.keyLength))
const valueSchema = z.string().check(z.maxLength(STORE_LIMITS.valueLength))
const storeSchema = z.record(keySchema, valueSchema)

/** Positions are hundredths of a per cent, 0 open and 10000 closed; null is unknown. */
const coverSchema = z.object({
  kind: z.literal('cover'),
  endpoint: endpointSchema,
  lifts: z.boolean(),
  tilts: z.boolean(),
  knowsLift: z.boolean(),
  knowsTilt: z.boolean(),
  type: small,
  endProduct: small,
  lift: share,
  tilt: share,
  motion: z.enum(['none', 'opening', 'closing']),
  isObstructed: z.boolean(),
})

/** `state`, `door` and `mode` are the numbers of the Door Lock cluster; `door` is absent without a sensor. */
const lockSchema = z.object({
  kind: z.literal('lock'),
  endpoint: endpointSchema,
  state: small,
  door: z.optional(small),
  mode: small,
  hasLatch: z.boolean(),
  needsPin: z.boolean(),
})

/** `level` is absent for what only switches. */
const lightSchema = z.object({
  kind: z.enum(['light', 'switch']),
  endpoint: endpointSchema,
  on: z.boolean(),
  level: z.optional(small),
})

/** `battery` is in whole per cents, null if it is not known; `level` the number of `BatChargeLevel`. */
const powerSchema = z.object({
  battery: z.nullable(z.int().check(z.gte(0), z.lte(100))),
  level: small,
})
export type MatterPower = z.infer<typeof powerSchema>

const partSchema = z.union([coverSchema, lockSchema, lightSchema])
export type MatterCover = z.infer<typeof coverSchema>
export type MatterLock = z.infer<typeof lockSchema>
export type MatterLight = z.infer<typeof lightSchema>
export type MatterPart = z.infer<typeof partSchema>

/** One piece of hardware: the node itself, or one of those behind a bridge. */
export const thingSchema = z.object({
  /** 0, or the endpoint of what is bridged. */
  endpoint: endpointSchema,
  name: text,
  vendor: text,
  product: text,
  sw: z.nullable(text),
  isReachable: z.boolean(),
  isCertified: z.boolean(),
  /** Absent for hardware without a battery. */
  power: z.optional(powerSchema),
  parts: z.array(partSchema).check(z.maxLength(64)),
})
export type MatterThing = z.infer<typeof thingSchema>

export const nodeReportSchema = z.object({
  type: z.literal('node'),
  account: accountSchema,
  node: nodeSchema,
  isOnline: z.boolean(),
  vendor: text,
  product: text,
  things: z.array(thingSchema).check(z.maxLength(200)),
})
export type NodeReport = z.infer<typeof nodeReportSchema>

export const MATTER_ERRORS = [
  'device_offline',
  'device_busy',
  'device_not_ready',
  'device_unsupported_action',
  'device_update_failed',
  'device_request_timeout',
] as const

export const answerSchema = z.object({
  type: z.literal('answer'),
  account: accountSchema,
  call: z.int(),
  error: z.nullable(z.enum(MATTER_ERRORS)),
  detail: z.optional(text),
  /** Of `share`. */
  code: z.optional(text),
})
export type MatterAnswer = z.infer<typeof answerSchema>

export const COMMISSIONING_REASONS = [
  'not_found',
  'wrong_code',
  'already_in_use',
  'uncertified',
  'timeout',
  'no_multicast',
  'no_process',
] as const
export type CommissioningReason = (typeof COMMISSIONING_REASONS)[number]

const commissioningSchema = z.object({
  type: z.literal('commissioning'),
  account: accountSchema,
  id: z.string(),
  status: z.enum(['pairing', 'done', 'failed']),
  reason: z.optional(z.enum(COMMISSIONING_REASONS)),
  node: z.optional(nodeSchema),
})

/** What the Matter process sends. Messages about an account are in order: what is stored comes before what depends on it. */
export const fromMatterSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Null removes an entry. */
  z.object({
    type: z.literal('store'),
    account: accountSchema,
    entries: z.record(keySchema, z.nullable(valueSchema)),
  }),
  nodeReportSchema,
  z.object({ type: z.literal('gone'), account: accountSchema, node: nodeSchema }),
  commissioningSchema,
  answerSchema,
  /** The token of a bridge is taken no more, by which it is over. */
  z.object({ type: z.literal('bridge-over'), bridge: z.uuid() }),
  z.object({ type: z.literal('failed'), account: z.nullable(accountSchema), what: text }),
])
export type FromMatter = z.infer<typeof fromMatterSchema>

const pin = z.optional(z.string().check(z.maxLength(32)))
const commandSchema = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['open', 'close', 'stop', 'on', 'off']) }),
  z.object({ do: z.enum(['lift', 'tilt']), value: z.int().check(z.gte(0), z.lte(10_000)) }),
  z.object({ do: z.literal('level'), value: z.int().check(z.gte(1), z.lte(254)) }),
  z.object({ do: z.enum(['lock', 'unlatch']), pin }),
  z.object({ do: z.literal('unlock'), pin, seconds: z.optional(z.int().check(z.gte(1), z.lte(65_535))) }),
])
export type MatterCommand = z.infer<typeof commandSchema>

const called = { account: accountSchema, call: z.int(), node: nodeSchema }
const invoked = { node: nodeSchema, endpoint: endpointSchema, command: commandSchema }

/** A command on its way to the process; `about` is what it is to the entity, for those who did not send it. */
export const invokeSchema = z.object({
  ...invoked,
  about: z.object({ id: z.string(), action: z.string(), value: z.optional(z.number()) }),
})
export type MatterInvoke = z.infer<typeof invokeSchema>

/** What the server sends. */
export const toMatterSchema = z.discriminatedUnion('type', [
  /** Begins with an account: its store is what the process has sent of it. */
  z.object({ type: z.literal('open'), account: accountSchema, store: storeSchema }),
  /** Ends with an account; its nodes forget it if the account does not exist any more. */
  z.object({ type: z.literal('close'), account: accountSchema, isDeleted: z.boolean() }),
  z.object({
    type: z.literal('commission'),
    account: accountSchema,
    id: z.string(),
    /** The id that the node gets. */
    node: nodeSchema,
    code: text,
    allowUncertified: z.boolean(),
    searchMs: z.int(),
    timeoutMs: z.int(),
  }),
  /** Ends a commissioning during which a process has ended: its node is in the fabric, or is not. */
  z.object({
    type: z.literal('resume'),
    account: accountSchema,
    id: z.string(),
    node: nodeSchema,
    timeoutMs: z.int(),
  }),
  z.object({ type: z.literal('invoke'), ...called, ...invoked }),
  z.object({ type: z.literal('remove'), ...called, isForced: z.boolean() }),
  z.object({ type: z.literal('share'), ...called, seconds: z.int() }),
  /** Begins with a bridge, which is a client of this server from then on; `process` names this process to it. */
  z.object({
    type: z.literal('bridge'),
    bridge: z.uuid(),
    url: text,
    token: text,
    process: z.uuid(),
    /** Of the product; without them it has those for tests. */
    certificates: z.optional(certificatesSchema),
  }),
  z.object({ type: z.literal('unbridge'), bridge: z.uuid() }),
])
export type ToMatter = z.infer<typeof toMatterSchema>
