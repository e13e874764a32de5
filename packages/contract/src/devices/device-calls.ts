import * as z from 'zod/mini'
import { credentialSchema, proofSchema, webAuthnOptionsSchema } from '../accounts/second-factor-calls.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'
import { percentSchema } from './commands.ts'
import { DEVICE_PIN, UNLOCK_GESTURES } from './device-info.ts'
import { deviceSettingsSchema, LOCK_CODE } from './device-settings.ts'
import { deviceTypeNameSchema, deviceTypeSchema } from './device-types.ts'

/**
 * Any text is allowed: an unknown token means that this device does not exist and does not affect the other devices of the
 * request.
 */
const tokenSchema = z.string()

/** A query key that may be repeated; parsed to an array. */
const repeated = (max: number) =>
  z.pipe(
    z.union([tokenSchema, z.array(tokenSchema)]),
    z.pipe(
      z.transform((value: string | string[]) => (typeof value === 'string' ? [value] : value)),
      z.array(tokenSchema).check(z.maxLength(max)),
    ),
  )

export const deviceListQuerySchema = z.object({ index: z.optional(z.literal('token')) })
export const deviceInfoQuerySchema = z.object({ devicetoken: repeated(LIMITS.DEVICE_INFO_BATCH) })
export const deviceDeleteQuerySchema = z.object({
  devicetoken: repeated(LIMITS.DEVICE_INFO_BATCH),
  force: z.optional(z.enum(['true', 'false', '1', '0'])),
})

/** What a door requires for unlocking: its PIN, or a passkey. */
export const doorProofSchemas = {
  pin: z.optional(z.string().check(z.regex(DEVICE_PIN))),
  proof: z.optional(
    z.strictObject({
      state: z.string().check(z.minLength(1), z.maxLength(128)),
      credential: credentialSchema,
    }),
  ),
}

/** When a person asked for a command, ISO 8601, by the clock of the server. */
export const askedAtSchema = z.optional(z.iso.datetime({ offset: true }))

/**
 * The envelope of `device/move`. Each command is parsed separately, so that a fault affects only one device. `pin` and `proof`
 * are for doors whose owner requires them for unlocking. `askedAt` is when the person asked, by the server's clock: an unlock that
 * is more than 10 s away from it is refused; if absent, the time counts from the arrival of the call.
 */
export const moveRequestSchema = z.strictObject({
  commands: z.array(z.looseObject({ token: tokenSchema })),
  wait: z.optional(z.boolean()),
  ...doorProofSchemas,
  askedAt: askedAtSchema,
})

/**
 * The header that says how new a command of a page is, for `device/move`, `device/abort`, `group/move`, `group/abort`,
 * `device-link/action` and `device-link/stop`: `<page>/<number>`, a text that no other page has, and a number that grows with each
 * command. A command that arrives after a newer one of its page for the same part of the device is not sent to the device; its
 * outcome is `device_update_failed` with the detail `replaced`. Without the header the order of arrival counts.
 */
export const pageOrderHeadersSchema = z.looseObject({
  'x-page-order': z.optional(z.string().check(z.regex(/^[\w-]{8,64}\/\d{1,15}$/))),
})

export const abortRequestSchema = z.strictObject({
  commands: z.array(z.strictObject({ token: tokenSchema })),
})

export const claimRequestSchema = z.strictObject({
  claimCode: z.string().check(z.minLength(1), z.maxLength(64)),
  name: deviceNameSchema,
})

export const renameRequestSchema = z.strictObject({ token: tokenSchema, name: deviceNameSchema })

/** `device/restart`, `device/recalibrate` and `device/unlock-challenge`. */
export const deviceRequestSchema = z.strictObject({ token: tokenSchema })

/** `device/settings`: only the fields that are present change; a device type may be given by any of its names. */
export const settingsRequestSchema = z.strictObject({
  token: tokenSchema,
  settings: z.strictObject({
    ...deviceSettingsSchema.shape,
    devicetype: z.optional(deviceTypeNameSchema),
    /** The code that a lock of another maker needs for each command; null removes it. It is never given back. */
    lockCode: z.optional(z.nullable(z.string().check(z.regex(LOCK_CODE)))),
  }),
})

/** `device/favourite` and `device/ventilation`: a position to save, 0..100 for each axis that is given. */
export const savedPlaceRequestSchema = z.strictObject({
  token: tokenSchema,
  position: z.optional(percentSchema),
  inclination: z.optional(percentSchema),
})

/**
 * `device/unlock-guard`: what is required to unlock a door. `pin` is required with `unlockBy: "pin"` and refused otherwise.
 * Without `password`, which proves the identity, the answer is `data_missing`.
 */
export const unlockGuardRequestSchema = z.strictObject({
  token: tokenSchema,
  unlockBy: z.enum(UNLOCK_GESTURES),
  pin: doorProofSchemas.pin,
  password: z.optional(proofSchema.shape.password),
})

/** `device/unlock-challenge`: options for the browser's WebAuthn call, and the state that is sent back with its answer. */
export const unlockChallengeSchema = z.object({ state: z.string(), passkey: webAuthnOptionsSchema })

/** `publicKeys`: one public key for each device, in the order of the answer, with which the device may sign in from the start. */
export const provisionRequestSchema = z.strictObject({
  type: deviceTypeNameSchema,
  count: z.int().check(z.minimum(1), z.maximum(LIMITS.PROVISION_MAX_COUNT)),
  publicKeys: z.optional(z.array(z.unknown()).check(z.maxLength(LIMITS.PROVISION_MAX_COUNT))),
})

/** What the manufacturer needs: the id and secret to store in each device, and the code for its label. */
export const provisionedDevicesSchema = z.array(
  z.object({
    id: z.string(),
    secret: z.string(),
    claimCode: z.string(),
    /** Created by the provisioning command and never sent by the server: PKCS#8 in PEM. */
    privateKey: z.optional(z.string()),
  }),
)

/** The file from which the simulated hardware of the demo home reads its credentials. */
export const demoHomeSchema = z.object({
  mqtt: z.object({ host: z.string(), port: z.int() }),
  devices: z.array(
    z.object({
      id: z.string(),
      secret: z.string(),
      type: deviceTypeSchema,
      /** Parts that differ from the default of the type, for example a door without a foil or a light with two channels. */
      parts: z.optional(z.array(z.string())),
      /** The hardware generation of the controller; 2 if absent. */
      version: z.optional(z.union([z.literal(1), z.literal(2)])),
      /** The charge of its battery in per cent; absent if it has none. */
      battery: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    }),
  ),
  /** The key of the demo weather station; null if a person has created another key. */
  station: z.optional(z.nullable(z.object({ key: z.string() }))),
  /** The names of the groups and scenarios that the server has made, so that removed ones are not made again. */
  furnished: z.optional(z.array(z.string())),
})
export type DemoHome = z.infer<typeof demoHomeSchema>

/**
 * `device/weather`: exactly one of `token` and `tokens` is given. `until` is ISO 8601; the default is the next midnight of the
 * home.
 */
export const deviceWeatherRequestSchema = z
  .strictObject({
    token: z.optional(tokenSchema),
    tokens: z.optional(z.array(tokenSchema).check(z.minLength(1), z.maxLength(LIMITS.SCENARIO_TARGETS))),
    automatic: z.boolean(),
    until: z.optional(z.iso.datetime({ offset: true })),
  })
  .check(z.refine(({ token, tokens }) => (token === undefined) !== (tokens === undefined)))

export const deviceWeatherSchema = z.object({ automatic: z.boolean(), until: z.nullable(z.string()) })
export type DeviceWeather = z.infer<typeof deviceWeatherSchema>

/** `device/doorway`: the token of the door behind a shade; null for none. */
export const deviceDoorwayRequestSchema = z.strictObject({
  token: tokenSchema,
  door: z.nullable(tokenSchema),
})

/** `device/override`: `token` and `reason`, and the fields of one move, parsed as in `device/move`. */
export const deviceOverrideRequestSchema = z.looseObject({
  token: tokenSchema,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.OVERRIDE_REASON_MAX_LENGTH)),
})
