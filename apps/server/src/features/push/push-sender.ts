import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import webPush, { type Urgency } from 'web-push'
import type { Clock } from '#platform/clock.ts'
import { isLoopbackName } from '#platform/http/loopback.ts'
import { type AddressRule, allowedAddresses } from '#platform/mqtt/joined/address-rule.ts'
import { type PushConfig, serviceNameOf } from '#platform/process/push-config.ts'
import type { ServiceAnswer } from './outcomes.ts'
import type { PushKeys } from './push-keys.store.ts'

const ANSWER_TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 4_096
const AT_ONCE = 64
const TOKEN_TTL_MS = 12 * 3_600_000
/** A token is renewed early enough that no service finds it expired. */
const TOKEN_USED_MS = TOKEN_TTL_MS - 3_600_000
const HTTPS_PORT = 443

/** Only addresses that everybody on the internet could reach, whatever a name says. */
const RULE: AddressRule = { join: 'public', ownPorts: [], ownAddresses: () => [] }

/** What a subscription says: where it is, and the keys of the phone, base64url. */
export interface Endpoint {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

interface SenderOptions {
  config: Pick<PushConfig, 'subject' | 'services'>
  /** All addresses of a name. Rejects if it has none. */
  resolve(host: string): Promise<string[]>
  clock: Pick<Clock, 'now'>
}

interface Sending {
  message: string
  ttlSeconds: number
  urgency: Urgency
  topic: string
}

/** Sends messages to push services: only to known ones, at addresses checked for each connection, without redirects [PK32]. */
export function createPushSender({ config, resolve, clock }: SenderOptions) {
  const lookup: LookupFunction = (name, { all }, callback) => {
    const refused = (reason: string) => callback(new Error(reason), [])
    resolve(name).then(
      (addresses) => {
        const allowed = allowedAddresses(RULE, addresses, HTTPS_PORT)
        const [first] = allowed
        if (first === undefined) refused('its address is not public')
        else if (all === true)
          callback(
            null,
            allowed.map((address) => ({ address, family: isIP(address) })),
          )
        else callback(null, first, isIP(first))
      },
      () => refused('its name has no address'),
    )
  }
  const options = { keepAlive: true, maxSockets: AT_ONCE, maxFreeSockets: AT_ONCE }
  const https = new HttpsAgent({ ...options, lookup })
  const http = new HttpAgent(options)
  const tokens = new Map<string, { authorization: string; madeAt: number }>()
  /** A message is encrypted in its own turn of the event loop, so that commands do not wait for many. */
  const encryption = pLimit(1)

  /** The signed token for a push service, reused until shortly before its end [PK25]. */
  const authorizationFor = (origin: string, keys: PushKeys): string => {
    const now = clock.now().getTime()
    const key = `${origin} ${keys.publicKey}`
    const known = tokens.get(key)
    if (known !== undefined && Math.abs(now - known.madeAt) < TOKEN_USED_MS) return known.authorization
    const expiration = Math.floor((now + TOKEN_TTL_MS) / 1_000)
    const { Authorization: authorization } = webPush.getVapidHeaders(
      origin,
      config.subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
      expiration,
    )
    tokens.set(key, { authorization, madeAt: now })
    return authorization
  }

  const post = (url: URL, headers: Record<string, string | number>, body: Buffer): Promise<ServiceAnswer> =>
    new Promise((resolve) => {
      const isHttps = url.protocol === 'https:'
      const none = () => resolve({ status: null, retryAfter: null })
      // An address in the endpoint itself is not looked up.
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      const isAllowed =
        isIP(literal) === 0 ||
        (isHttps ? allowedAddresses(RULE, [literal], HTTPS_PORT).length > 0 : isLoopbackName(url.hostname))
      if (!isAllowed) return none()
      const request = (isHttps ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers,
        agent: isHttps ? https : http,
      })
      const timer = setTimeout(() => request.destroy(), ANSWER_TIMEOUT_MS)
      request.on('close', () => clearTimeout(timer))
      request.on('error', none)
      request.on('response', (response) => {
        const { statusCode = null } = response
        const retryAfter = response.headers['retry-after'] ?? null
        const done = () => resolve({ status: statusCode, retryAfter })
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > ANSWER_MAX_BYTES) response.destroy()
        })
        response.on('close', done).on('error', done)
      })
      request.end(body)
    })

  return {
    /** Never rejects: what cannot be sent has no answer. */
    async send(to: Endpoint, keys: PushKeys, sending: Sending): Promise<ServiceAnswer> {
      const { message, ttlSeconds, urgency, topic } = sending
      if (serviceNameOf(config.services, to.endpoint) === null) return { status: 400, retryAfter: null }
      const url = new URL(to.endpoint)
      const made = await encryption(async () => {
        await nextTurn()
        return webPush.generateRequestDetails(to, message, {
          TTL: ttlSeconds,
          contentEncoding: 'aes128gcm',
          topic,
          urgency,
          headers: { Authorization: authorizationFor(url.origin, keys) },
        })
      })
      return post(url, headersOf(made.headers), made.body)
    },
    stop() {
      https.destroy()
      http.destroy()
    },
  }
}

const headersOf = (headers: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )

export type PushSender = ReturnType<typeof createPushSender>
