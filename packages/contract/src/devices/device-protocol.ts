import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { type DeviceCommand, deviceCommandSchema, isCommandField, percentSchema } from './commands.ts'
import { deviceSettingsSchema } from './device-settings.ts'
import { DEVICE_STATUSES, reportedChargeSchema, reportedFieldsSchema } from './device-state.ts'
import { deviceTypeNameSchema } from './device-types.ts'
import { firmwareSchema } from './firmware.ts'
import { publicKeySchema } from './public-keys.ts'
import { reportedHealthSchema } from './reported-health.ts'

/** The topics of each device, below `senca/{deviceId}/`. */
export const DEVICE_TOPICS = ['status', 'state', 'command', 'result'] as const
export type DeviceTopic = (typeof DEVICE_TOPICS)[number]

/** A device id is also the MQTT client id, the user name, and a level of the topics. */
const DEVICE_ID = '[A-Za-z0-9_-]{8,64}'
export const deviceIdSchema = z.string().check(z.regex(new RegExp(`^${DEVICE_ID}$`)))

export const deviceTopic = (deviceId: string, topic: DeviceTopic): string => `senca/${deviceId}/${topic}`

const TOPIC = new RegExp(`^senca/(${DEVICE_ID})/(${DEVICE_TOPICS.join('|')})$`)
const isDeviceTopic = (name: string | undefined): name is DeviceTopic =>
  DEVICE_TOPICS.some((topic) => topic === name)

/** Splits a topic into device id and name. Returns null for topics that are not part of the protocol. */
export function parseDeviceTopic(topic: string): { deviceId: string; topic: DeviceTopic } | null {
  const [, deviceId, name] = TOPIC.exec(topic) ?? []
  return deviceId !== undefined && isDeviceTopic(name) ? { deviceId, topic: name } : null
}

/** Controllers count in 32 bits. A larger number is an error, and no later report could exceed it. */
const count = z.int().check(z.nonnegative(), z.maximum(LIMITS.DEVICE_COUNT_MAX))

/** `status`, retained; the last will is `{connected: false}`. `factoryReset` means that the device has forgotten its home. */
export const deviceStatusMessageSchema = z.object({
  connected: z.boolean(),
  /** A number that increases with each connection. The last will contains the number of its own connection. */
  session: z.optional(z.int().check(z.nonnegative())),
  type: z.optional(z.string().check(z.maxLength(64))),
  version: z.optional(z.union([z.literal(1), z.literal(2)])),
  // Refuses control characters and unpaired surrogates, which PostgreSQL cannot store.
  firmware: z.optional(z.string().check(z.maxLength(64), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))),
  factoryReset: z.optional(z.boolean()),
  /** Why its last upgrade failed; sent until the next upgrade starts. */
  upgradeError: z.optional(z.string().check(z.maxLength(64))),
  /** The code that the device received during set-up; sent until it belongs to a home. */
  setupCode: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  health: z.optional(reportedHealthSchema),
})
export type DeviceStatusMessage = z.infer<typeof deviceStatusMessageSchema>

/** `state`, retained: the state that the device reports. Absent fields stay unchanged. */
export const deviceStateMessageSchema = z.extend(reportedFieldsSchema, {
  ...reportedChargeSchema.shape,
  status: z.optional(z.enum(DEVICE_STATUSES)),
  settings: z.optional(
    z.object({ ...deviceSettingsSchema.shape, devicetype: z.optional(deviceTypeNameSchema) }),
  ),
  totalRestarts: count,
  totalStateUpdates: count,
})
export type DeviceStateMessage = z.infer<typeof deviceStateMessageSchema>

const commandIdSchema = z.string().check(z.minLength(1), z.maxLength(64))

/** Commands of the server beyond those of the HTTP calls. */
export const maintenanceCommandSchema = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('abort') }),
  z.strictObject({ command: z.literal('restart') }),
  z.strictObject({ command: z.literal('recalibrate') }),
  /** Factory reset: as soon as the device acknowledges it, the device belongs to nobody. */
  z.strictObject({ command: z.literal('forget') }),
  /** The device answers, in its result, with the public key that it will use to sign in from now on. */
  z.strictObject({ command: z.literal('register_key') }),
  /** New firmware: its address, and the values that the device checks before it installs it. */
  z.strictObject({
    command: z.literal('upgrade'),
    url: z.string().check(z.minLength(1), z.maxLength(LIMITS.FIRMWARE_URL_MAX_LENGTH)),
    ...firmwareSchema.shape,
  }),
  /** Without any setting, the message only sets the clock of the device. */
  z.strictObject({ command: z.literal('settings'), settings: z._default(deviceSettingsSchema, {}) }),
  /** Withdraws a command that was not acknowledged in time: a device that has not started it must not start it. */
  z.strictObject({ command: z.literal('withdraw'), withdraws: commandIdSchema }),
])
export type MaintenanceCommand = z.infer<typeof maintenanceCommandSchema>

/** The saved ventilation position of the home, 0..100 per axis; if absent, the device uses its own. */
export const ventilationCommandSchema = z.strictObject({
  command: z.literal('move_to_ventilation'),
  position: z.optional(percentSchema),
  inclination: z.optional(percentSchema),
})
export type VentilationCommand = z.infer<typeof ventilationCommandSchema>

const wireCommandSchema = z.union([deviceCommandSchema, ventilationCommandSchema, maintenanceCommandSchema])

/** Server times, ISO 8601 UTC: when the command was sent, and after which time it must not be started. */
const envelope = { id: commandIdSchema, sentAt: z.optional(z.string()), expiresAt: z.string() }
const envelopeSchema = z.object(envelope)

const MAINTENANCE_FIELDS: readonly string[] = [
  'settings',
  'withdraws',
  'url',
  'sha256',
  'signature',
  'version',
]

/** A command as a device parses it: unknown keys are ignored. */
export const withoutUnknownKeys = (raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(raw).filter(
      ([key]) => key === 'command' || isCommandField(key) || MAINTENANCE_FIELDS.includes(key),
    ),
  )

/** The message on a device's `command` topic. */
export const deviceCommandMessageSchema = z.pipe(
  z.looseObject(envelope),
  z.transform((raw, context) => {
    const { id, sentAt, expiresAt, ...rest } = raw
    const command = wireCommandSchema.safeParse(withoutUnknownKeys(rest))
    if (command.success) return { id, sentAt, expiresAt, command: command.data }
    context.issues.push({ code: 'custom', message: 'not a command', input: raw })
    return z.NEVER
  }),
)
export type DeviceCommandMessage = z.infer<typeof envelopeSchema> & {
  command:
    | Exclude<DeviceCommand, { command: 'move_to_ventilation' }>
    | VentilationCommand
    | MaintenanceCommand
}

/** Encodes a command as JSON: the fields of the command together with its id and its times. */
export function encodeDeviceCommand(message: DeviceCommandMessage & { sentAt: string }): string {
  const { command, ...rest } = message
  return JSON.stringify({ ...rest, ...command })
}

const WORD_MAX_LENGTH = 64
const EXPLANATION_MAX_LENGTH = 400

/** Cuts a text to this length. Other types count as absent, because the refusal is valid without its text. */
const cutText = (length: number) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((text: unknown) => (typeof text === 'string' ? text.slice(0, length) : undefined)),
    ),
  )

/** `result`: the device acknowledges the command or says why it refuses it. Acknowledged does not mean finished. */
export const deviceResultMessageSchema = z.discriminatedUnion('status', [
  z.object({ id: commandIdSchema, status: z.literal('success'), publicKey: z.optional(publicKeySchema) }),
  z.object({
    id: commandIdSchema,
    status: z.literal('error'),
    error: cutText(WORD_MAX_LENGTH),
    error_description: cutText(EXPLANATION_MAX_LENGTH),
  }),
])
export type DeviceResultMessage = z.infer<typeof deviceResultMessageSchema>

/** `dropped` names the fields that could not be parsed and count as absent. */
export type Parsed<T> = { ok: true; value: T; dropped: string[] } | { ok: false; reason: string }

/**
 * Parses a device message, at most 4 Ki characters of JSON. A field that cannot be parsed is dropped and named; in `settings`
 * only the faulty setting is dropped. Returns a reason if the rest is not a valid message either.
 */
export function parseDeviceMessage<T>(schema: z.ZodMiniType<T>, text: string): Parsed<T> {
  if (text.length > LIMITS.DEVICE_MESSAGE_MAX_BYTES) return { ok: false, reason: 'payload too large' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not JSON' }
  }
  const whole = schema.safeParse(json)
  if (whole.success) return { ok: true, value: whole.data, dropped: [] }
  const faulty = new Set(whole.error.issues.map(({ path }) => placeOf(path)))
  const known = schema instanceof z.ZodMiniObject ? pick(json, Object.keys(schema.shape)) : json
  const rest = schema.safeParse(withoutPlaces(known, faulty))
  if (rest.success) return { ok: true, value: rest.data, dropped: [...faulty] }
  const [issue] = rest.error.issues
  return { ok: false, reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}` }
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** A JSON object with only these keys; unknown keys cause no further work. */
function pick(json: unknown, keys: readonly string[]): unknown {
  if (!isObject(json)) return json
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(json, key) ? [[key, json[key]]] : [])))
}

/** The name of the field of an issue; in `settings` the name of the setting. */
const placeOf = ([field, inner]: readonly PropertyKey[]): string =>
  field === 'settings' && inner !== undefined ? `settings.${String(inner)}` : String(field ?? '')

/** A copy of a JSON object without the given fields; `within` is the path prefix of the object. */
function withoutPlaces(json: unknown, places: ReadonlySet<string>, within = ''): unknown {
  if (!isObject(json)) return json
  const kept = Object.entries(json).filter(([key]) => !places.has(within + key))
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      within === '' && key === 'settings' ? withoutPlaces(value, places, 'settings.') : value,
    ]),
  )
}
