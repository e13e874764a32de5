import * as z from 'zod/mini'
import { LOCK_TYPES, unlockSchema } from '../devices/commands.ts'
import { askedAtSchema, doorProofSchemas } from '../devices/device-calls.ts'
import { UNLOCK_GESTURES } from '../devices/device-info.ts'
import { commandResultSchema } from '../devices/results.ts'
import { BRIDGE_KINDS } from './bridge-calls.ts'

/** How long an ask lives, and how often a bridge may ask. */
export const APPROVAL_MS = 60_000
export const APPROVALS_PER_WINDOW = 5
export const APPROVALS_WINDOW_MS = 600_000
/** After so many asks in a row that nobody allowed, a bridge may not ask for so long. */
export const APPROVAL_REFUSALS = 3
export const APPROVAL_PAUSE_MS = 3_600_000

/** `approval/ask`, by a bridge whose mode for this door is `ask`: a person is asked to unlock one lock of it. */
export const approvalAskRequestSchema = z.strictObject({
  ...z.omit(unlockSchema, { command: true }).shape,
  token: z.string(),
})
export type ApprovalAskRequest = z.infer<typeof approvalAskRequestSchema>
export const approvalAskedSchema = z.object({ id: z.string(), expiresAt: z.string() })

/** The status of an ask: `allowed` means that a person unlocked, and `result` has the result of that. */
export const APPROVAL_STATUSES = ['waiting', 'allowed', 'denied', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

export const approvalStatusQuerySchema = z.object({ id: z.string() })
export const approvalStatusSchema = z.object({
  status: z.enum(APPROVAL_STATUSES),
  result: z.optional(commandResultSchema),
})
export type ApprovalAnswer = z.infer<typeof approvalStatusSchema>

/** An ask that waits for the caller or another person who may unlock the door. `remainingMs` counts from the answer on. */
export const approvalSchema = z.object({
  id: z.string(),
  bridge: z.object({ id: z.string(), name: z.string(), kind: z.enum(BRIDGE_KINDS) }),
  token: z.string(),
  name: z.string(),
  lockType: z.enum(LOCK_TYPES),
  unlockDuration: z.nullable(z.number()),
  unlockBy: z.enum(UNLOCK_GESTURES),
  expiresAt: z.string(),
  remainingMs: z.number(),
})
export type Approval = z.infer<typeof approvalSchema>
/** `approval/list`, the oldest first. */
export const approvalsSchema = z.array(approvalSchema)

/**
 * `approval/answer`: allowing unlocks the door once, as a command of the person, with the PIN or passkey that the door requires.
 * `askedAt` is as in `device/move`.
 */
export const approvalAnswerRequestSchema = z.strictObject({
  id: z.string(),
  allow: z.boolean(),
  ...doorProofSchemas,
  askedAt: askedAtSchema,
})
export type ApprovalAnswerRequest = z.infer<typeof approvalAnswerRequestSchema>
