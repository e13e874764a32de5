import * as http from 'node:http'
import * as https from 'node:https'
import type { Clock } from '#platform/clock.ts'
import { outsideLookup, readOutsideUrl } from '#platform/http/outside-address.ts'
import type { AddressRule } from '#platform/mqtt/joined/address-rule.ts'
import type { Resolve } from '#platform/mqtt/joined/broker-socket.ts'
import type { Answer } from './retries.ts'

const ANSWER_MS = 10_000
const ANSWER_MAX_BYTES = 1_024
const HEADERS_MAX_BYTES = 8_192
/** Most servers keep a connection for at least 5 s. */
const KEPT_MS = 4_000
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

  const begin = (url: URL, { headers, body }: WebhookMessage, signal: AbortSignal): http.ClientRequest => {
    const options = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Senca',
        ...headers,
      },
      lookup: outsideLookup(url, { rule, resolve }),
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
      const url = readOutsideUrl(message.url, rule)
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
