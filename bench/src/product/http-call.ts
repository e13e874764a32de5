import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

interface HttpRequest {
  method: string
  /** Including the query, as it is sent. */
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array | undefined
  timeoutMs?: number
}

export interface HttpAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  tookMs: number
}

/** Thrown if no complete answer came within the time limit. */
export class HangError extends Error {}

const TIMEOUT_MS = 20_000

export type HttpCall = (asked: HttpRequest) => Promise<HttpAnswer>

export interface HttpCaller {
  call: HttpCall
  /** Whether the last call reached the server. */
  isReached(): boolean
  end(): void
}

/**
 * Calls to one server over kept-alive connections. A call rejects with the network error, or with a `HangError` at the time
 * limit.
 */
export function createHttpCall(url: string, maxSockets = 512): HttpCaller {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets })
  let isReached = true
  const call: HttpCall = ({ method, path, headers = {}, body, timeoutMs = TIMEOUT_MS }) =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now()
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } }
      const sent = request(options, (answer) => {
        isReached = true
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () => {
          clearTimeout(timer)
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            tookMs: performance.now() - startedMs,
          })
        })
      })
      const fail = (error: Error): void => {
        clearTimeout(timer)
        isReached = !('code' in error && error.code === 'ECONNREFUSED')
        reject(error)
      }
      const timer = setTimeout(
        () => sent.destroy(new HangError(`${method} ${path}: no answer in ${timeoutMs} ms`)),
        timeoutMs,
      )
      sent.on('error', fail)
      sent.end(body)
    })
  return { call, isReached: () => isReached, end: () => agent.destroy() }
}
