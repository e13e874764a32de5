import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { deviceSetupRequestSchema } from '@senca/contract/setup'
import { bodyOf, isOwnHost } from '../control-server.ts'
import { parseJson } from '../json.ts'
import { foundNetworks } from './air.ts'
import type { DeviceInSetup } from './device-in-setup.ts'
import { SETUP_PAGE, SETUP_PAGE_HEADERS } from './setup-page.ts'

/** The HTTP server of a device in its set-up network, simulated on a port of this machine. */
export interface SetupServer {
  port(): number
  /** Starts or stops the server, because it is reachable only through the set-up network. */
  setOpen(isOpen: boolean): void
  stop(): void
}

export async function startSetupServer(device: DeviceInSetup, wishedPort: number): Promise<SetupServer> {
  let port = wishedPort
  let server: Server | null = null
  const close = (): void => {
    server?.close()
    // Requests in progress are still answered.
    server?.closeIdleConnections()
    server = null
  }
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = createServer((request, response) => void serve(device, request, response))
      next.once('error', reject)
      next.listen(port, '127.0.0.1', () => {
        const address = next.address()
        if (address !== null && typeof address !== 'string') port = address.port
        resolve()
      })
      server = next
    })
  await open()
  return {
    port: () => port,
    setOpen(isOpen) {
      if (!isOpen) close()
      else if (server === null) open().catch(() => {})
    },
    stop() {
      const last = server
      close()
      last?.closeAllConnections()
    },
  }
}

async function serve(
  device: DeviceInSetup,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.end(JSON.stringify(body))
  }
  // A page of another site that is open on the same phone must not set up the device: simple forms are refused.
  if (!isOwnHost(request)) return answer(403, { error: 'foreign host' })
  switch (`${request.method} ${request.url?.split('?')[0]}`) {
    case 'GET /':
      response.writeHead(200, SETUP_PAGE_HEADERS)
      response.end(SETUP_PAGE)
      return
    case 'GET /setup':
      return answer(200, device.describe())
    case 'GET /setup/networks':
      return answer(200, foundNetworks())
    case 'POST /setup': {
      if (request.headers['content-type']?.split(';')[0] !== 'application/json')
        return answer(415, { error: 'application/json is expected' })
      const body = await bodyOf(request).catch(() => null)
      if (body === null) return answer(413, { error: 'too large' })
      const wanted = deviceSetupRequestSchema.safeParse(parseJson(body))
      if (!wanted.success)
        return answer(400, { error: 'malformed', key: String(wanted.error.issues[0]?.path[0] ?? '') })
      device.join(wanted.data)
      return answer(202, {})
    }
    default:
      return answer(404, { error: 'GET /setup, GET /setup/networks or POST /setup' })
  }
}
