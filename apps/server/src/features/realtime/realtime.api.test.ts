import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket, openSocket, type TestSocket } from '#testing/test-socket.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const updatesOf = ({ received }: TestSocket, id: string) =>
  received.flatMap((message) =>
    message.subject === 'device.state_update' && message.data.deviceId === id ? [message.data] : [],
  )

describe('signing in on the socket', () => {
  it('is accepted until the token expires, with a token that serves many times', async () => {
    const token = await owner.websocketToken()
    const one = await openSignedInSocket(app, token)
    const two = await openSignedInSocket(app, token)
    const accepted = await two.next('auth.accepted')
    expect(accepted.data).toEqual({ expiresAt: new Date(app.clock.now().getTime() + HOUR_MS).toISOString() })
    one.end()
    two.end()
  })

  it('is rejected with a token that is none, and may be tried again', async () => {
    const socket = await openSocket(app)
    socket.send({ subject: 'auth.login', data: { token: await owner.apiToken() } })
    await socket.next('auth.rejected')
    socket.send({ subject: 'auth.login', data: { token: await owner.websocketToken() } })
    await socket.next('auth.accepted')
    socket.end()
  })

  it.each([
    ['no JSON', 'hello'],
    ['another subject', { subject: 'device.state_update', data: {} }],
    ['no token', { subject: 'auth.login', data: {} }],
    ['an array', [{ subject: 'auth.login', data: { token: 'x' } }]],
    ['a token of the wrong type', { subject: 'auth.login', data: { token: 7 } }],
    ['too much', 'x'.repeat(20_000)],
  ])('ends the socket with %s', async (_name, message) => {
    const socket = await openSocket(app)
    socket.send(message)
    expect([1008, 1009]).toContain(await socket.closed)
  })

  it('ends the socket with a binary frame, and with anything after the sign-in but another one', async () => {
    const binary = await openSocket(app)
    binary.ws.send(Buffer.from([1, 2, 3]))
    expect(await binary.closed).toBe(1003)
    const chatty = await openSignedInSocket(app, await owner.websocketToken())
    chatty.send({ subject: 'ping' })
    expect(await chatty.closed).toBe(1008)
  })

  it('answers the heartbeat of a client that announced one', async () => {
    const socket = await openSocket(app)
    socket.send({ subject: 'auth.login', data: { token: await owner.websocketToken(), heartbeat: true } })
    await socket.next('auth.accepted')
    socket.send({ subject: 'heartbeat', data: {} })
    expect((await socket.next('heartbeat')).data).toEqual({})
    socket.end()
  })

  it('ends the socket with a heartbeat that was not announced, or that comes before the sign-in', async () => {
    const plain = await openSignedInSocket(app, await owner.websocketToken())
    plain.send({ subject: 'heartbeat', data: {} })
    expect(await plain.closed).toBe(1008)
    const early = await openSocket(app)
    early.send({ subject: 'heartbeat', data: {} })
    expect(await early.closed).toBe(1008)
  })

  it('must come within 10 seconds', async () => {
    const own = await createTestApp()
    const socket = await openSocket(own)
    own.clock.advance(9_999)
    expect(socket.ws.readyState).toBe(socket.ws.OPEN)
    own.clock.advance(1)
    expect(await socket.closed).toBe(1008)
    await own.close()
  })

  it('expires with the token; the same socket may sign in again within 10 seconds', async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    const { id, device } = await moveIn(own, client, 'awning')
    const token = await client.websocketToken()
    own.clock.advance(HOUR_MS - 1_000)
    const stays = await openSignedInSocket(own, token)
    const leaves = await openSignedInSocket(own, token)
    own.clock.advance(1_000)
    await Promise.all([stays.next('auth.expired'), leaves.next('auth.expired')])
    const before = updatesOf(stays, id).length
    device.report({ position: 0.1 })
    client.forgetApiToken()
    await vi.waitFor(async () => expect((await client.info(id))[id]?.state.position).toBe(0.1))
    expect(updatesOf(stays, id)).toHaveLength(before)
    const mark = stays.received.length
    stays.send({ subject: 'auth.login', data: { token: await client.websocketToken() } })
    await stays.next('auth.accepted', mark)
    own.clock.advance(10_000)
    expect(await leaves.closed).toBe(1008)
    device.report({ position: 0.2 })
    await vi.waitFor(() => expect(updatesOf(stays, id).at(-1)?.state.position).toBe(0.2))
    stays.end()
    await device.end()
    await own.close()
  })

  it('ends with the session within a second, wherever it is ended', async () => {
    const email = newEmail()
    const here = createTestClient(app)
    await here.register(email)
    const there = createTestClient(app)
    await there.logIn(email)
    const token = await here.websocketToken()
    const mine = await openSignedInSocket(app, token)
    const other = await openSignedInSocket(app, await there.websocketToken())
    await here.ok(here.call('POST', '/auth/logout'))
    expect(
      await Promise.race([mine.closed, new Promise((resolve) => setTimeout(resolve, 1_000, 'late'))]),
    ).toBe(1008)
    expect(other.ws.readyState).toBe(other.ws.OPEN)
    const again = await openSocket(app)
    again.send({ subject: 'auth.login', data: { token } })
    await again.next('auth.rejected')
    await there.ok(there.call('POST', '/auth/logout-all'))
    expect(await other.closed).toBe(1008)
    again.end()
  })
})

describe('a socket whose instance received no notices of the database for a while', () => {
  it('ends when its session ended meanwhile, and is notified of rights that changed meanwhile', async () => {
    const staying = await createSignedInClient(app)
    const leaving = await createSignedInClient(app)
    const { id, device } = await moveIn(app, staying, 'awning')
    const stays = await openSignedInSocket(app, await staying.websocketToken())
    const leaves = await openSignedInSocket(app, await leaving.websocketToken())
    const profile = await leaving.call('GET', '/auth/account/whoami')
    await app.database.pool.query(
      `delete from sessions using accounts where accounts.id = account_id and email = $1`,
      [Object(profile.body).email],
    )
    await app.database.pool.query('update devices set owner_id = null where id = $1', [id])
    await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'senca listen' and datname = current_database()`,
    )
    expect(await leaves.closed).toBe(1008)
    expect((await stays.next('device.deleted')).data).toEqual({ deviceId: id })
    stays.end()
    await device.end()
  })
})

describe('what is published', () => {
  it('is every report of a movement, in order, and the end of the connection with the counts as they were', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter')
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    for (const position of [0.1, 0.2, 0.3, 0.4, 0.5]) device.report({ status: 'closing', position })
    device.report({ status: 'ready', position: 0.55 })
    await vi.waitFor(() => expect(updatesOf(socket, id)).toHaveLength(6))
    expect(updatesOf(socket, id).map(({ state }) => state.position)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.55])
    expect(updatesOf(socket, id).map(({ totalStateUpdates }) => totalStateUpdates)).toEqual([
      2, 3, 4, 5, 6, 7,
    ])
    device.cut()
    await vi.waitFor(() => expect(updatesOf(socket, id).at(-1)?.state.status).toBe('offline'))
    expect(updatesOf(socket, id).at(-1)).toMatchObject({
      totalRestarts: 1,
      totalStateUpdates: 7,
      state: { position: 0.55 },
    })
    expect(socket.frames).toBe(socket.received.length)
    socket.end()
  })

  it('includes that a device was created, its capabilities, and that it was deleted', async () => {
    const client = await createSignedInClient(app)
    const socket = await openSignedInSocket(app, await client.websocketToken())
    const { id, device } = await moveIn(app, client, 'home_door', { name: 'Door' })
    const created = await socket.next('device.created')
    expect(created.data).toMatchObject({
      deviceId: id,
      device: { id, name: 'Door', can: ['changeSettings', 'registerKey'] },
    })
    const mark = socket.received.length
    device.report({ motorLockConnected: true, motorLockState: 'locked', motorLockLocked: true })
    const updated = await vi.waitFor(() => {
      const last = socket.received.slice(mark).findLast((message) => message.subject === 'device.updated')
      expect(last?.data).toMatchObject({
        deviceId: id,
        device: { can: ['unlockMotor', 'lockMotor', 'changeSettings', 'registerKey'] },
      })
      return last
    })
    expect(updated).toBeDefined()
    const known = updatesOf(socket, id).length
    await client.delete(id)
    expect((await socket.next('device.deleted')).data).toEqual({ deviceId: id })
    // The device received `forget`; its reset is not shown.
    expect(
      updatesOf(socket, id)
        .slice(known)
        .every(({ totalRestarts }) => totalRestarts === 1),
    ).toBe(true)
    const end = socket.received.length
    device.report({ motorLockState: 'unlocked' })
    const witness = await moveIn(app, client, 'light', { state: { light1Brightness: 0 } })
    // Its first state is in one message with it, or follows it.
    await vi.waitFor(() => expect(JSON.stringify(socket.received)).toContain(witness.id))
    expect(socket.received.slice(end).filter((message) => JSON.stringify(message).includes(id))).toEqual([])
    socket.end()
    await device.end()
    await witness.device.end()
  })

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'is nothing of a device that is deleted but that, where it resets itself %s its answer',
    async (_when, isBefore) => {
      const onCommand = (command: ReceivedCommand, own: FakeDevice) => {
        if (command.command !== 'forget') return
        if (!isBefore) own.succeed(command)
        own.publish('status', { connected: true, type: 'awning', version: 2, factoryReset: true })
        own.publish('state', { status: 'ready', position: 0.7, totalRestarts: 0, totalStateUpdates: 1 })
        if (isBefore) own.succeed(command)
      }
      const { id, device } = await moveIn(app, owner, 'awning', { onCommand })
      const socket = await openSignedInSocket(app, await owner.websocketToken())
      const mark = socket.received.length
      await owner.delete(id)
      await socket.next('device.deleted', mark)
      expect(socket.received.slice(mark)).toEqual([{ subject: 'device.deleted', data: { deviceId: id } }])
      socket.end()
      await device.end()
    },
  )

  it('includes the state of a device that refuses its deletion, also what it reported meanwhile', async () => {
    const onCommand = (command: ReceivedCommand, own: FakeDevice) => {
      own.report({ position: 0.7 })
      own.refuse(command, 'device_busy')
    }
    const { id, device } = await moveIn(app, owner, 'awning', { onCommand })
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    const mark = socket.received.length
    expect(await owner.delete(id)).toMatchObject([{ error: 'device_busy' }])
    expect(await socket.next('device.updated', mark)).toMatchObject({
      data: { deviceId: id, device: { totalStateUpdates: 2, state: { position: 0.7 } } },
    })
    expect(socket.received).toHaveLength(mark + 1)
    socket.end()
    await device.end()
  })

  it('is nothing of somebody else’s devices', async () => {
    const stranger = await createSignedInClient(app)
    const socket = await openSignedInSocket(app, await stranger.websocketToken())
    const theirs = await moveIn(app, owner, 'awning')
    const mine = await moveIn(app, stranger, 'awning')
    theirs.device.report({ position: 0.5 })
    mine.device.report({ position: 0.5 })
    await vi.waitFor(() => expect(updatesOf(socket, mine.id).at(-1)?.state.position).toBe(0.5))
    expect(socket.received.filter((message) => JSON.stringify(message).includes(theirs.id))).toEqual([])
    socket.end()
    await theirs.device.end()
    await mine.device.end()
  })

  it('stops in mid-stream when the right is taken away, and starts for who gets it [RL2]', async () => {
    const before = await createSignedInClient(app)
    const after = await createSignedInClient(app)
    const { id, claimCode, device } = await moveIn(app, before, 'roller_shutter')
    const loser = await openSignedInSocket(app, await before.websocketToken())
    const winner = await openSignedInSocket(app, await after.websocketToken())
    let position = 0
    const stream = setInterval(() => {
      position += 0.001
      device.report({ status: 'closing', position })
    }, 5)
    await vi.waitFor(() => expect(updatesOf(loser, id).length).toBeGreaterThan(5))
    expect(updatesOf(winner, id)).toEqual([])
    device.publish('status', { connected: true, type: 'roller_shutter', version: 2, factoryReset: true })
    await vi.waitFor(() => after.claim(claimCode, 'Mine now'))
    await loser.next('device.deleted')
    const mark = loser.received.length
    await winner.next('device.created')
    await vi.waitFor(() => expect(updatesOf(winner, id).length).toBeGreaterThan(20))
    clearInterval(stream)
    expect(loser.received.slice(mark)).toEqual([])
    expect(winner.received.find((message) => JSON.stringify(message).includes(id))?.subject).toBe(
      'device.created',
    )
    loser.end()
    winner.end()
    await device.end()
  })

  it('comes in arrays only to who asked for them', async () => {
    const { id, device } = await moveIn(app, owner, 'awning')
    const batching = await openSignedInSocket(app, await owner.websocketToken(), true)
    for (let n = 1; n <= 50; n += 1) device.report({ position: n / 100 })
    await vi.waitFor(() => expect(updatesOf(batching, id).at(-1)?.state.position).toBe(0.5))
    expect(batching.frames).toBeLessThanOrEqual(batching.received.length)
    batching.end()
    await device.end()
  })

  it('reaches quick readers at once while a slow one reads nothing, and the slow one in the end', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', { state: { motorLockConnected: true } })
    const slow = await openSignedInSocket(app, await owner.websocketToken())
    const quick = await openSignedInSocket(app, await owner.websocketToken())
    slow.ws.pause()
    // More than the operating system buffers, published as if by another instance of the server.
    const reports = 40_000
    let seen = 0
    quick.ws.removeAllListeners('message')
    quick.ws.on('message', () => {
      seen += 1
    })
    for (let n = 1; n <= reports; n += 1) {
      const order = { totalRestarts: 1, totalStateUpdates: n + 1 }
      const state = { position: n / reports }
      const event = { kind: 'report', endpoint: `senca/${id}`, order, state, at: n }
      app.bus.publish(`device.${id}`, { origin: 'another', event })
      if (n % 100 !== 0) continue
      await vi.waitFor(() => expect(seen).toBe(n), { interval: 1 })
      // A device may cause 250 deliveries in this time.
      app.clock.advance(50)
    }
    slow.ws.resume()
    await vi.waitFor(() => expect(updatesOf(slow, id).at(-1)?.state.position).toBe(1))
    expect(updatesOf(slow, id).length).toBeLessThan(reports)
    slow.end()
    quick.end()
    await device.end()
  })
})
