import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { nameSchema } from '../names.ts'

/** MQTT access of an account: logins by which bridges and other hardware enter its space. */

const loginNameSchema = nameSchema(1, LIMITS.MQTT_LOGIN_NAME_MAX_LENGTH)

export const DEFAULT_MQTT_LOGIN = 'default'

/** `mqtt/credentials`: without a name it is the login `default`. */
export const mqttCredentialsRequestSchema = z.strictObject({
  name: z._default(loginNameSchema, DEFAULT_MQTT_LOGIN),
})

/**
 * A login that was just made, with everything that has to be typed. `tls` says whether `port` itself speaks TLS. The password is
 * never shown again. `topicPrefix` is empty, or ends with `/` and belongs before every topic, also before the discovery prefix.
 */
export const mqttCredentialsSchema = z.object({
  name: z.string(),
  host: z.string(),
  port: z.int(),
  tls: z.boolean(),
  tlsPort: z.nullable(z.int()),
  username: z.string(),
  password: z.string(),
  topicPrefix: z.string(),
  discoveryPrefix: z.string(),
})
export type MqttCredentials = z.infer<typeof mqttCredentialsSchema>

/** `connections` is how many clients are connected by this login, at this server. */
export const mqttLoginSchema = z.object({
  name: z.string(),
  username: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  connections: z.int(),
})
export type MqttLogin = z.infer<typeof mqttLoginSchema>
export const mqttLoginsSchema = z.array(mqttLoginSchema)

export const mqttCredentialsDeleteRequestSchema = z.strictObject({ name: loginNameSchema })

/** What the server did not do for a client of the account, and why. */
export const MQTT_NOTICES = [
  'connection_refused',
  'too_large',
  'too_fast',
  'retained_full',
  'too_many_entities',
  'bad_topic',
  'not_json',
  'bad_config',
  'bad_template',
  'template_stopped',
  'duplicate_unique_id',
  'not_yours',
  'bad_command',
] as const
export type MqttNoticeCode = (typeof MQTT_NOTICES)[number]

/** The same notice about the same client and topic is counted. `detail` is English text. */
export const mqttNoticeSchema = z.object({
  code: z.enum(MQTT_NOTICES),
  count: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
  clientId: z.optional(z.string()),
  topic: z.optional(z.string()),
  detail: z.string(),
})
export type MqttNotice = z.infer<typeof mqttNoticeSchema>

const mqttUsageSchema = z.object({
  connections: z.int(),
  retained: z.int(),
  retainedBytes: z.int(),
  entities: z.int(),
})

/** `notices` are the newest ones, newest first. */
export const mqttStatusSchema = z.object({
  limits: mqttUsageSchema,
  usage: mqttUsageSchema,
  connections: z.array(z.object({ name: z.string(), clientId: z.string(), since: z.string() })),
  notices: z.array(mqttNoticeSchema),
})
export type MqttStatus = z.infer<typeof mqttStatusSchema>

/** Why a broker cannot be used: the `error_detail` of `broker_unusable`. */
export const BROKER_FAULTS = [
  'dns',
  'unreachable',
  'timeout',
  'tls',
  'not_mqtt',
  'bad_login',
  'no_rights',
  'not_allowed',
] as const
export type BrokerFault = (typeof BROKER_FAULTS)[number]

export const JOINED_BROKER_STATUSES = [
  'connected',
  'connecting',
  'unreachable',
  'bad_login',
  'not_allowed',
] as const
export type JoinedBrokerStatus = (typeof JOINED_BROKER_STATUSES)[number]

const CONTROL = /\p{Cc}/u
const credentialSchema = z.string().check(
  z.minLength(1),
  z.maxLength(256),
  z.refine((value) => !CONTROL.test(value)),
)

const discoveryPrefixSchema = z.string().check(
  z.minLength(1),
  z.maxLength(100),
  z.refine((value) => !/[+#\p{Cc}\p{Cs}]|^[$/]|\/$/u.test(value)),
)

/**
 * `mqtt/join`: the broker that a person runs. Without a port it is 1883, or 8883 with TLS. `ca` are certificates as PEM, in place of
 * those that the system trusts.
 */
export const mqttJoinRequestSchema = z.strictObject({
  host: z.string().check(z.regex(/^[A-Za-z0-9.:_-]{1,253}$/)),
  port: z.optional(z.int().check(z.gte(1), z.lte(65_535))),
  tls: z.boolean(),
  username: z.optional(credentialSchema),
  password: z.optional(credentialSchema),
  discoveryPrefix: z._default(discoveryPrefixSchema, 'homeassistant'),
  ca: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.BROKER_CA_MAX_LENGTH))),
})
export type MqttJoinRequest = z.infer<typeof mqttJoinRequestSchema>

/** `since` is when the status began, `lastError` what went wrong last, `entities` how many are announced there. */
export const joinedBrokerSchema = z.object({
  host: z.string(),
  port: z.int(),
  tls: z.boolean(),
  username: z.nullable(z.string()),
  discoveryPrefix: z.string(),
  status: z.enum(JOINED_BROKER_STATUSES),
  since: z.string(),
  lastError: z.nullable(z.enum(BROKER_FAULTS)),
  entities: z.int(),
})
export type JoinedBroker = z.infer<typeof joinedBrokerSchema>

/** Empty if no broker is joined. */
export const mqttJoinSchema = z.union([joinedBrokerSchema, z.strictObject({})])
export type MqttJoin = z.infer<typeof mqttJoinSchema>

export const mqttLeaveRequestSchema = z.strictObject({})
