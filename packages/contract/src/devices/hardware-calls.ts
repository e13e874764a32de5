import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

export * from './firmware.ts'
export * from './public-keys.ts'

/** The life cycle of hardware: its public keys, its firmware, and its replacement. */

const tokenSchema = z.string()

/** `device/publickey/add`: accepts any value as key, so that an unreadable key gets the error `public_key_invalid`. */
export const publicKeyAddRequestSchema = z.strictObject({ token: tokenSchema, publicKey: z.unknown() })
export const publicKeyAddedSchema = z.object({ keyId: z.string() })

/** `GET device/publickey/list?devicetoken=`: the keys in PEM, the oldest first; times are ISO 8601 UTC. */
export const publicKeyListQuerySchema = z.object({ devicetoken: tokenSchema })
export const publicKeyListSchema = z.array(
  z.object({
    keyId: z.string(),
    publicKey: z.string(),
    createdAt: z.string(),
    /** When a device last signed in with this key; null for never. */
    lastUsedAt: z.nullable(z.string()),
  }),
)
export type PublicKeyList = z.infer<typeof publicKeyListSchema>

export const publicKeyDeleteRequestSchema = z.strictObject({
  token: tokenSchema,
  keyId: z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH)),
})

/** `device/replace`: the device with the claim code replaces the device with the token. */
export const deviceReplaceRequestSchema = z.strictObject({
  token: tokenSchema,
  claimCode: z.string().check(z.minLength(1), z.maxLength(64)),
})

/** `device/secret`: whether the device may sign in with its secret. */
export const deviceSecretRequestSchema = z.strictObject({ token: tokenSchema, enabled: z.boolean() })
export const deviceSecretSchema = z.object({ enabled: z.boolean() })

/** Why an upgrade failed: the device reported a failure, refused it, or came back with its old firmware. */
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

/** The `upgrade` field of `device/info`; `at` is ISO 8601 UTC. */
export const upgradeFailureSchema = z.object({ error: z.enum(UPGRADE_ERRORS), at: z.string() })
export type UpgradeFailure = z.infer<typeof upgradeFailureSchema>

/** `POST device/upgrade-all`: how many devices were queued. */
export const upgradeAllRequestSchema = z.strictObject({})
export const upgradeAllSchema = z.object({ queued: z.int() })

/** The steps of an upgrade: queued, sent, acknowledged by the device, or finished. */
export const UPGRADE_STEPS = ['waiting', 'sent', 'upgrading', 'done', 'failed'] as const
export type UpgradeStep = (typeof UPGRADE_STEPS)[number]

/** `GET device/upgrade-all`: the state of the devices that were last queued. */
export const upgradeLineSchema = z.object({
  total: z.int(),
  waiting: z.int(),
  upgrading: z.int(),
  done: z.int(),
  failed: z.int(),
  /** How many devices could be queued now. */
  available: z.int(),
  devices: z.array(
    z.object({
      token: z.string(),
      status: z.enum(UPGRADE_STEPS),
      /** 0..1 while the device is upgrading. */
      progress: z.optional(z.number()),
      error: z.optional(z.enum(UPGRADE_ERRORS)),
    }),
  ),
})
export type UpgradeLine = z.infer<typeof upgradeLineSchema>

/** `GET device/upgrade?devicetoken=`: the version that `device/upgrade` would install; null if there is nothing newer. */
export const upgradeQuerySchema = z.object({ devicetoken: tokenSchema })
export const upgradeOfferSchema = z.object({ version: z.nullable(z.string()) })
