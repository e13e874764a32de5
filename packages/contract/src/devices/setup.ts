import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

/** Set-up: how a controller without Wi-Fi credentials is added to a home. */

/** The suffix of the network name consists of six of these characters. There is no 0 and no 1, because they look like letters. */
const NETWORK_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789'
export const SETUP_NETWORK = new RegExp(
  `^${LIMITS.DEVICE_NETWORK_PREFIX}[A-Z2-9]{${LIMITS.DEVICE_NETWORK_SUFFIX_LENGTH}}$`,
)
export const setupNetworkSchema = z.string().check(z.regex(SETUP_NETWORK))

/**
 * The name of the network that a device opens for its set-up. It is derived from the device id only and is printed on the label.
 */
export function setupNetworkOf(deviceId: string): string {
  const { length } = NETWORK_ALPHABET
  const names = length ** LIMITS.DEVICE_NETWORK_SUFFIX_LENGTH
  let rest = [...deviceId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % names, 0)
  let suffix = ''
  for (let place = 0; place < LIMITS.DEVICE_NETWORK_SUFFIX_LENGTH; place += 1) {
    suffix += NETWORK_ALPHABET[rest % length] ?? ''
    rest = Math.floor(rest / length)
  }
  return LIMITS.DEVICE_NETWORK_PREFIX + suffix
}

/** The text of a QR code with which a phone camera joins a network without a password. */
export const wifiQrText = (network: string): string => `WIFI:T:nopass;S:${network};;`

const setupCodeSchema = z.string().check(z.minLength(1), z.maxLength(64))

/** `device/setup/start`: `network` is the name of the set-up network, if the person knows it. */
export const setupStartRequestSchema = z.strictObject({ network: z.optional(setupNetworkSchema) })

/** What a device needs to join the home: the code and the address of the server. `expiresAt` is ISO 8601 UTC. */
export const setupStartedSchema = z.object({
  setupCode: z.string(),
  expiresAt: z.string(),
  host: z.string(),
  port: z.int(),
  tls: z.boolean(),
})
export type SetupStarted = z.infer<typeof setupStartedSchema>

export const setupStatusRequestSchema = z.strictObject({ setupCode: setupCodeSchema })

export const SETUP_STATUSES = ['waiting', 'connected', 'claimed', 'failed'] as const
export const SETUP_FAILURES = ['expired', 'used', 'belongs_to_another_home', 'unreachable'] as const

/** `device/setup/status`: `token` is present when the device belongs to the home; `reason` is present with `failed`. */
export const setupStatusSchema = z.object({
  status: z.enum(SETUP_STATUSES),
  token: z.optional(z.string()),
  reason: z.optional(z.enum(SETUP_FAILURES)),
})
export type SetupStatus = z.infer<typeof setupStatusSchema>

/** The data that the app passes to the set-up page of the device in the URL fragment. */
export const setupFragment = (
  { setupCode, host, port, tls }: SetupStarted,
  { language, app }: { language: string; app: string },
): string =>
  Object.entries({ setupCode, host, port, tls, language, app })
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')

/** The answer of the device's own HTTP server in its set-up network. */
export const deviceSetupSchema = z.object({
  network: z.string(),
  type: z.string(),
  version: z.int(),
  firmware: z.string(),
  /** Why the last attempt to join the home failed. */
  error: z.optional(
    z.enum([
      'wrong_password',
      'network_not_found',
      'no_internet',
      'wrong_time',
      'server_unreachable',
      'refused',
    ]),
  ),
})
export type DeviceSetup = z.infer<typeof deviceSetupSchema>
export type JoinFailure = NonNullable<DeviceSetup['error']>

/** `POST /setup` on the device. */
export const deviceSetupRequestSchema = z.object({
  ssid: z.string().check(z.minLength(1), z.maxLength(32)),
  password: z._default(z.string().check(z.maxLength(64)), ''),
  host: z.string().check(z.minLength(1), z.maxLength(253)),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  tls: z._default(z.boolean(), false),
  setupCode: setupCodeSchema,
})
export type DeviceSetupRequest = z.infer<typeof deviceSetupRequestSchema>
