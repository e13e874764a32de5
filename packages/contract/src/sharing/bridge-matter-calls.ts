import * as z from 'zod/mini'
import { BRIDGE_UNLOCKS } from './bridge-calls.ts'
import { BRIDGE_PARTS, BRIDGE_PROBLEMS } from './bridge-kinds.ts'

/** How a bridge of kind `matter` is paired with the apps of other makers, and what its process and the server report to each other. */

const idSchema = z.string().check(z.minLength(1), z.maxLength(64))
const text = z.string().check(z.maxLength(200))
const endpointSchema = z.int().check(z.gte(0), z.lte(65_535))
const fabricIndexSchema = z.int().check(z.gte(1), z.lte(254))

/** How long a bridge can be paired after it was opened. */
export const PAIRING_MS = 900_000
/** The most fabrics of a bridge, parts of a bridge, and parts from which Alexa is known to fail. */
export const MATTER_FABRICS = 16
export const MATTER_PARTS = 150
export const MATTER_PARTS_OF_ALEXA = 50
/** Matter bridges of an account. */
export const MATTER_BRIDGES = 5
/** Alexa finds bridges at this port only; others have one of the ports after it. */
export const ALEXA_PORT = 5_540
export const LAST_MATTER_PORT = 5_599

/** The makers of ecosystems, by their vendor ids. */
export const ECOSYSTEMS: Readonly<Record<number, string>> = {
  4937: 'Apple',
  4996: 'Apple',
  24582: 'Google',
  4631: 'Alexa',
  4321: 'SmartThings',
  4362: 'SmartThings',
  4939: 'Home Assistant',
}
/** The name of an ecosystem, or the number of its maker. */
export const ecosystemOf = (vendorId: number): string => ECOSYSTEMS[vendorId] ?? String(vendorId)

/** `bridge/pairing`, `bridge/reset` */
export const bridgeIdQuerySchema = z.object({ id: idSchema })

export const bridgePairingSchema = z.object({
  /** 11 digits. */
  manualCode: z.string(),
  /** The text of the QR code. */
  qrCode: z.string(),
  port: z.int(),
  expiresAt: z.string(),
})
export type BridgePairing = z.infer<typeof bridgePairingSchema>

export const PAIRING_STATUSES = ['closed', 'open', 'done', 'failed'] as const
export const PAIRING_REASONS = ['expired', 'too_many_attempts', 'no_multicast', 'port_taken'] as const
export const bridgePairingStatusSchema = z.object({
  status: z.enum(PAIRING_STATUSES),
  reason: z.optional(z.enum(PAIRING_REASONS)),
})
export type BridgePairingStatus = z.infer<typeof bridgePairingStatusSchema>

/** An ecosystem that was paired. Times are ISO 8601 UTC. */
export const bridgeFabricSchema = z.object({
  index: fabricIndexSchema,
  /** The name of the ecosystem, or the number of its maker. */
  ecosystem: text,
  vendorId: z.int(),
  label: text,
  since: z.string(),
  /** When it last had a session; null if it has had none since the process was started. */
  lastSeenAt: z.nullable(z.string()),
  /** Since when it is not connected any more; null while it is, or while that is not known. */
  lostAt: z.optional(z.nullable(z.string())),
})
export type BridgeFabric = z.infer<typeof bridgeFabricSchema>
export const bridgeFabricsSchema = z.array(bridgeFabricSchema)

/** `bridge/fabric/remove` */
export const bridgeFabricRemoveRequestSchema = z.strictObject({ id: idSchema, index: fabricIndexSchema })

/** What an ecosystem sees of a part. */
export const BRIDGE_LIMITATIONS = ['view_only', 'no_position', 'unlock_off', 'not_known'] as const
export const matterPartSchema = z.object({
  token: z.string(),
  part: z.enum(BRIDGE_PARTS),
  endpoint: z.optional(endpointSchema),
  name: text,
  /** The attributes, by the names of the standard. */
  told: z.record(z.string(), z.union([z.number(), z.boolean(), z.string(), z.null()])),
  reachable: z.boolean(),
  limitation: z.optional(z.enum(BRIDGE_LIMITATIONS)),
})
export type MatterPart = z.infer<typeof matterPartSchema>
export const matterPartsSchema = z.array(matterPartSchema)

const reportedFabricSchema = z.object({
  index: fabricIndexSchema,
  vendorId: z.int().check(z.gte(0), z.lte(65_535)),
  label: text,
  lastSeenAt: z.nullable(z.iso.datetime()),
  /** Absent while it is not known. */
  lostAt: z.optional(z.nullable(z.iso.datetime())),
})

/** What the process of a Matter bridge reports with `bridge/node`. Absent parts have not changed. */
export const bridgeReportSchema = z.strictObject({
  problem: z.optional(z.nullable(z.enum(BRIDGE_PROBLEMS))),
  fabrics: z.optional(z.array(reportedFabricSchema).check(z.maxLength(254))),
  parts: z.optional(z.array(matterPartSchema).check(z.maxLength(1_000))),
  /** The count of `parts` for which they are. */
  partsShown: z.optional(z.int()),
  /** The pairing that was asked for: its codes once it is open, and how it ended. */
  pairing: z.optional(
    z.object({
      id: idSchema,
      status: z.enum(PAIRING_STATUSES),
      reason: z.optional(z.enum(PAIRING_REASONS)),
      manualCode: z.optional(z.string().check(z.regex(/^\d{11}$/))),
      qrCode: z.optional(z.string().check(z.maxLength(110))),
    }),
  ),
  /** The removals and the reset that were done. */
  removed: z.optional(z.array(fabricIndexSchema).check(z.maxLength(254))),
  reset: z.optional(z.int()),
})
export type BridgeReport = z.infer<typeof bridgeReportSchema>

/**
 * `bridge/node`, by the process of a bridge: it says that it lives, and what has changed. Another process is refused with
 * `bridge_unavailable` until the first one was silent for 30 s, or has said that it leaves. With `isNew` the answer has what is stored.
 */
export const bridgeNodeRequestSchema = z.strictObject({
  process: z.uuid(),
  isNew: z.optional(z.boolean()),
  isLeaving: z.optional(z.boolean()),
  report: z.optional(bridgeReportSchema),
})

export const bridgeNodeSchema = z.object({
  name: z.string(),
  port: z.int(),
  /** Its terms allow nothing now. */
  isPaused: z.boolean(),
  /** What it has, and may do with it. */
  devices: z.array(
    z.object({
      token: z.string(),
      unlock: z.nullable(z.enum(BRIDGE_UNLOCKS)),
      /** The name of its room. */
      room: z.optional(z.nullable(z.string())),
      /** What its hardware is stopped by. */
      fault: z.optional(z.nullable(z.enum(['obstructed', 'jammed']))),
    }),
  ),
  /** The words of parts in the language of the maker. */
  words: z.record(z.enum(BRIDGE_PARTS), z.string()),
  /** What the process is to do. */
  pairing: z.nullable(z.object({ id: z.string(), until: z.string() })),
  removing: z.array(z.int()),
  reset: z.int(),
  /** Counts how often somebody asked what ecosystems see. */
  parts: z.int(),
  store: z.optional(z.record(z.string(), z.string())),
  vendor: z.object({ vendorId: z.int(), productId: z.int() }),
})
export type BridgeNode = z.infer<typeof bridgeNodeSchema>

/** The longest time for which a device is marked on open pages. */
export const IDENTIFY_MAX_S = 600
/** `bridge/identify`, by the process of a bridge: an ecosystem asks which device this is, for so many seconds; 0 ends it. */
export const bridgeIdentifyRequestSchema = z.strictObject({
  process: z.uuid(),
  token: idSchema,
  seconds: z.int().check(z.gte(0), z.lte(IDENTIFY_MAX_S)),
})

/** `bridge/store`: entries that changed; null removes one. */
export const BRIDGE_STORE_LIMITS = { keyLength: 300, valueLength: 60_000, entries: 2_000 }
export const bridgeStoreRequestSchema = z.strictObject({
  process: z.uuid(),
  entries: z.record(
    z.string().check(z.minLength(1), z.maxLength(BRIDGE_STORE_LIMITS.keyLength)),
    z.nullable(z.string().check(z.maxLength(BRIDGE_STORE_LIMITS.valueLength))),
  ),
})
