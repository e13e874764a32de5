import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Clock } from '#platform/clock.ts'
import { type AddressRule, allowedAddresses, isLocalAddress } from '#platform/mqtt/joined/address-rule.ts'
import type { Resolve } from '#platform/mqtt/joined/broker-socket.ts'
import type { Answer } from './retries.ts'

const ANSWER_MS = 10_000
const ANSWER_MAX_BYTES = 1_024
const HEADERS_MAX_BYTES = 8_192
/** Most servers keep a connection for at least 5 s. */
const KEPT_MS = 4_000
const HTTPS_PORT = 443
const LOWEST_PORT = 1_024

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
const portOf = ({ protocol, port }: URL): number =>
  port === '' ? (protocol === 'https:' ? HTTPS_PORT : 80) : Number(port)

/** The addresses of a name that may be connected to. Without encryption only those of private networks. */
function targetsOf(rule: AddressRule, addresses: readonly string[], url: URL): string[] {
  const allowed = allowedAddresses(rule, addresses, portOf(url))
  return url.protocol === 'https:' ? allowed : allowed.filter(isLocalAddress)
}

/** An address of a webhook, if it may be one [BR58]. What a name resolves to is checked at each connection. */
export function readWebhookUrl(text: string, rule: AddressRule): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWay = url.protocol === 'https:' || (url.protocol === 'http:' && rule.join === 'any')
  const port = portOf(url)
  if (!isWay || url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (port !== HTTPS_PORT && port < LOWEST_PORT) return null
  const host = hostOf(url)
  return isIP(host) !== 0 && targetsOf(rule, [host], url).length === 0 ? null : url
}

interface WebhookPostOptions {
  rule: AddressRule
  resolve: Resolve
  clock: Clock
  /** Certificates that are trusted; those of the system if absent. */
  ca?: string
}

export interface WebhookMessage {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Sends messages to webhooks. Their addresses are checked for each connection, and nothing of an answer but its status is kept. */
export function createWebhookPost({ rule, resolve, clock, ca }: WebhookPostOptions) {
  const kept = { keepAlive: true, maxFreeSockets: 1, timeout: KEPT_MS }
  const plain = new http.Agent(kept)
  const secured = new https.Agent(kept)

  const lookupFor =
    (url: URL): LookupFunction =>
    (name, { all }, callback) => {
      resolve(name).then(
        (addresses) => {
          const [first, ...others] = targetsOf(rule, addresses, url)
          if (first === undefined) callback(new Error('The address is not allowed'), [])
          else if (all === true)
            callback(
              null,
              [first, ...others].map((address) => ({ address, family: isIP(address) })),
            )
          else callback(null, first, isIP(first))
        },
        (error: Error) => callback(error, []),
      )
    }

  const begin = (url: URL, { headers, body }: WebhookMessage, signal: AbortSignal): http.ClientRequest => {
    const options = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Senca',
        ...headers,
      },
      lookup: lookupFor(url),
      maxHeaderSize: HEADERS_MAX_BYTES,
      signal,
    }
    const request =
      url.protocol === 'https:'
        ? https.request(url, {
            ...options,
            agent: secured,
            rejectUnauthorized: true,
            minVersion: 'TLSv1.2',
            ...(ca === undefined ? {} : { ca }),
          })
        : http.request(url, { ...options, agent: plain })
    request.end(body)
    return request
  }

  /** Reads the rest of an answer, so that its connection can be used again, unless there is much of it. */
  const drain = (response: http.IncomingMessage, ended: () => void) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > ANSWER_MAX_BYTES) response.destroy()
    })
    response.on('error', () => {})
    response.on('close', ended)
  }

  const attempt = (url: URL, message: WebhookMessage, signal: AbortSignal, ended: () => void) =>
    new Promise<Answer>((answered, failed) => {
      const request = begin(url, message, signal)
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed a kept connection at this moment, so it has not read the message.
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        if (isStale && !signal.aborted) attempt(url, message, signal, ended).then(answered, failed)
        else {
          ended()
          failed(error)
        }
      })
      request.on('response', (response) => {
        drain(response, ended)
        answered({ status: response.statusCode ?? null, retryAfter: response.headers['retry-after'] })
      })
    })

  return {
    /** Sends a message and resolves with the status of the answer, null if there was none within 10 s. */
    async post(message: WebhookMessage): Promise<Answer> {
      const url = readWebhookUrl(message.url, rule)
      if (url === null) return { status: null }
      const controller = new AbortController()
      // Also cuts an answer of which the rest comes slowly.
      const cancel = clock.after(ANSWER_MS, () => controller.abort())
      try {
        return await attempt(url, message, controller.signal, cancel)
      } catch {
        return { status: null }
      }
    },
    /** Closes kept connections. */
    stop() {
      plain.destroy()
      secured.destroy()
    },
  }
}

export type WebhookPost = ReturnType<typeof createWebhookPost>
