import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'

/** Set-up: how a controller that knows no Wi-Fi comes into a home. */

/** `ADC_` and six of these: no 0 and no 1, which are taken for letters. */
const NETWORK_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789'
export const SETUP_NETWORK = new RegExp(
  `^${LIMITS.DEVICE_NETWORK_PREFIX}[A-Z2-9]{${LIMITS.DEVICE_NETWORK_SUFFIX_LENGTH}}$`,
)
export const setupNetworkSchema = z.string().check(z.regex(SETUP_NETWORK))

/** The name of the network that a device opens for its set-up, which is also on its label: made of its id alone. */
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

/** What the camera of a phone reads to join a network without a password. */
export const wifiQrText = (network: string): string => `WIFI:T:nopass;S:${network};;`

const setupCodeSchema = z.string().check(z.minLength(1), z.maxLength(64))

/** `device/setup/start`: `network` is the name of the set-up network, where the person knows it. */
export const setupStartRequestSchema = z.strictObject({ network: z.optional(setupNetworkSchema) })

/** What a device needs to come into the home: the code, and where it connects. `expiresAt` is ISO 8601 UTC. */
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
export type SetupFailure = (typeof SETUP_FAILURES)[number]

/** `device/setup/status`: `token` is the device's once it is in the home; `reason` is there with `failed`. */
export const setupStatusSchema = z.object({
  status: z.enum(SETUP_STATUSES),
  token: z.optional(z.string()),
  reason: z.optional(z.enum(SETUP_FAILURES)),
})
export type SetupStatus = z.infer<typeof setupStatusSchema>

/** What the page of the app hands to the page of the device, in the fragment of its address. */
export const setupFragment = (
  { setupCode, host, port, tls }: SetupStarted,
  { language, app }: { language: string; app: string },
): string =>
  Object.entries({ setupCode, host, port, tls, language, app })
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')

/** Of the device's own HTTP server in its set-up network. */
export const deviceSetupSchema = z.object({
  network: z.string(),
  type: z.string(),
  version: z.int(),
  firmware: z.string(),
  /** Why it did not come into the home with what it was given last. */
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

/** `POST /setup` at the device. */
export const deviceSetupRequestSchema = z.object({
  ssid: z.string().check(z.minLength(1), z.maxLength(32)),
  password: z._default(z.string().check(z.maxLength(64)), ''),
  host: z.string().check(z.minLength(1), z.maxLength(253)),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  tls: z._default(z.boolean(), false),
  setupCode: setupCodeSchema,
})
export type DeviceSetupRequest = z.infer<typeof deviceSetupRequestSchema>
