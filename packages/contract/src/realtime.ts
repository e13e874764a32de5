import * as z from 'zod/mini'
import { deviceInfoSchema } from './devices/device-info.ts'
import { countsSchema, deviceStateSchema } from './devices/device-state.ts'

/** What `websocket-token` answers. */
export const websocketTokenSchema = z.object({ token: z.string() })

/** Every subject that says something. `auth.login` is the client's, all others are the server's. */
export const SUBJECTS = [
  'auth.login',
  'auth.accepted',
  'auth.expired',
  'auth.rejected',
  'scenario.created',
  'scenario.updated',
  'scenario.status_updated',
  'scenario.deleted',
  'groups.updated',
  'sharing.updated',
  'rooms.updated',
  'roles.updated',
  'device.created',
  'device.updated',
  'device.deleted',
  'device.state_update',
] as const
export type Subject = (typeof SUBJECTS)[number]

/**
 * The reason beside close code 1008 for a socket that was closed because newer ones of its session, account or link took
 * its place. A client that connected again by itself would close another one.
 */
export const SOCKET_REPLACED = 'replaced by newer sockets'

const nothing = z.object({})

export const stateUpdateSchema = z.object({
  ...countsSchema.shape,
  deviceId: z.string(),
  state: deviceStateSchema,
})
export type StateUpdate = z.infer<typeof stateUpdateSchema>

/** Pages read scenarios again; what a message carries of them is for other clients, as `Scenario` and `ScenarioStatusChange`. */
const scenarioChange = z.looseObject({ scenarioId: z.string() })

/** Asked by a client that announced it in `auth.login`, and answered by the server with the same: both are still there. */
const heartbeatSchema = z.object({ subject: z.literal('heartbeat'), data: nothing })

/** What a client may send: its token, with whether it reads arrays of messages and sends heartbeats; and those. */
export const clientMessageSchema = z.discriminatedUnion('subject', [
  z.object({
    subject: z.literal('auth.login'),
    data: z.object({
      token: z.string().check(z.maxLength(4_096)),
      batch: z.optional(z.boolean()),
      heartbeat: z.optional(z.boolean()),
    }),
  }),
  heartbeatSchema,
])
export type ClientMessage = z.infer<typeof clientMessageSchema>

export const serverMessageSchema = z.discriminatedUnion('subject', [
  z.object({ subject: z.literal('auth.accepted'), data: z.object({ expiresAt: z.string() }) }),
  /**
   * Of `sharing.updated` all sharing of the account was frozen, or goes on; of `rooms.updated` its rooms or preferences
   * changed; of `roles.updated` roles that it gave or was given, or offers of devices.
   */
  z.object({
    subject: z.literal([
      'heartbeat',
      'auth.expired',
      'auth.rejected',
      'groups.updated',
      'sharing.updated',
      'rooms.updated',
      'roles.updated',
    ]),
    data: nothing,
  }),
  z.object({
    subject: z.literal([
      'scenario.created',
      'scenario.updated',
      'scenario.status_updated',
      'scenario.deleted',
    ]),
    data: scenarioChange,
  }),
  z.object({
    subject: z.literal(['device.created', 'device.updated']),
    data: z.object({ deviceId: z.string(), device: deviceInfoSchema }),
  }),
  z.object({ subject: z.literal('device.deleted'), data: z.object({ deviceId: z.string() }) }),
  z.object({ subject: z.literal('device.state_update'), data: stateUpdateSchema }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

/** What a message of a subject carries. */
export type MessageData<S extends ServerMessage['subject'], M = ServerMessage> = M extends {
  subject: infer Subjects
  data: infer Data
}
  ? S extends Subjects
    ? Data
    : never
  : never

/** One text frame: a message, or an array of them for clients that said `batch: true`. */
export const serverFrameSchema = z.union([serverMessageSchema, z.array(serverMessageSchema)])
