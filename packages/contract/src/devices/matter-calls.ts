import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

/** Matter nodes of an account: commissioning, and what else only a controller can do with them. */

/** 11 or 21 digits, which may be grouped, or the text of a QR code. */
const CODE = /^(MT:[A-Z0-9.-]{10,100}|(\d[ -]?){10}\d|(\d[ -]?){20}\d)$/
export const matterCodeSchema = z.string().check(z.maxLength(LIMITS.MATTER_CODE_MAX_LENGTH), z.regex(CODE))

const nodeSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/))

export const matterCommissionRequestSchema = z.strictObject({
  code: matterCodeSchema,
  /** Whether a device is taken that its maker has not had certified. */
  allowUncertified: z.optional(z.boolean()),
})
export type MatterCommissionRequest = z.infer<typeof matterCommissionRequestSchema>

export const matterCommissioningStartedSchema = z.object({ commissioningId: z.string() })

/** Why a device could not be taken in. */
export const MATTER_REASONS = [
  'not_found',
  'wrong_code',
  'already_in_use',
  'uncertified',
  'timeout',
  'no_multicast',
  'no_process',
] as const
export type MatterReason = (typeof MATTER_REASONS)[number]

export const matterCommissioningQuerySchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(LIMITS.ID_MAX_LENGTH)),
})

/** `entityIds` are those of `discovery/list`, when it is done. */
export const matterCommissioningSchema = z.object({
  status: z.enum(['searching', 'pairing', 'done', 'failed']),
  reason: z.optional(z.enum(MATTER_REASONS)),
  entityIds: z.optional(z.array(z.string())),
})
export type MatterCommissioning = z.infer<typeof matterCommissioningSchema>

export const matterNodeSchema = z.object({
  node: z.string(),
  vendor: z.string(),
  product: z.string(),
  online: z.boolean(),
  entityIds: z.array(z.string()),
})
export type MatterNode = z.infer<typeof matterNodeSchema>
export const matterNodesSchema = z.array(matterNodeSchema)

/** With `force` a node that cannot be reached is removed too; it keeps our fabric until it is reset. */
export const matterRemoveRequestSchema = z.strictObject({ node: nodeSchema, force: z.optional(z.boolean()) })
export type MatterRemoveRequest = z.infer<typeof matterRemoveRequestSchema>

export const matterShareRequestSchema = z.strictObject({ node: nodeSchema })

/** The code by which another controller takes the node in too, until `expiresAt`. */
export const matterShareSchema = z.object({ code: z.string(), expiresAt: z.string() })
export type MatterShare = z.infer<typeof matterShareSchema>
