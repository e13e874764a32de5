import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { control } from './control.ts'
import type { Fleet } from './fleet.ts'

const BODY_MAX_BYTES = 16_384

/** An HTTP server on loopback: `GET /devices` lists the devices, `POST /control` accepts one control message. */
export interface ControlServer {
  port: number
  stop(): void
}

export async function startControlServer(fleet: Fleet, port: number): Promise<ControlServer> {
  const server = createServer((request, response) => {
    void serve(fleet, request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: isAddress(address) ? address.port : port,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  address !== null && typeof address !== 'string'

async function serve(fleet: Fleet, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  // A web page that is open on this machine must not control the simulator: foreign hosts and simple forms are refused.
  if (!isOwnHost(request)) {
    answer(403, { ok: false, error: 'foreign host' })
    return
  }
  if (request.method === 'GET' && request.url === '/devices') {
    answer(200, fleet.list())
    return
  }
  if (request.method !== 'POST' || request.url !== '/control') {
    answer(404, { ok: false, error: 'GET /devices or POST /control' })
    return
  }
  if (request.headers['content-type'] !== 'application/json') {
    answer(415, { ok: false, error: 'application/json is expected' })
    return
  }
  const body = await bodyOf(request).catch(() => null)
  if (body === null) {
    answer(413, { ok: false, error: 'too large' })
    return
  }
  const result = control(fleet, body)
  answer(result.ok ? 200 : 400, result)
}

/** Whether the `Host` header names this machine. Protects against DNS rebinding. */
export const isOwnHost = ({ headers }: IncomingMessage): boolean =>
  /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')

/** The body of a request as text. Throws if it is too large. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > BODY_MAX_BYTES) throw new Error('too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
