import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readOutsideUrl } from '#platform/http/outside-address.ts'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createWebhookPost } from './webhook-post.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const RULES = {
  any: { join: 'any', ownPorts: [], ownAddresses: () => [] },
  public: { join: 'public', ownPorts: [], ownAddresses: () => [] },
} as const

async function listen(answer: RequestListener) {
  const sockets = new Set<Socket>()
  const server = createServer(answer)
  server.on('connection', (socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { url: `http://127.0.0.1:${(Object(server.address()) as AddressInfo).port}/`, sockets }
}

function poster(
  resolve: (host: string) => Promise<string[]> = async () => ['127.0.0.1'],
  more: { rule?: (typeof RULES)[keyof typeof RULES]; ca?: string } = {},
) {
  const clock = createFakeClock()
  const post = createWebhookPost({ rule: RULES.any, resolve, clock, ...more })
  closers.push(post.stop)
  return { clock, send: (url: string) => post.post({ url, headers: { 'webhook-id': 'a' }, body: '{}' }) }
}

describe('the answer of a receiver', () => {
  it.each([200, 204, 299, 400, 410, 500])('has its status %s', async (status) => {
    const { url } = await listen((_request, response) => response.writeHead(status).end())
    expect((await poster().send(url)).status).toBe(status)
  })

  it('is not followed to another address', async () => {
    let asked = 0
    const other = await listen((_request, response) => {
      asked += 1
      response.end()
    })
    const { url } = await listen((_request, response) =>
      response.writeHead(302, { location: other.url }).end(),
    )
    expect((await poster().send(url)).status).toBe(302)
    expect(asked).toBe(0)
  })

  it('of 10 MB is cut', async () => {
    let isClosed = false
    let written = 0
    const { url } = await listen((_request, response) => {
      response.on('close', () => {
        isClosed = true
      })
      const more = () => {
        while (!response.destroyed && written < 10_000_000) {
          written += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    expect((await poster().send(url)).status).toBe(200)
    await vi.waitFor(() => expect(isClosed).toBe(true))
    expect(written).toBeLessThan(10_000_000)
  })

  it('that comes drop by drop is cut after 10 s', async () => {
    const closed = vi.fn()
    const { url } = await listen((_request, response) => {
      response.on('close', closed)
      response.writeHead(200, { 'content-length': 100 }).write('x')
    })
    const { send, clock } = poster()
    expect((await send(url)).status).toBe(200)
    clock.advance(10_000)
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })

  it('that does not come within 10 s counts as none', async () => {
    const { url, sockets } = await listen(() => {})
    const { send, clock } = poster()
    const answer = send(url)
    await vi.waitFor(() => expect(sockets.size).toBe(1))
    clock.advance(10_000)
    expect(await answer).toEqual({ status: null })
  })

  it('that is none of HTTP, or a hang-up, counts as none', async () => {
    for (const speak of [
      (socket: Socket) => void socket.end('SSH-2.0-x\r\n'),
      (socket: Socket) => void socket.destroy(),
    ]) {
      const server = createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => speak(socket))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(() => void server.close())
      const { port } = Object(server.address())
      expect(await poster().send(`http://127.0.0.1:${port}/`)).toEqual({ status: null })
    }
  })
})

describe('the address of a receiver [BR58]', () => {
  it('is checked at each connection, whatever its name meant before', async () => {
    const { url, sockets } = await listen((_request, response) =>
      response.setHeader('connection', 'close').end(),
    )
    const named = url.replace('127.0.0.1', 'rebinding.example')
    let addresses = ['127.0.0.1']
    const { send } = poster(async () => addresses)
    expect((await send(named)).status).toBe(200)
    for (const next of [['169.254.169.254'], ['0.0.0.0'], ['224.0.0.1'], ['fe80::1'], []]) {
      addresses = next
      expect(await send(named)).toEqual({ status: null })
    }
    expect(sockets.size).toBe(1)
    addresses = ['127.0.0.1']
    expect((await send(named)).status).toBe(200)
  })

  it('without encryption is of a private network', async () => {
    const { send } = poster(async () => ['8.8.8.8'])
    expect(await send('http://hooks.example:8080/')).toEqual({ status: null })
    expect(readOutsideUrl('http://8.8.8.8:8080/', RULES.any)).toBeNull()
    expect(readOutsideUrl('https://8.8.8.8/', RULES.any)?.hostname).toBe('8.8.8.8')
  })

  it('on a public server has encryption and no private address, in no writing', async () => {
    for (const url of [
      'http://hooks.example:8080/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://192.168.1.1/',
      'https://[fd00::1]/',
      'https://169.254.169.254/',
    ])
      expect([url, readOutsideUrl(url, RULES.public)]).toEqual([url, null])
    const { send } = poster(async () => ['93.184.216.34', '10.0.0.1'], { rule: RULES.public })
    expect(await send('https://hooks.example/')).toEqual({ status: null })
  })

  it('is never one that means no host, the metadata of a cloud, or many, in no writing', () => {
    for (const host of [
      '169.254.169.254',
      '0xa9fea9fe',
      '2852039166',
      '[::ffff:169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '0.0.0.0',
      '0',
      '[::]',
      '[::1%25lo]',
      '[fe80::1]',
      '224.0.0.1',
      '[ff02::1]',
      '255.255.255.255',
    ])
      for (const rule of [RULES.any, RULES.public])
        expect([host, readOutsideUrl(`https://${host}/`, rule)]).toEqual([host, null])
  })

  it('is not one of this server', () => {
    const rule = { join: 'any', ownPorts: [8_080], ownAddresses: () => ['192.168.1.5'] } as const
    expect(readOutsideUrl('http://127.0.0.1:8080/', rule)).toBeNull()
    expect(readOutsideUrl('http://192.168.1.5:8080/', rule)).toBeNull()
    expect(readOutsideUrl('http://192.168.1.5:8081/', rule)).not.toBeNull()
  })

  it('with encryption has a certificate of its name', async () => {
    const authority = issue('Test CA', null, [CA])
    const server = issue('hooks.example', authority, [
      { extname: 'subjectAltName', array: [{ dns: 'hooks.example' }] },
    ])
    const secure = createSecureServer(
      { key: server.pair.privatePem, cert: server.pem },
      (_request, response) => void response.end(),
    )
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      secure.close()
      secure.closeAllConnections()
    })
    const { port } = Object(secure.address())
    const { send } = poster(undefined, { ca: authority.pem })
    expect((await send(`https://hooks.example:${port}/`)).status).toBe(200)
    expect(await send(`https://other.example:${port}/`)).toEqual({ status: null })
    expect(await poster().send(`https://hooks.example:${port}/`)).toEqual({ status: null })
  })
})

it('a connection is used again, and one that was closed meanwhile is replaced', async () => {
  const { url, sockets } = await listen((_request, response) => void response.end())
  const { send } = poster()
  for (let count = 0; count < 3; count += 1) {
    expect((await send(url)).status).toBe(200)
    // The answer has a body of its own, whose end frees the connection.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(sockets.size).toBe(1)
  for (const socket of sockets) socket.destroy()
  expect((await send(url)).status).toBe(200)
  expect(sockets.size).toBe(2)
})
