import { createServer, type IncomingMessage } from 'node:http'
import type { FakeClock } from '../fake-clock.ts'
import { startOnLoopback } from './loopback-server.ts'

interface Grant {
  accessToken: string
  refreshToken: string
  endsAt: number
}
interface Instead {
  status: number
  body: string
  headers?: Record<string, string>
}

export const NETATMO_CLIENT = { id: 'client-of-the-tests', secret: 'secret-of-the-tests' }
const LIFE_SECONDS = 10_800

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

/**
 * A fake Netatmo on this machine according to its documentation: codes are valid once, and each renewal invalidates the previous
 * tokens.
 */
export async function createNetatmoDouble({ clock }: { clock: FakeClock }) {
  let count = 0
  const next = (kind: string) => {
    count += 1
    return `${kind}-${count}`
  }
  const codes = new Map<string, string>()
  let grants: Grant[] = []
  let stations: unknown[] = []
  let broken: ((path: string) => Instead | null) | null = null
  const asked: string[] = []

  const grant = () => {
    const made = {
      accessToken: next('access'),
      refreshToken: next('refresh'),
      endsAt: clock.now().getTime() + LIFE_SECONDS * 1_000,
    }
    grants.push(made)
    const { accessToken, refreshToken } = made
    return {
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: LIFE_SECONDS,
      expire_in: LIFE_SECONDS,
      scope: ['read_station'],
    }
  }
  const answerToken = (form: URLSearchParams): [number, unknown] => {
    const isClient =
      form.get('client_id') === NETATMO_CLIENT.id && form.get('client_secret') === NETATMO_CLIENT.secret
    if (!isClient) return [400, { error: 'invalid_client' }]
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? ''
      const isGood = codes.get(code) === form.get('redirect_uri')
      codes.delete(code)
      return isGood ? [200, grant()] : [400, { error: 'invalid_grant' }]
    }
    const old = grants.find(({ refreshToken }) => refreshToken === form.get('refresh_token'))
    if (old === undefined) return [400, { error: 'invalid_grant' }]
    grants = grants.filter((other) => other !== old)
    return [200, grant()]
  }
  const answerStations = (authorization: string | undefined): [number, unknown] => {
    const known = grants.find(({ accessToken }) => authorization === `Bearer ${accessToken}`)
    if (known === undefined) return [403, { error: { code: 2, message: 'Invalid access token' } }]
    if (known.endsAt <= clock.now().getTime())
      return [403, { error: { code: 3, message: 'Access token expired' } }]
    return [200, { body: { devices: stations, user: { mail: 'x@example.com' } }, status: 'ok' }]
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://netatmo')
    const form = await formOf(request)
    asked.push(pathname === '/oauth2/token' ? `${pathname} ${form.get('grant_type')}` : pathname)
    const instead = broken?.(pathname) ?? null
    if (instead !== null) return response.writeHead(instead.status, instead.headers).end(instead.body)
    const [status, body] =
      pathname === '/oauth2/token'
        ? answerToken(form)
        : pathname === '/api/getstationsdata'
          ? answerStations(request.headers.authorization)
          : [404, { error: { code: 404, message: 'Not found' } }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const { url, close } = await startOnLoopback(server)

  return {
    url,
    /** The paths of all requests; those for tokens with their grant type. */
    asked,
    grants: (): readonly Grant[] => grants,
    /** A person allows or refuses access. Returns the redirect as path and query. */
    authorize(asking: string, isRefused = false): string {
      const at = new URL(asking)
      const ask = at.searchParams
      if (at.origin !== url || at.pathname !== '/oauth2/authorize') throw new Error(`not Netatmo: ${asking}`)
      if (ask.get('client_id') !== NETATMO_CLIENT.id || ask.get('scope') !== 'read_station')
        throw new Error(`asks for something else: ${asking}`)
      const back = new URL(ask.get('redirect_uri') ?? '')
      const code = next('code')
      if (!isRefused) codes.set(code, ask.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({
        state: ask.get('state') ?? '',
        ...(isRefused ? { error: 'access_denied' } : { code }),
      }).toString()
      return back.pathname + back.search
    },
    setStations(next: unknown[]) {
      stations = next
    },
    /** A person removes the app in their Netatmo account. */
    revokeAll() {
      grants = []
    },
    breakWith(how: typeof broken) {
      broken = how
    },
    close,
  }
}

export type NetatmoDouble = Awaited<ReturnType<typeof createNetatmoDouble>>
