import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { serveHealth } from './health.ts'
import { createKnownHosts, urlHostOf } from './hosts.ts'
import { createHttpServer, type HttpServer } from './server.ts'

describe('the names of this server', () => {
  it.each([
    ['of PUBLIC_URL', 'senca.example', true],
    ['of PUBLIC_URL, with a port and in capitals', 'SENCA.example:8443', true],
    ['of HOST', 'home.lan:8080', true],
    ['of this machine', 'localhost', true],
    ['of this machine, v6', '[::1]:8080', true],
    ['the address that the connection came in on', '192.0.2.7:8080', true],
    ['none, as HTTP/1.0 sends', undefined, true],
    ['another address', '192.0.2.8:8080', false],
    ['another address of this machine', '127.0.0.2:8080', false],
    ['another name', 'evil.example', false],
    ['a name below that of PUBLIC_URL', 'evil.senca.example', false],
    ['a name that hides another', 'senca.example@evil.example', false],
    ['no name at all', '', false],
  ])('%s', (_name, host, expected) => {
    const isKnown = createKnownHosts({ publicUrl: 'https://senca.example', host: 'home.lan' })
    expect(isKnown(host, '192.0.2.7')).toBe(expected)
  })

  it.each([
    ['[fd00::7]:8080', 'fd00::7', true],
    ['[FD00:0::7]', 'fd00::7', true],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['[fe80::7]', 'fe80::7%eth0', true],
    ['[fd00::8]', 'fd00::7', false],
    ['192.0.2.7', undefined, false],
  ])('%s for a connection to %s', (host, localAddress, expected) => {
    const isKnown = createKnownHosts({ publicUrl: 'https://senca.example', host: '::' })
    expect(isKnown(host, localAddress)).toBe(expected)
  })
})

it.each([
  ['::1', '[::1]'],
  ['127.0.0.1', '127.0.0.1'],
  ['home.lan', 'home.lan'],
])('%s stands in a URL as %s', (host, written) => expect(urlHostOf(host)).toBe(written))

describe('a server that others can connect to', () => {
  let http: HttpServer
  afterEach(() => http.close())

  const statusOf = async (
    url: string,
    headers: Record<string, string>,
    trustProxy: false | string[] = false,
  ) => {
    const config = { publicUrl: 'https://senca.example', host: '0.0.0.0', trustProxy }
    http = await createHttpServer(config, createLogger('silent'))
    http.get('/', { schema: { hide: true } }, async () => ({}))
    http.post('/auth/change', { schema: { hide: true } }, async () => ({}))
    serveHealth(http, async () => [], {})
    const method = url === '/auth/change' ? 'POST' : 'GET'
    return (await http.inject({ method, url, headers })).statusCode
  }
  const foreign = { host: 'evil.example' }

  it.each([
    ['a page under its name', '/', { host: 'senca.example' }, 200],
    ['a page under a foreign name', '/', foreign, 400],
    [
      'a change under a foreign name from its page',
      '/auth/change',
      { ...foreign, origin: 'http://evil.example' },
      400,
    ],
    ['its health under a foreign name', '/healthz', foreign, 200],
  ])('answers %s', async (_name, url, headers, status) => {
    expect(await statusOf(url, headers)).toBe(status)
  })

  it('takes a page at another address of this machine for a foreign one', async () => {
    const headers = { host: 'localhost:8080' }
    const from = (origin: string) => statusOf('/auth/change', { ...headers, origin })
    expect(await from('http://127.0.0.2:8080')).toBe(403)
    await http.close()
    expect(await from('http://[::1]:8080')).toBe(200)
  })

  it.each([
    ['two hosts', '/healthz', ['Host: senca.example', 'Host: evil.example']],
    ['one host twice', '/healthz', ['Host: senca.example', 'host: senca.example']],
    ['an address that names a host', 'http://senca.example/healthz', ['Host: senca.example']],
  ])('refuses a request with %s', async (_name, url, headers) => {
    const config = { publicUrl: 'https://senca.example', host: '0.0.0.0', trustProxy: false } as const
    http = await createHttpServer(config, createLogger('silent'))
    serveHealth(http, async () => [], {})
    const address = new URL(await http.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' }))
    const socket = connect(Number(address.port), address.hostname)
    socket.write([`GET ${url} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))
    expect(String(await once(socket, 'data').then(([data]) => data))).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })

  it('does not take a foreign name from a proxy either', async () => {
    const forwarded = { host: 'localhost', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' }
    expect(await statusOf('/auth/change', forwarded, ['127.0.0.1'])).toBe(400)
    expect(await statusOf('/', { ...forwarded, 'x-forwarded-host': 'senca.example' }, ['127.0.0.1'])).toBe(
      200,
    )
  })
})
