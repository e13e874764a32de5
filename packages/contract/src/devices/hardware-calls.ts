import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

export * from './firmware.ts'
export * from './public-keys.ts'

/** The life of hardware: the keys that it signs in with, its firmware, and the one that takes its place. */

const tokenSchema = z.string()

/** `device/publickey/add`: any value as key, so that one that cannot be read is `public_key_invalid`. */
export const publicKeyAddRequestSchema = z.strictObject({ token: tokenSchema, publicKey: z.unknown() })
export const publicKeyAddedSchema = z.object({ keyId: z.string() })

/** `GET device/publickey/list?devicetoken=`: PEM each, the oldest first; times are ISO 8601 UTC. */
export const publicKeyListQuerySchema = z.object({ devicetoken: tokenSchema })
export const publicKeyListSchema = z.array(
  z.object({
    keyId: z.string(),
    publicKey: z.string(),
    createdAt: z.string(),
    /** When a device last signed in with it; null: never. */
    lastUsedAt: z.nullable(z.string()),
  }),
)
export type PublicKeyList = z.infer<typeof publicKeyListSchema>

export const publicKeyDeleteRequestSchema = z.strictObject({
  token: tokenSchema,
  keyId: z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH)),
})

/** `device/replace`: the device of a claim code takes the place of the one of the token. */
export const deviceReplaceRequestSchema = z.strictObject({
  token: tokenSchema,
  claimCode: z.string().check(z.minLength(1), z.maxLength(64)),
})

/** `device/secret`: whether the device may sign in with its secret. */
export const deviceSecretRequestSchema = z.strictObject({ token: tokenSchema, enabled: z.boolean() })
export const deviceSecretSchema = z.object({ enabled: z.boolean() })

/** Why an upgrade failed: what the device says itself, what it refuses, or that it came back as it was. */
export const UPGRADE_ERRORS = [
  'download_failed',
  'checksum_invalid',
  'signature_invalid',
  'too_old',
  'wrong_type',
  'interrupted',
  'refused',
  'no_answer',
  'unknown',
] as const
export type UpgradeError = (typeof UPGRADE_ERRORS)[number]

/** `upgrade` of a device's info; `at` is ISO 8601 UTC. */
export const upgradeFailureSchema = z.object({ error: z.enum(UPGRADE_ERRORS), at: z.string() })
export type UpgradeFailure = z.infer<typeof upgradeFailureSchema>

/** `POST device/upgrade-all`: how many devices were put in line. */
export const upgradeAllRequestSchema = z.strictObject({})
export const upgradeAllSchema = z.object({ queued: z.int() })

/** How far an upgrade is: in line, sent, taken by the device, or over. */
export const UPGRADE_STEPS = ['waiting', 'sent', 'upgrading', 'done', 'failed'] as const
export type UpgradeStep = (typeof UPGRADE_STEPS)[number]

/** `GET device/upgrade-all`: of the devices that were last put in line. */
export const upgradeLineSchema = z.object({
  total: z.int(),
  waiting: z.int(),
  upgrading: z.int(),
  done: z.int(),
  failed: z.int(),
  /** How many could be put in line now. */
  available: z.int(),
  devices: z.array(
    z.object({
      token: z.string(),
      status: z.enum(UPGRADE_STEPS),
      /** 0..1 while it upgrades. */
      progress: z.optional(z.number()),
      error: z.optional(z.enum(UPGRADE_ERRORS)),
    }),
  ),
})
export type UpgradeLine = z.infer<typeof upgradeLineSchema>

/** `GET device/upgrade?devicetoken=`: what `device/upgrade` would bring; null where there is nothing newer. */
export const upgradeQuerySchema = z.object({ devicetoken: tokenSchema })
export const upgradeOfferSchema = z.object({ version: z.nullable(z.string()) })
