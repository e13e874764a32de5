import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { type DeviceCommand, deviceCommandSchema, isCommandField, percentSchema } from './commands.ts'
import { deviceSettingsSchema } from './device-settings.ts'
import { DEVICE_STATUSES, reportedFieldsSchema } from './device-state.ts'
import { deviceTypeNameSchema } from './device-types.ts'
import { firmwareSchema } from './firmware.ts'
import { publicKeySchema } from './public-keys.ts'
import { saidHealthSchema } from './said-health.ts'

/** The topics that a device has for itself, below `senca/{deviceId}/`. */
export const DEVICE_TOPICS = ['status', 'state', 'command', 'result'] as const
export type DeviceTopic = (typeof DEVICE_TOPICS)[number]

/** Device ids are the broker's client id and user name, and a level of its topics. */
const DEVICE_ID = '[A-Za-z0-9_-]{8,64}'
export const deviceIdSchema = z.string().check(z.regex(new RegExp(`^${DEVICE_ID}$`)))

export const deviceTopic = (deviceId: string, topic: DeviceTopic): string => `senca/${deviceId}/${topic}`

const TOPIC = new RegExp(`^senca/(${DEVICE_ID})/(${DEVICE_TOPICS.join('|')})$`)
const isDeviceTopic = (name: string | undefined): name is DeviceTopic =>
  DEVICE_TOPICS.some((topic) => topic === name)

/** Takes a topic apart, or answers null when it is none of the protocol's. */
export function parseDeviceTopic(topic: string): { deviceId: string; topic: DeviceTopic } | null {
  const [, deviceId, name] = TOPIC.exec(topic) ?? []
  return deviceId !== undefined && isDeviceTopic(name) ? { deviceId, topic: name } : null
}

/** Controllers count in 32 bits; a number beyond that is an error and would leave no room for a later report. */
const count = z.int().check(z.nonnegative(), z.maximum(LIMITS.DEVICE_COUNT_MAX))

/** `status`, retained, and the last will `{connected: false}`. `factoryReset` says that the device has forgotten its home. */
export const deviceStatusMessageSchema = z.object({
  connected: z.boolean(),
  /** Which of its connections says so: a number that rises with each. The last will has that of its own connection. */
  session: z.optional(z.int().check(z.nonnegative())),
  type: z.optional(z.string().check(z.maxLength(64))),
  version: z.optional(z.union([z.literal(1), z.literal(2)])),
  // Control characters, and halves of a character: PostgreSQL keeps neither.
  firmware: z.optional(z.string().check(z.maxLength(64), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))),
  factoryReset: z.optional(z.boolean()),
  /** Why its last upgrade failed, until the next one begins. */
  upgradeError: z.optional(z.string().check(z.maxLength(64))),
  /** What a device was given in its set-up, until it is in a home. */
  setupCode: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  health: z.optional(saidHealthSchema),
})
export type DeviceStatusMessage = z.infer<typeof deviceStatusMessageSchema>

/** `state`, retained: what the device says of itself. What is left out stays as it was. */
export const deviceStateMessageSchema = z.extend(reportedFieldsSchema, {
  status: z.optional(z.enum(DEVICE_STATUSES)),
  settings: z.optional(
    z.object({ ...deviceSettingsSchema.shape, devicetype: z.optional(deviceTypeNameSchema) }),
  ),
  totalRestarts: count,
  totalStateUpdates: count,
})
export type DeviceStateMessage = z.infer<typeof deviceStateMessageSchema>

const commandIdSchema = z.string().check(z.minLength(1), z.maxLength(64))

/** What the server asks beyond the commands of the HTTP calls. */
export const maintenanceCommandSchema = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('abort') }),
  z.strictObject({ command: z.literal('restart') }),
  z.strictObject({ command: z.literal('recalibrate') }),
  /** Back to the factory's settings: the device belongs to nobody when it has acknowledged this. */
  z.strictObject({ command: z.literal('forget') }),
  /** Says the public key that it will sign in with from now on, in its result. */
  z.strictObject({ command: z.literal('register_key') }),
  /** New firmware: where it is, and what the device checks before it starts it. */
  z.strictObject({
    command: z.literal('upgrade'),
    url: z.string().check(z.minLength(1), z.maxLength(LIMITS.FIRMWARE_URL_MAX_LENGTH)),
    ...firmwareSchema.shape,
  }),
  /** Without any setting it only tells the time. */
  z.strictObject({ command: z.literal('settings'), settings: z._default(deviceSettingsSchema, {}) }),
  /** Takes back a command that was not acknowledged in time: a device that has not begun it must not begin it. */
  z.strictObject({ command: z.literal('withdraw'), withdraws: commandIdSchema }),
])
export type MaintenanceCommand = z.infer<typeof maintenanceCommandSchema>

/** Where the home keeps a ventilation place, it is named, 0..100 per axis; without it the device goes to its own. */
export const ventilationCommandSchema = z.strictObject({
  command: z.literal('move_to_ventilation'),
  position: z.optional(percentSchema),
  inclination: z.optional(percentSchema),
})
export type VentilationCommand = z.infer<typeof ventilationCommandSchema>

const wireCommandSchema = z.union([deviceCommandSchema, ventilationCommandSchema, maintenanceCommandSchema])

/** Two times of the server, ISO 8601 UTC: when the command left, and after which it is void. */
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

/** A command as a device reads it: keys that no command has are ignored. */
export const withoutUnknownKeys = (raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(raw).filter(
      ([key]) => key === 'command' || isCommandField(key) || MAINTENANCE_FIELDS.includes(key),
    ),
  )

/** What is written to a device's `command` topic. */
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

/** The bytes of a command as they go over the wire: the command's own fields beside its id and its times. */
export function encodeDeviceCommand(message: DeviceCommandMessage & { sentAt: string }): string {
  const { command, ...rest } = message
  return JSON.stringify({ ...rest, ...command })
}

const WORD_MAX_LENGTH = 64
const EXPLANATION_MAX_LENGTH = 400

/** A text cut to its length; what is no text counts as left out: the refusal stands, however it is worded. */
const cutText = (length: number) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((text: unknown) => (typeof text === 'string' ? text.slice(0, length) : undefined)),
    ),
  )

/** `result`: the device took the command, or says why not. Taken, not finished. */
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

/** `dropped` names the fields that could not be read and count as left out. */
export type Parsed<T> = { ok: true; value: T; dropped: string[] } | { ok: false; reason: string }

/**
 * Reads a device message, at most 4 Ki characters of JSON. A field that cannot be read is dropped and named, of
 * `settings` only the one setting; says why when what is left is no message either.
 */
export function parseDeviceMessage<T>(schema: z.ZodMiniType<T>, text: string): Parsed<T> {
  if (text.length > LIMITS.DEVICE_MESSAGE_MAX_BYTES) return { ok: false, reason: 'payload too large' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not JSON' }
  }
  const known = schema instanceof z.ZodMiniObject ? pick(json, Object.keys(schema.shape)) : json
  const whole = schema.safeParse(known)
  if (whole.success) return { ok: true, value: whole.data, dropped: [] }
  const faulty = new Set(whole.error.issues.map(({ path }) => placeOf(path)))
  const rest = schema.safeParse(withoutPlaces(known, faulty))
  if (rest.success) return { ok: true, value: rest.data, dropped: [...faulty] }
  const [issue] = rest.error.issues
  return { ok: false, reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}` }
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** Only these keys of a JSON object: what is not known costs nothing from here on. */
function pick(json: unknown, keys: readonly string[]): unknown {
  if (!isObject(json)) return json
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(json, key) ? [[key, json[key]]] : [])))
}

/** The field that an issue is about; of `settings` the one setting. */
const placeOf = ([field, inner]: readonly PropertyKey[]): string =>
  field === 'settings' && inner !== undefined ? `settings.${String(inner)}` : String(field ?? '')

/** A copy of a JSON object without the places; `within` is where the object itself stands. */
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
