import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { ApiError } from '../../errors.ts'
import type { BrokerConnection } from './broker-connection.ts'

const CONTROL_TOPIC = '$CONTROL/dynamic-security/v1'
const RESPONSE_TOPIC = `${CONTROL_TOPIC}/response`
const PATIENCE_MS = 10_000
/** A message names so many commands at most. */
const COMMANDS_AT_ONCE = 100
const PAGE = 1_000
/** The role changes with its name. */
const SERVER_ROLE = 'senca-server-1'

interface Command {
  command: string
  [field: string]: unknown
}

const responseSchema = z.object({
  responses: z.array(
    z.object({
      command: z.optional(z.string()),
      correlationData: z.optional(z.string()),
      error: z.optional(z.string()),
      data: z.optional(z.unknown()),
    }),
  ),
})
type Response = z.infer<typeof responseSchema>['responses'][number]

const clientsSchema = z.object({ totalCount: z.int(), clients: z.array(z.string()) })
const ownSchema = z.object({
  client: z.object({ roles: z.optional(z.array(z.object({ rolename: z.string() }))) }),
})

const allow = (acltype: string, topic: string) => ({ acltype, topic, priority: 0, allow: true })

const SERVER_RIGHTS = ['senca/#', 'senca-bus/#'].flatMap((topic) => [
  allow('publishClientSend', topic),
  allow('publishClientReceive', topic),
  allow('subscribePattern', topic),
  allow('unsubscribePattern', topic),
])

/** What a device may do with its own topics [DP3]. Placeholders of the plug-in differ between its versions. */
const deviceRights = (id: string) => [
  ...['status', 'state', 'result'].map((topic) => allow('publishClientSend', `senca/${id}/${topic}`)),
  allow('publishClientReceive', `senca/${id}/command`),
  allow('subscribeLiteral', `senca/${id}/command`),
  allow('unsubscribeLiteral', `senca/${id}/command`),
]

const roleOf = (id: string) => `senca-device-${id}`
const EXISTS = /already exists/i

/** Tells the broker who may come in, where it does not ask. */
export interface DeviceLogins {
  /** Makes or changes the logins of devices; a device that was let in by another secret loses its connection. */
  set(logins: readonly { id: string; secret: string }[]): Promise<void>
  /** The user names that it lets in, other than the server's. */
  list(): Promise<string[]>
}

export interface DynamicSecurity extends DeviceLogins {
  /** Gives the server what it needs beyond the rights to control the plug-in; its connections end where that was missing. */
  grantServer(): Promise<void>
}

type Connection = Pick<BrokerConnection, 'publish' | 'want' | 'settled' | 'onMessage'>

/** Mosquitto's plug-in of this name, version 2.0 or newer, by its topic `$CONTROL/dynamic-security/v1`. */
export function createDynamicSecurity(connection: Connection, username: string): DynamicSecurity {
  const waiting = new Map<string, (response: Response) => void>()
  connection.want(RESPONSE_TOPIC, { qos: 1 })
  connection.onMessage(({ topic, payload }) => {
    if (topic !== RESPONSE_TOPIC) return
    const { data } = z.safeParse(responseSchema, parse(payload))
    for (const response of data?.responses ?? []) waiting.get(response.correlationData ?? '')?.(response)
  })

  const answerTo = (id: string): Promise<Response> =>
    new Promise((resolve, reject) => {
      const forget = () => {
        clearTimeout(timer)
        waiting.delete(id)
      }
      const timer = setTimeout(() => {
        forget()
        reject(new ApiError('internal_error', { status: 503, message: 'The broker does not answer.' }))
      }, PATIENCE_MS)
      waiting.set(id, (response) => {
        forget()
        resolve(response)
      })
    })

  const send = async (commands: readonly Command[]): Promise<Response[]> => {
    await connection.settled()
    const named = commands.map((command) => ({ ...command, correlationData: randomUUID() }))
    const answers = Promise.all(named.map(({ correlationData }) => answerTo(correlationData)))
    const payload = JSON.stringify({ commands: named })
    const sent = connection.publish({ topic: CONTROL_TOPIC, payload, qos: 1 }).catch(() => {
      throw new ApiError('internal_error', { status: 503, message: 'The broker is away.' })
    })
    const [responses] = await Promise.all([answers, sent])
    return responses
  }

  /** Throws where one of them failed for another reason than that something is there already. */
  const sendAll = async (commands: readonly Command[]): Promise<Response[]> => {
    const responses: Response[] = []
    for (let start = 0; start < commands.length; start += COMMANDS_AT_ONCE)
      responses.push(...(await send(commands.slice(start, start + COMMANDS_AT_ONCE))))
    const failed = responses.find(({ error }) => error !== undefined && !EXISTS.test(error))
    if (failed !== undefined) throw new Error(`The broker refuses ${failed.command}: ${failed.error}`)
    return responses
  }

  return {
    async grantServer() {
      const [own] = await sendAll([{ command: 'getClient', username }])
      const { data } = z.safeParse(ownSchema, own?.data)
      if (data?.client.roles?.some(({ rolename }) => rolename === SERVER_ROLE) === true) return
      await sendAll([{ command: 'createRole', rolename: SERVER_ROLE, acls: SERVER_RIGHTS }])
      // The plug-in ends the connections of a client whose roles change, this one too: it may not come to an answer.
      const payload = JSON.stringify({
        commands: [{ command: 'addClientRole', username, rolename: SERVER_ROLE }],
      })
      await connection.publish({ topic: CONTROL_TOPIC, payload, qos: 1 })
    },

    async set(logins) {
      await sendAll(
        logins.map(({ id }) => ({ command: 'createRole', rolename: roleOf(id), acls: deviceRights(id) })),
      )
      const made = await sendAll(
        logins.map(({ id, secret }) => ({
          command: 'createClient',
          username: id,
          clientid: id,
          password: secret,
          roles: [{ rolename: roleOf(id) }],
        })),
      )
      const known = logins.filter((_login, nth) => made[nth]?.error !== undefined)
      await sendAll(
        known.map(({ id, secret }) => ({ command: 'setClientPassword', username: id, password: secret })),
      )
    },

    async list() {
      const names: string[] = []
      for (;;) {
        const [page] = await sendAll([{ command: 'listClients', count: PAGE, offset: names.length }])
        const { totalCount, clients } = clientsSchema.parse(page?.data)
        names.push(...clients)
        if (clients.length === 0 || names.length >= totalCount)
          return names.filter((name) => name !== username)
      }
    },
  }
}

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'))
  } catch {
    return null
  }
}
