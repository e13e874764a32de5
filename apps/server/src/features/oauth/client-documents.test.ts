import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createClientDocuments, isDocumentAddress } from './client-documents.ts'

const HOUR_MS = 3_600_000
const HOST = 'client.example'
const AUTHORITY = issue('Documents', null, [CA])
const GOOD = { client_name: 'Claude', redirect_uris: ['https://client.example/back'] }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server of documents for a name that is resolved to this computer. */
async function serve(answer: RequestListener, name = HOST) {
  const { pem, pair } = issue(name, AUTHORITY, [{ extname: 'subjectAltName', array: [{ dns: name }] }])
  const sockets = new Set<Socket>()
  const asked: string[] = []
  const server = createServer({ cert: pem, key: pair.privatePem }, (request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.on('secureConnection', (socket) => void sockets.add(socket))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closers.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = Object(server.address()) as AddressInfo
  return { id: `https://${HOST}:${port}/client.json`, port, asked }
}

function reader({
  join = 'any',
  resolve = async () => ['127.0.0.1'],
}: {
  join?: 'any' | 'public'
  resolve?: (host: string) => Promise<string[]>
} = {}) {
  const clock = createFakeClock()
  const rule = { join, ownPorts: [], ownAddresses: () => [] }
  return { clock, ...createClientDocuments({ rule, resolve, clock, ca: AUTHORITY.pem }) }
}
const json =
  (value: (id: string) => unknown): RequestListener =>
  (request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(value(`https://${request.headers.host}/client.json`)))

describe('the document of a client [BR43]', () => {
  it('is read, and kept for an hour', async () => {
    const { id, asked } = await serve(json((client_id) => ({ ...GOOD, client_id, logo_uri: 'x' })))
    const { find, clock } = reader()
    expect(await find(id)).toEqual({ name: 'Claude', redirectUris: GOOD.redirect_uris })
    clock.advance(HOUR_MS - 1)
    expect(await find(id)).not.toBeNull()
    expect(asked).toEqual(['/client.json'])
    clock.advance(1)
    expect(await find(id)).not.toBeNull()
    expect(asked).toHaveLength(2)
  })

  it.each<[name: string, value: (id: string) => unknown]>([
    ['about another client', () => ({ ...GOOD, client_id: 'https://other.example/client.json' })],
    ['without an id', () => GOOD],
    ['with a secret', (client_id) => ({ ...GOOD, client_id, client_secret: 'x' })],
    [
      'of a client with a secret',
      (client_id) => ({ ...GOOD, client_id, token_endpoint_auth_method: 'client_secret_post' }),
    ],
    ['with a script as the address', (client_id) => ({ client_id, redirect_uris: ['javascript:alert(1)'] })],
    ['without addresses', (client_id) => ({ client_id, redirect_uris: [] })],
    ['that is a list', () => []],
    ['that is too long', (client_id) => ({ ...GOOD, client_id, more: 'x'.repeat(6_000) })],
  ])('%s is none', async (_name, value) => {
    const { id } = await serve(json(value))
    expect(await reader().find(id)).toBeNull()
  })

  it('is not followed to another address, and other statuses are none', async () => {
    const other = await serve(json((client_id) => ({ ...GOOD, client_id })))
    for (const status of [301, 302, 307, 404, 500, 204]) {
      const { id } = await serve((_request, response) =>
        response.writeHead(status, { location: other.id }).end(),
      )
      expect([status, await reader().find(id)]).toEqual([status, null])
    }
    expect(other.asked).toEqual([])
  })

  it('of 10 MB is cut, and one that comes drop by drop after 10 s', async () => {
    let isClosed = false
    const huge = await serve((_request, response) => {
      response.on('close', () => {
        isClosed = true
      })
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed) if (!response.write(Buffer.alloc(65_536))) return
      }
      response.on('drain', more)
      more()
    })
    expect(await reader().find(huge.id)).toBeNull()
    await vi.waitFor(() => expect(isClosed).toBe(true))

    const slow = await serve((_request, response) => void response.writeHead(200).write('{'))
    const { find, clock } = reader()
    const found = find(slow.id)
    await vi.waitFor(() => expect(slow.asked).toHaveLength(1))
    clock.advance(10_000)
    expect(await found).toBeNull()
  })

  it('with a certificate for another name is none', async () => {
    const { id, asked } = await serve(
      json((client_id) => ({ ...GOOD, client_id })),
      'other.example',
    )
    expect(await reader().find(id)).toBeNull()
    expect(asked).toEqual([])
  })

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::'],
    ['fe80::1'],
    ['::ffff:127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
  ])('of a name that resolves to %s is not fetched on a public server', async (...addresses) => {
    const { id, asked } = await serve(json((client_id) => ({ ...GOOD, client_id })))
    expect(await reader({ join: 'public', resolve: async () => addresses }).find(id)).toBeNull()
    expect(asked).toEqual([])
  })

  it.each([
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['::'],
    ['fe80::1'],
    ['::ffff:169.254.169.254'],
    ['64:ff9b::a9fe:a9fe'],
    ['224.0.0.1'],
  ])('of a name that resolves to %s is fetched on no server [BR58]', async (address) => {
    const { id, asked } = await serve(json((client_id) => ({ ...GOOD, client_id })))
    expect(await reader({ resolve: async () => [address] }).find(id)).toBeNull()
    expect(asked).toEqual([])
  })

  it('is asked for where its name leads at that time, and nowhere else [BR58]', async () => {
    const { id, asked } = await serve(json((client_id) => ({ ...GOOD, client_id })))
    let addresses = ['127.0.0.1']
    const { find, clock } = reader({ resolve: async () => addresses })
    expect(await find(id)).not.toBeNull()
    addresses = ['169.254.169.254']
    clock.advance(HOUR_MS)
    expect(await find(id)).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it('of a literal address of this network is not fetched on a public server', async () => {
    const { port, asked } = await serve(json((client_id) => ({ ...GOOD, client_id })))
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1'])
      expect(await reader({ join: 'public' }).find(`https://${host}:${port}/client.json`)).toBeNull()
    expect(asked).toEqual([])
  })

  it.each([
    'http://client.example/client.json',
    'https://client.example',
    'https://client.example/',
    'https://client.example/client.json#x',
    'https://user@client.example/client.json',
    'https://client.example/a/../client.json',
    'https://CLIENT.example/client.json',
    'https://cli\u0435nt.example/client.json',
    'https://client.example\\@evil.example/client.json',
  ])('%s is no address of one', (id) => {
    expect(isDocumentAddress(id)).toBe(false)
  })
})
