import * as z from 'zod/mini'
import * as LIMITS from './limits.ts'

/** The life of hardware: the keys that it signs in with, its firmware, and the one that takes its place. */

const tokenSchema = z.string()

/** Base64url, as in a JWK. */
const coordinateSchema = z.string().check(z.maxLength(128))

/** A public key as a JWK: RFC 7517 with P-256 of RFC 7518 §6.2, or Ed25519 of RFC 8037; keys beyond these are ignored. */
export const publicJwkSchema = z.looseObject({
  kty: z.string().check(z.maxLength(16)),
  crv: z.optional(z.string().check(z.maxLength(32))),
  x: z.optional(coordinateSchema),
  y: z.optional(coordinateSchema),
})

/** SPKI in PEM as text, or a JWK as an object; what it is worth is decided by who reads it. */
export const publicKeySchema = z.union([
  z.string().check(z.maxLength(LIMITS.PUBLIC_KEY_MAX_LENGTH)),
  publicJwkSchema,
])
export type PublicKey = z.infer<typeof publicKeySchema>

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

const VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/

/** What is known of a firmware; `version` is numbers between dots, or one number. The signature is one of Ed25519. */
export const firmwareSchema = z.object({
  version: z.union([z.string().check(z.regex(VERSION)), z.int().check(z.minimum(0))]),
  /** Of the bytes of the file, hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)),
  /** Over the bytes of the file, base64. */
  signature: z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9+/=_-]+$/)),
})
export type Firmware = z.infer<typeof firmwareSchema>

const numbersOf = (version: string): number[] | null =>
  VERSION.test(version) ? version.split('.').map(Number) : null

const compare = (one: readonly number[], other: readonly number[]): number => {
  const length = Math.max(one.length, other.length)
  for (let place = 0; place < length; place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The generation that a controller belongs to with this firmware. */
export const generationOf = (version: string): 1 | 2 => ((numbersOf(version)?.[0] ?? 1) >= 2 ? 2 : 1)

/** What a controller runs, as far as it told. */
export interface RunningFirmware {
  /** The generation. */
  version: number | null
  firmware: string | null
}

/**
 * Whether a firmware is newer than what a controller runs. Of the first generation everything is older than version 2; a
 * controller that names its firmware in other words counts by its generation.
 */
export function isNewerFirmware(offered: string, { version, firmware }: RunningFirmware): boolean {
  const numbers = numbersOf(offered)
  if (numbers === null || version === null) return false
  if (version === 1 && generationOf(offered) === 2) return true
  return compare(numbers, numbersOf(firmware ?? '') ?? [version]) > 0
}

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

/**
 * What a controller says of how it fares, inside its `status`: `uptime` and `motorSeconds` in seconds, `rssi` in dBm,
 * `calibratedAt` ISO 8601 UTC. What it does not know is left out.
 */
export const saidHealthSchema = z.object({
  uptime: z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295))),
  rssi: z.optional(z.int().check(z.minimum(-127), z.maximum(0))),
  motorRuns: z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295))),
  motorSeconds: z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295))),
  calibratedAt: z.optional(z.iso.datetime()),
})
export type SaidHealth = z.infer<typeof saidHealthSchema>

/** What hints at a fault before it is one: restarts, lost connections, slow answers, a weak signal. */
export const HEALTH_SIGNS = ['restarts', 'drops', 'slow', 'signal'] as const
export type HealthSign = (typeof HEALTH_SIGNS)[number]

/** A day of a device, of UTC. `answerMs` is the mean time to the acknowledgement of a command; null where there was none. */
export const healthDaySchema = z.object({
  day: z.iso.date(),
  restarts: z.int(),
  drops: z.int(),
  answers: z.int(),
  answerMs: z.nullable(z.number()),
})
export type HealthDay = z.infer<typeof healthDaySchema>

/** `GET device/health?devicetoken=`: `days` are those of the last 28 on which something was counted, the oldest first. */
export const deviceHealthSchema = z.object({
  connected: z.boolean(),
  lastSeenAt: z.nullable(z.string()),
  version: z.nullable(z.int()),
  firmware: z.nullable(z.string()),
  totalRestarts: z.nullable(z.int()),
  said: z.nullable(z.extend(saidHealthSchema, { at: z.string() })),
  days: z.array(healthDaySchema),
  signs: z.array(z.enum(HEALTH_SIGNS)),
})
export type DeviceHealth = z.infer<typeof deviceHealthSchema>
