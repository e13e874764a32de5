import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { parseJson } from '#platform/http/bodies.ts'
import { isSameSecret } from '#platform/http/operator-access.ts'
import type { BrokerDoors } from '#platform/mqtt/broker.ts'
import {
  emqxActionSchema,
  emqxEndSchema,
  emqxSignInSchema,
  vernePublishSchema,
  verneSignInSchema,
  verneSubscribeSchema,
} from './hook-bodies.ts'

interface HookOptions {
  doors: BrokerDoors
  secret: string
  clock: Clock
}

type Answer = Record<string, unknown>

const DENY: Answer = { result: 'deny' }
const VERNE_NO: Answer = { result: { error: 'not_allowed' } }
/** The MQTT return code for a refused subscription. */
const REFUSED_QOS = 128
/** Another connection of the same client has replaced the one that ended. */
const NO_ENDS: ReadonlySet<string> = new Set(['takenover', 'discarded'])

const querySchema = z.object({ secret: z.optional(z.string().check(z.maxLength(1_000))) })
const bytesSchema = z.instanceof(Buffer)

function bodyOf(request: FastifyRequest): unknown {
  const bytes = z.safeParse(bytesSchema, request.body)
  if (!bytes.success) return null
  try {
    return parseJson(bytes.data)
  } catch {
    return null
  }
}

/** `auth_on_register_m5` is the same for MQTT 5 clients. */
const verneHookOf = ({ headers }: FastifyRequest): string | null => {
  const hook = headers['vernemq-hook']
  return typeof hook === 'string' ? hook.replace(/_m5$/, '') : null
}

/**
 * The requests of an external broker: HTTP authentication and authorization of EMQX, and webhooks of VerneMQ at the same paths.
 * The status is always 200; a body that cannot be read is denied.
 */
export const brokerHookRoutes: FastifyPluginAsyncZod<HookOptions> = async (app, { doors, secret, clock }) => {
  const isBroker = (request: FastifyRequest): boolean => {
    const [, bearer] = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '') ?? []
    const named = z.safeParse(querySchema, request.query)
    const shown = bearer ?? (named.success ? named.data.secret : undefined)
    return shown !== undefined && isSameSecret(shown, secret)
  }
  const route = (summary: string) => ({
    // A broker may reach the server under any host name.
    config: { access: 'public' as const, rawBody: true, anyHost: isBroker },
    schema: { summary, response: { 200: z.record(z.string(), z.unknown()) } },
  })
  const take =
    (answer: (request: FastifyRequest, reply: FastifyReply) => Promise<Answer> | Answer) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
      if (!isBroker(request)) throw new ApiError('insufficient_permission')
      // VerneMQ caches an answer according to this header.
      reply.header('cache-control', 'no-store')
      return answer(request, reply)
    }

  app.post(
    '/auth/broker/authenticate',
    route('Decide whether a client may connect to the broker, for EMQX and VerneMQ'),
    take(async (request) => {
      const body = bodyOf(request)
      if (verneHookOf(request) !== null) {
        const asked = z.safeParse(verneSignInSchema, body)
        if (!asked.success) return VERNE_NO
        const { client_id: clientId, username, password } = asked.data
        const signIn = { clientId, username: username ?? '', password: password ?? '' }
        const { verdict } = await doors.authenticate(signIn)
        return verdict === 'allow' ? { result: 'ok' } : VERNE_NO
      }
      const asked = z.safeParse(emqxSignInSchema, body)
      if (!asked.success) return DENY
      const { clientid: clientId, username, password } = asked.data
      const signIn = { clientId, username: username ?? '', password: password ?? '' }
      const { verdict, isServer, endsAt, home } = await doors.authenticate(signIn)
      if (verdict !== 'allow') return { result: verdict }
      return {
        result: 'allow',
        is_superuser: isServer,
        ...(home === undefined ? {} : { client_attrs: { home } }),
        ...(endsAt === null ? {} : { expire_at: Math.floor(endsAt.getTime() / 1_000) }),
      }
    }),
  )

  app.post(
    '/auth/broker/authorize',
    route('Decide whether a client of the broker may publish or subscribe, for EMQX and VerneMQ'),
    take(async (request) => {
      const body = bodyOf(request)
      const hook = verneHookOf(request)
      if (hook === 'auth_on_subscribe') {
        const asked = z.safeParse(verneSubscribeSchema, body)
        if (!asked.success) return VERNE_NO
        const { client_id: clientId, username, topics } = asked.data
        const granted = topics.map(async ({ topic, qos }) => {
          const action = { clientId, username: username ?? '', action: 'subscribe' as const, topic }
          return { topic, qos: (await doors.authorize(action)) === 'allow' ? qos : REFUSED_QOS }
        })
        return { result: 'ok', topics: await Promise.all(granted) }
      }
      if (hook !== null) {
        const asked = z.safeParse(vernePublishSchema, body)
        if (hook !== 'auth_on_publish' || !asked.success) return VERNE_NO
        const { client_id: clientId, username, topic } = asked.data
        const action = { clientId, username: username ?? '', action: 'publish' as const, topic }
        return (await doors.authorize(action)) === 'allow' ? { result: 'ok' } : VERNE_NO
      }
      const asked = z.safeParse(emqxActionSchema, body)
      if (!asked.success) return DENY
      const { clientid: clientId, username, action, topic, mountpoint } = asked.data
      return {
        result: await doors.authorize({
          clientId,
          username: username ?? '',
          action,
          topic,
          mountpoint: mountpoint ?? undefined,
        }),
      }
    }),
  )

  app.post(
    '/auth/broker/disconnected',
    route('Receive that a connection to the broker has ended, for EMQX'),
    take((request) => {
      const ended = z.safeParse(emqxEndSchema, bodyOf(request))
      if (!ended.success || NO_ENDS.has(ended.data.reason)) return {}
      const { clientid, disconnected_at: at } = ended.data
      doors.ended(clientid, at === undefined ? clock.now() : new Date(at))
      return {}
    }),
  )
}
