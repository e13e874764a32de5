import { connect, type Socket } from 'node:net'
import { LIMITS, SOCKET_REPLACED } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, newEmail } from '#testing/test-client.ts'
import { openSignedInSocket, openSocket, type TestSocket } from '#testing/test-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The tests sign in dozens of times, which takes long on a busy machine. */
const SLOW_MS = 120_000

const isOpen = ({ ws }: TestSocket) => ws.readyState === ws.OPEN

async function openMany(count: number, token: string): Promise<TestSocket[]> {
  const sockets: TestSocket[] = []
  for (let n = 0; n < count; n += 1) sockets.push(await openSignedInSocket(app, token))
  return sockets
}

/** Resolves with the code and reason with which the server closed the socket. */
const closing = (socket: TestSocket) =>
  new Promise<[number, string]>((resolve) =>
    socket.ws.once('close', (code, reason) => resolve([code, reason.toString()])),
  )

describe('sockets that are signed in', () => {
  it('are at most 20 of a session: the one that signed in longest ago goes', {
    timeout: SLOW_MS,
  }, async () => {
    const client = await createSignedInClient(app)
    const token = await client.websocketToken()
    const sockets = await openMany(LIMITS.WEBSOCKETS_PER_SESSION, token)
    const [first, second] = sockets
    if (first === undefined || second === undefined) throw new Error('no sockets')
    const mark = first.received.length
    first.send({ subject: 'auth.login', data: { token } })
    await first.next('auth.accepted', mark)
    const closed = closing(second)
    const last = await openSignedInSocket(app, token)
    expect(await closed).toEqual([1008, SOCKET_REPLACED])
    expect([...sockets, last].filter((socket) => !isOpen(socket))).toEqual([second])
    for (const socket of [...sockets, last]) socket.end()
  })

  it('are at most 50 of an account, and the remaining ones receive its devices', {
    timeout: SLOW_MS,
  }, async () => {
    const email = newEmail()
    const one = createTestClient(app)
    await one.register(email)
    const { device } = await moveIn(app, one, 'awning')
    const tokens = [await one.websocketToken()]
    for (let n = 0; n < 2; n += 1) {
      const other = createTestClient(app)
      await other.logIn(email)
      tokens.push(await other.websocketToken())
    }
    const sockets: TestSocket[] = []
    for (const [n, token] of tokens.entries()) sockets.push(...(await openMany(n === 2 ? 10 : 20, token)))
    expect(sockets.filter((socket) => !isOpen(socket))).toEqual([])
    const [first] = sockets
    if (first === undefined) throw new Error('no sockets')
    const closed = closing(first)
    sockets.push(await openSignedInSocket(app, tokens[2] ?? ''))
    expect(await closed).toEqual([1008, SOCKET_REPLACED])
    expect(sockets.filter(isOpen)).toHaveLength(LIMITS.WEBSOCKETS_PER_ACCOUNT)
    device.report({ position: 0.3 })
    await Promise.all(sockets.filter(isOpen).map((socket) => socket.next('device.state_update')))
    for (const socket of sockets) socket.end()
    await device.end()
  })

  it('are at most 20 of a link', { timeout: SLOW_MS }, async () => {
    const owner = await createSignedInClient(app)
    const { id, device } = await moveIn(app, owner, 'awning')
    await app.database.pool.query('update accounts set is_confirmed = true')
    const { token } = await makeLink(app, owner, [id])
    const guest = createGuest(app, token)
    const sockets = await openMany(LIMITS.WEBSOCKETS_PER_LINK, await guest.goodWebsocketToken())
    const [first] = sockets
    if (first === undefined) throw new Error('no sockets')
    const closed = closing(first)
    sockets.push(await openSignedInSocket(app, await guest.goodWebsocketToken()))
    expect(await closed).toEqual([1008, SOCKET_REPLACED])
    expect(sockets.filter(isOpen)).toHaveLength(LIMITS.WEBSOCKETS_PER_LINK)
    for (const socket of sockets) socket.end()
    await device.end()
  })
})

describe('sockets that are not signed in', () => {
  it('are at most 100 of an address, the oldest goes; of those signed in any number', {
    timeout: SLOW_MS,
  }, async () => {
    const client = await createSignedInClient(app)
    const signedIn = await openSignedInSocket(app, await client.websocketToken())
    const sockets: TestSocket[] = []
    for (let n = 0; n < LIMITS.WEBSOCKETS_UNSIGNED_PER_ADDRESS; n += 1) sockets.push(await openSocket(app))
    const [first] = sockets
    if (first === undefined) throw new Error('no sockets')
    const closed = closing(first)
    sockets.push(await openSocket(app))
    const [code, reason] = await closed
    expect(code).toBe(1008)
    expect(reason).not.toBe(SOCKET_REPLACED)
    expect(sockets.filter(isOpen)).toHaveLength(LIMITS.WEBSOCKETS_UNSIGNED_PER_ADDRESS)
    expect(isOpen(signedIn)).toBe(true)
    for (const socket of [...sockets, signedIn]) socket.end()
  })
})

describe('a socket that ignores that it is closed', () => {
  it('is gone soon after the ten seconds for its sign-in', async () => {
    const { hostname, port } = new URL(app.url)
    const socket: Socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    let isUpgraded = false
    let isEnded = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (chunk.includes('101 Switching')) isUpgraded = true
    })
    socket.on('end', () => {
      isEnded = true
    })
    const head = [
      'GET /websocket HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await vi.waitFor(() => expect(isUpgraded).toBe(true))
    app.clock.advance(LIMITS.WEBSOCKET_LOGIN_MS)
    app.clock.advance(1_000)
    await vi.waitFor(() => expect(isEnded).toBe(true))
    socket.destroy()
  })
})

describe('a device that reports without pause', () => {
  it('is published at most 5,000 times a second, and its last state arrives', {
    timeout: SLOW_MS,
  }, async () => {
    const owner = await createSignedInClient(app)
    const { id, device } = await moveIn(app, owner, 'awning')
    const sockets = await openMany(20, await owner.websocketToken())
    const count = 300
    for (let n = 1; n <= count; n += 1) device.report({ position: n / count })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.position).toBe(1))
    const updatesOf = ({ received }: TestSocket) =>
      received.flatMap((message) => (message.subject === 'device.state_update' ? [message.data] : []))
    // The clock does not advance, so only the burst has been delivered.
    const delivered = sockets.reduce((sum, socket) => sum + updatesOf(socket).length, 0)
    expect(delivered).toBeLessThanOrEqual(5_000)
    app.clock.advance(100)
    for (const socket of sockets) {
      await vi.waitFor(() => expect(updatesOf(socket).at(-1)?.state.position).toBe(1))
    }
    for (const socket of sockets) socket.end()
    await device.end()
  })
})
