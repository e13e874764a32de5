import { websocketTokenSchema } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { API, askBridges, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createNeighbors, freezeSharing, type Person, timeIn } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'
import { openSignedInSocket, openSocket, type TestSocket } from '#testing/test-socket.ts'

const DAY_MS = 86_400_000
const HALF_HOUR_MS = 1_800_000
/** RFC 6455: a policy was violated. */
const POLICY = 1008

let app: TestApp
let twin: { url: string }
let anna: Person
let shade: Awaited<ReturnType<typeof moveIn>>
let other: Awaited<ReturnType<typeof moveIn>>
const sockets: TestSocket[] = []
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, shade } = await createNeighbors(app))
  other = await moveIn(app, anna, 'awning', { state: { position: 0 } })
  return async () => {
    for (const socket of sockets.splice(0)) socket.end()
    await shade.device.end()
    await other.device.end()
  }
})

const PATH = '/auth/account/websocket/token'
const socketToken = async (secret: string) =>
  websocketTokenSchema.parse((await callBy(app, secret, 'GET', PATH)).body).token
/** A socket of the bridge on each instance. */
const openBoth = async (secret: string) => {
  const opened = await Promise.all(
    [app, twin].map(async (at) => openSignedInSocket(at, await socketToken(secret))),
  )
  sockets.push(...opened)
  return opened
}
const received = ({ received: messages }: TestSocket) =>
  messages.filter(({ subject }) => !subject.startsWith('auth.'))
const allEnd = async (opened: readonly TestSocket[]) =>
  expect(await Promise.all(opened.map(({ closed }) => closed))).toEqual([POLICY, POLICY])

describe('a socket of a connected app', () => {
  it('gets what its devices report and nothing of others, on every instance', async () => {
    const { secret } = await createBridge(anna, [shade.id])
    const opened = await openBoth(secret)
    other.device.report({ position: 0.7 })
    await anna.ok(anna.api('POST', `${API}/room/create`, { json: { name: 'R', devices: [shade.id] } }))
    shade.device.report({ position: 0.4 })
    for (const socket of opened) {
      await vi.waitFor(() =>
        expect(received(socket)).toContainEqual(
          expect.objectContaining({
            subject: 'device.state_update',
            data: expect.objectContaining({
              deviceId: shade.id,
              state: expect.objectContaining({ position: 0.4 }),
            }),
          }),
        ),
      )
      expect(received(socket).every(({ subject }) => subject.startsWith('device.'))).toBe(true)
      expect(JSON.stringify(received(socket))).not.toContain(other.id)
    }
  })

  it('ends on every instance when the bridge is deleted, and its token opens no other one [BR4]', async () => {
    const { id, secret } = await createBridge(anna, [shade.id])
    const opened = await openBoth(secret)
    const token = await socketToken(secret)
    await anna.ok(askBridges(anna, 'delete', { id }))
    await allEnd(opened)
    const late = await openSocket(twin)
    sockets.push(late)
    late.send({ subject: 'auth.login', data: { token } })
    await late.next('auth.rejected')
  })

  it('ends when the bridge expires, and when its token is replaced, at once or after a while [BR4]', async () => {
    const short = await createBridge(anna, [shade.id], { validBefore: timeIn(app, 60_000) })
    const opened = await openBoth(short.secret)
    await app.clock.advanceAsync(60_000)
    await allEnd(opened)
    const first = await createBridge(anna, [shade.id])
    const old = await openBoth(first.secret)
    const { secret } = Object(await anna.ok(askBridges(anna, 'secret', { id: first.id, keepOldFor: 30 })))
    const renewed = await openBoth(secret)
    await app.clock.advanceAsync(10_000)
    expect(old.map(({ ws }) => ws.readyState)).toEqual([1, 1])
    await app.clock.advanceAsync(20_000)
    await allEnd(old)
    await anna.ok(askBridges(anna, 'secret', { id: first.id }))
    await allEnd(renewed)
  })

  it('gets nothing while the bridge is paused, and the state of that moment when it resumes [BR5]', async () => {
    const { secret } = await createBridge(anna, [shade.id])
    const opened = await openBoth(secret)
    await freezeSharing(anna, true)
    for (const socket of opened) await socket.next('device.deleted')
    const marks = opened.map((socket) => socket.received.length)
    shade.device.report({ position: 0.6 })
    await vi.waitFor(async () => expect((await anna.info(shade.id))[shade.id]?.state.position).toBe(0.6))
    expect(refusalOf(await callBy(app, secret, 'GET', PATH))).toMatchObject({ status: 403, key: 'frozen' })
    expect(opened.map((socket) => socket.received.length)).toEqual(marks)
    await freezeSharing(anna, false)
    for (const socket of opened)
      expect(await socket.next('device.created')).toMatchObject({
        data: { device: { state: { position: 0.6 } } },
      })
  })

  it('follows its hours by the clock', async () => {
    const validAfter = timeIn(app, HALF_HOUR_MS)
    const { id, secret } = await createBridge(anna, [shade.id])
    const opened = await openBoth(secret)
    await anna.ok(askBridges(anna, 'update', { id, validAfter }))
    for (const socket of opened) await socket.next('device.deleted')
    await app.clock.advanceAsync(HALF_HOUR_MS - 60_000)
    expect(opened.map((socket) => received(socket).length)).toEqual([1, 1])
    await app.clock.advanceAsync(60_000)
    for (const socket of opened) await socket.next('device.created')
  })

  it('loses a device that is taken out, and keeps the others [BR4]', async () => {
    const { id, secret } = await createBridge(anna, [shade.id, other.id])
    const opened = await openBoth(secret)
    await anna.ok(askBridges(anna, 'update', { id, grants: { [shade.id]: { permissions: ['view'] } } }))
    for (const socket of opened)
      expect(await socket.next('device.deleted')).toMatchObject({ data: { deviceId: other.id } })
    await anna.delete(shade.id, true)
    for (const socket of opened)
      await vi.waitFor(() =>
        expect(received(socket).filter(({ subject }) => subject === 'device.deleted')).toHaveLength(2),
      )
  })

  it('ends when the bridge may no longer read devices, and its token opens no other one [BR52]', async () => {
    const { id, secret } = await createBridge(anna, [shade.id])
    const opened = await openBoth(secret)
    const token = await socketToken(secret)
    await anna.ok(askBridges(anna, 'update', { id, scopes: ['devices:command'] }))
    await allEnd(opened)
    const socket = await openSocket(app)
    sockets.push(socket)
    socket.send({ subject: 'auth.login', data: { token } })
    await socket.next('auth.rejected')
  })

  it('needs devices:read, and a made-up token opens none', async () => {
    const { secret } = await createBridge(anna, [shade.id], { scopes: ['devices:command'] })
    expect((await callBy(app, secret, 'GET', PATH)).status).toBe(403)
    const socket = await openSocket(app)
    sockets.push(socket)
    socket.send({ subject: 'auth.login', data: { token: secret } })
    await socket.next('auth.rejected')
  })
})

describe('open pages of the maker', () => {
  it('are notified of changes and of uses, on every instance, and other people are not [BR12]', async () => {
    const bor = (await createNeighbors(app)).bor
    const tolerant = { tolerant: true }
    const open = async (at: { url: string }, person: Person) => {
      const socket = await openSignedInSocket(at, await person.websocketToken(), false, tolerant)
      sockets.push(socket)
      return socket
    }
    const [here, there, strange] = [await open(app, anna), await open(twin, anna), await open(app, bor)]
    const countOf = (socket: TestSocket) =>
      received(socket).filter(({ subject }) => subject === 'bridges.updated').length
    const bothGet = (times: number) =>
      vi.waitFor(() => expect([here, there].map(countOf)).toEqual([times, times]))
    const { id, secret } = await createBridge(anna, [shade.id], { validBefore: timeIn(app, DAY_MS) })
    await bothGet(1)
    await callBy(app, secret, 'GET', `${API}/device/list`)
    await callBy(app, secret, 'GET', `${API}/device/list`)
    await bothGet(2)
    await anna.ok(askBridges(anna, 'update', { id, name: 'Other' }))
    await bothGet(3)
    await anna.ok(askBridges(anna, 'delete', { id }))
    await bothGet(4)
    expect(countOf(strange)).toBe(0)
  })
})
