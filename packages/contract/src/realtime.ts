import * as z from 'zod/mini'
import { deviceInfoSchema } from './devices/device-info.ts'
import { countsSchema, deviceStateSchema } from './devices/device-state.ts'
import { deviceReading, stateReading } from './devices/read-devices.ts'
import { buildSchema } from './page-config.ts'

/** The answer of `websocket-token`. */
export const websocketTokenSchema = z.object({ token: z.string() })

/** All subjects that carry a message. `auth.login` is sent by the client, all others by the server. */
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
  'moments.updated',
  'sharing.updated',
  'rooms.updated',
  'roles.updated',
  'bridges.updated',
  'bridges.identify',
  'discovery.updated',
  'approvals.updated',
  'notifications.updated',
  'device.created',
  'device.updated',
  'device.deleted',
  'device.state_update',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** Subjects that only clients receive who said in `auth.login` that they ignore what they do not know; each new one belongs here. */
export const SUBJECTS_OF_TOLERANT: ReadonlySet<string> = new Set([
  'bridges.updated',
  'bridges.identify',
  'approvals.updated',
  'notifications.updated',
])

/**
 * The reason sent with close code 1008 if a socket was closed because newer ones of its session, account or link replaced it. A
 * client must not reconnect by itself, because that would close another socket.
 */
export const SOCKET_REPLACED = 'replaced by newer sockets'

const nothing = z.object({})

export const stateUpdateSchema = z.object({
  ...countsSchema.shape,
  deviceId: z.string(),
  state: deviceStateSchema,
})
export type StateUpdate = z.infer<typeof stateUpdateSchema>

/**
 * The web app reloads scenarios after a change. The other fields of the message (`Scenario`, `ScenarioStatusChange`) are for
 * other clients.
 */
const scenarioChange = z.looseObject({ scenarioId: z.string() })

/**
 * Sent by a client that announced it in `auth.login`. The server answers with the same subject, so that both sides know that the
 * connection is alive. `isVisible` says whether a person can see the page.
 */
const heartbeatSchema = z.object({
  subject: z.literal('heartbeat'),
  data: z.object({ isVisible: z.optional(z.boolean()) }),
})

/**
 * The messages of a client: its login (with its token, and whether it accepts arrays of messages, sends heartbeats and ignores
 * subjects, keys and values that it does not know), and heartbeats.
 */
export const clientMessageSchema = z.discriminatedUnion('subject', [
  z.object({
    subject: z.literal('auth.login'),
    data: z.object({
      token: z.string().check(z.maxLength(4_096)),
      batch: z.optional(z.boolean()),
      heartbeat: z.optional(z.boolean()),
      tolerant: z.optional(z.boolean()),
      /** Whether the browser of the page keeps a copy of the home. */
      keepsHome: z.optional(z.boolean()),
    }),
  }),
  heartbeatSchema,
])
export type ClientMessage = z.infer<typeof clientMessageSchema>

/** The messages without devices. */
const plainMessages = [
  z.object({
    subject: z.literal('auth.accepted'),
    data: z.object({
      expiresAt: z.string(),
      /** The build of the web app that the server has, and when the oldest one was made that may still be used; absent without one. */
      build: z.optional(buildSchema),
      oldest: z.optional(z.string()),
    }),
  }),
  /**
   * `sharing.updated`: all sharing of the account was frozen or resumed. `rooms.updated`: its rooms or preferences changed.
   * `roles.updated`: a change of roles that it gave or received, or of offered devices. `bridges.updated`: a change or a use of its
   * connected apps. `discovery.updated`: a change of the hardware that was found. `approvals.updated`: a bridge asks to unlock a door
   * that the account may unlock, or no longer asks.
   */
  z.object({
    subject: z.literal([
      'heartbeat',
      'auth.expired',
      'auth.rejected',
      'groups.updated',
      'moments.updated',
      'sharing.updated',
      'rooms.updated',
      'roles.updated',
      'bridges.updated',
      'discovery.updated',
      'approvals.updated',
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
  /** How many notifications the account has not seen. */
  z.object({ subject: z.literal('notifications.updated'), data: z.object({ unseen: z.int() }) }),
  /** An app of another maker asks which device this is: it is to be marked for so many seconds, 0 for no more. */
  z.object({
    subject: z.literal('bridges.identify'),
    data: z.object({ deviceId: z.string(), seconds: z.int().check(z.gte(0)) }),
  }),
  z.object({ subject: z.literal('device.deleted'), data: z.object({ deviceId: z.string() }) }),
] as const

const deviceSubjects = z.literal(['device.created', 'device.updated'])
const stateSubject = z.literal('device.state_update')

export const serverMessageSchema = z.discriminatedUnion('subject', [
  ...plainMessages,
  z.object({ subject: deviceSubjects, data: z.object({ deviceId: z.string(), device: deviceInfoSchema }) }),
  z.object({ subject: stateSubject, data: stateUpdateSchema }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

/** The data type of the messages of a subject. */
export type MessageData<S extends ServerMessage['subject'], M = ServerMessage> = M extends {
  subject: infer Subjects
  data: infer Data
}
  ? S extends Subjects
    ? Data
    : never
  : never

/** One text frame: a message, or an array of messages for clients that sent `batch: true`. */
export const serverFrameSchema = z.union([serverMessageSchema, z.array(serverMessageSchema)])

/** A message as a page reads it, which may be older than its server. */
const messageReading = z.discriminatedUnion('subject', [
  ...plainMessages,
  z.object({ subject: deviceSubjects, data: z.object({ deviceId: z.string(), device: deviceReading }) }),
  z.object({ subject: stateSubject, data: z.object({ ...stateUpdateSchema.shape, state: stateReading }) }),
])
const ofDevice = z.object({ subject: deviceSubjects, data: z.object({ deviceId: z.string() }) })

/** The messages of a frame that are readable, the ids of devices whose info is not, and how many other messages are not. */
export interface FrameRead {
  messages: ServerMessage[]
  unreadable: string[]
  unknown: number
}

/** Reads each message of a frame by itself, so that one that is unknown does not take the others with it. */
export function readFrame(frame: unknown): FrameRead {
  const read: FrameRead = { messages: [], unreadable: [], unknown: 0 }
  for (const said of Array.isArray(frame) ? frame : [frame]) {
    const message = messageReading.safeParse(said)
    if (message.success) read.messages.push(message.data)
    else {
      const device = ofDevice.safeParse(said)
      if (device.success) read.unreadable.push(device.data.data.deviceId)
      else read.unknown += 1
    }
  }
  return read
}
