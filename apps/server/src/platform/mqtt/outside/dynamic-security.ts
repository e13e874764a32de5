import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { ApiError } from '../../errors.ts'
import { parseJson } from '../../parse-json.ts'
import type { DeviceLogins } from '../broker.ts'
import { isSpaceUsername } from '../spaces.ts'
import type { BrokerConnection } from './broker-connection.ts'

const CONTROL_TOPIC = '$CONTROL/dynamic-security/v1'
const RESPONSE_TOPIC = `${CONTROL_TOPIC}/response`
const TIMEOUT_MS = 10_000
/** The maximum number of commands in one message. */
const COMMANDS_AT_ONCE = 100
const PAGE = 1_000
/** The name contains a version, because changed rights need a new role. */
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

/**
 * The rights of a device to its own topics [DP3]. Written without placeholders, because they differ between versions of the
 * plug-in.
 */
const deviceRights = (id: string) => [
  ...['status', 'state', 'result'].map((topic) => allow('publishClientSend', `senca/${id}/${topic}`)),
  allow('publishClientReceive', `senca/${id}/command`),
  allow('subscribeLiteral', `senca/${id}/command`),
  allow('unsubscribeLiteral', `senca/${id}/command`),
]

const roleOf = (id: string) => `senca-device-${id}`
const homeRoleOf = (username: string) => `senca-home-${username}`
const EXISTS = /already exists/i
const NOT_FOUND = /not found/i

/** The rights of a login to the space of an account. */
const homeRights = (topicPrefix: string) =>
  ['publishClientSend', 'publishClientReceive', 'subscribePattern', 'unsubscribePattern'].map((acltype) =>
    allow(acltype, `${topicPrefix}#`),
  )

export interface DynamicSecurity extends DeviceLogins {
  /**
   * Gives the server the rights that it needs besides controlling the plug-in. Its connections are closed if rights were missing.
   */
  grantServer(): Promise<void>
}

type Connection = Pick<BrokerConnection, 'publish' | 'want' | 'settled' | 'onMessage' | 'onBack'>

/** The Dynamic Security plug-in of Mosquitto, version 2.0 or newer, over its topic `$CONTROL/dynamic-security/v1`. */
export function createDynamicSecurity(connection: Connection, username: string): DynamicSecurity {
  const waiting = new Map<string, { resolve(response: Response): void; reject(): void }>()
  connection.want(RESPONSE_TOPIC, { qos: 1 })
  connection.onMessage(({ topic, payload }) => {
    if (topic !== RESPONSE_TOPIC) return
    const { data } = z.safeParse(responseSchema, parseJson(Buffer.from(payload).toString('utf8')))
    for (const response of data?.responses ?? [])
      waiting.get(response.correlationData ?? '')?.resolve(response)
  })
  // The answers went to the connection before this one.
  connection.onBack(() => {
    for (const { reject } of [...waiting.values()]) reject()
  })

  const answerTo = (id: string): Promise<Response> =>
    new Promise((resolve, reject) => {
      const forget = () => {
        clearTimeout(timer)
        waiting.delete(id)
      }
      const giveUp = () => {
        forget()
        reject(new ApiError('internal_error', { status: 503, message: 'The broker does not answer.' }))
      }
      const timer = setTimeout(giveUp, TIMEOUT_MS)
      waiting.set(id, {
        resolve(response) {
          forget()
          resolve(response)
        },
        reject: giveUp,
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

  /** Throws if a command failed for any other reason than an ignored one, by default that something already exists. */
  const sendAll = async (commands: readonly Command[], ignored = EXISTS): Promise<Response[]> => {
    const responses: Response[] = []
    for (let start = 0; start < commands.length; start += COMMANDS_AT_ONCE)
      responses.push(...(await send(commands.slice(start, start + COMMANDS_AT_ONCE))))
    const failed = responses.find(({ error }) => error !== undefined && !ignored.test(error))
    if (failed !== undefined) throw new Error(`The broker refuses ${failed.command}: ${failed.error}`)
    return responses
  }

  return {
    async grantServer() {
      const [own] = await sendAll([{ command: 'getClient', username }])
      const { data } = z.safeParse(ownSchema, own?.data)
      if (data?.client.roles?.some(({ rolename }) => rolename === SERVER_ROLE) === true) return
      await sendAll([{ command: 'createRole', rolename: SERVER_ROLE, acls: SERVER_RIGHTS }])
      // The plug-in closes the connections of a client whose roles change, also this one, so there may be no answer.
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
          return names.filter((name) => name !== username && !isSpaceUsername(name))
      }
    },

    homes: {
      async set({ username: name, password, topicPrefix }) {
        const rolename = homeRoleOf(name)
        await sendAll([{ command: 'createRole', rolename, acls: homeRights(topicPrefix) }])
        await sendAll([
          { command: 'createClient', username: name, clientid: name, password, roles: [{ rolename }] },
        ])
      },
      async remove(usernames) {
        await sendAll(
          usernames.flatMap((name) => [
            { command: 'deleteClient', username: name },
            { command: 'deleteRole', rolename: homeRoleOf(name) },
          ]),
          NOT_FOUND,
        )
      },
    },
  }
}
