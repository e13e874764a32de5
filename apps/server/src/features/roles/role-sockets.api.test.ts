import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  askRoles,
  changeRole,
  createNeighbors,
  freezeSharing,
  giveRole,
  type Person,
  timeIn,
} from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

let app: TestApp
let twin: { url: string }
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
let sockets: TestSocket[]
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  sockets = await Promise.all(
    [app, twin].map(async (at) => openSignedInSocket(at, await bor.websocketToken())),
  )
  return async () => {
    for (const socket of sockets) socket.end()
    await shade.device.end()
  }
})

const inMs = (ms: number) => timeIn(app, ms)
const give = (permissions: string[], more: object = {}) =>
  giveRole(anna, { permissions, devices: [shade.id], users: [bor.email], ...more })
/** The messages about devices and roles. */
const notified = ({ received }: TestSocket) =>
  received.map(({ subject }) => subject).filter((subject) => !subject.startsWith('auth.'))
const countOf = (subject: string, socket: TestSocket) =>
  notified(socket).filter((other) => other === subject).length
const allReceive = (subject: string, times: number) =>
  vi.waitFor(() =>
    expect(
      sockets.map((socket) => countOf(subject, socket)),
      subject,
    ).toEqual([times, times]),
  )

describe('the sockets of accounts with shared devices, on every instance', () => {
  it('are notified when devices are shared, changed and revoked, and of nothing after it', async () => {
    const role = await give(['view'])
    await allReceive('device.created', 1)
    await allReceive('roles.updated', 1)
    shade.device.report({ position: 0.4 })
    // An app that has just loaded the device may first publish its old state.
    const moved = { subject: 'device.state_update', data: { state: { position: 0.4 } } }
    await vi.waitFor(() => {
      for (const { received } of sockets) expect(received.at(-1)).toMatchObject(moved)
    })
    await changeRole(anna, { id: role.id, permissions: ['view', 'command'] })
    await allReceive('device.updated', 1)
    await anna.ok(askRoles(anna, 'delete', { id: role.id }))
    await allReceive('device.deleted', 1)
    const before = sockets.map((socket) => socket.received.length)
    shade.device.report({ position: 0.5 })
    await vi.waitFor(async () => expect((await anna.info(shade.id))[shade.id]?.state.position).toBe(0.5))
    await allReceive('roles.updated', 3)
    expect(
      sockets.flatMap((socket, n) => socket.received.slice(before[n]).map(({ subject }) => subject)),
    ).not.toContain('device.state_update')
  })

  it('are notified when sharing is stopped and continues, and when a role begins and ends by time', async () => {
    await give(['view'], { validAfter: inMs(60_000), validBefore: inMs(120_000) })
    await allReceive('roles.updated', 1)
    expect(sockets.map((socket) => countOf('device.created', socket))).toEqual([0, 0])
    await app.clock.advanceAsync(60_001)
    await allReceive('device.created', 1)
    await freezeSharing(anna, true)
    await allReceive('device.deleted', 1)
    await freezeSharing(anna, false)
    await allReceive('device.created', 2)
    await app.clock.advanceAsync(60_000)
    await allReceive('device.deleted', 2)
  })

  it('are notified when the device leaves its owner', async () => {
    await give(['command'])
    await allReceive('device.created', 1)
    await anna.delete(shade.id, true)
    await allReceive('device.deleted', 1)
  })
})

it('the giver of a role is notified of its changes, as its users are', async () => {
  const giver = await openSignedInSocket(app, await anna.websocketToken())
  sockets.push(giver)
  const received = (times: number) =>
    vi.waitFor(() =>
      expect(sockets.map((socket) => countOf('roles.updated', socket))).toEqual([times, times, times]),
    )
  const role = await give(['view'], { validBefore: inMs(60_000) })
  await received(1)
  await changeRole(anna, { id: role.id, name: 'Another' })
  await received(2)
  await app.clock.advanceAsync(60_000)
  await received(3)
  await bor.ok(askRoles(bor, 'leave', { id: role.id }))
  await received(4)
})

describe('a command that runs', () => {
  it.each([
    ['that the device is none of its own any more, with the role', 'device_not_exist', 'delete'],
    ['that it may not, with the right to command', 'insufficient_permission', 'update'],
  ] as const)('ends by answering its sender %s [CM12] [RL2]', async (_what, error, call) => {
    await shade.device.end()
    shade = await moveIn(app, anna, 'roller_shutter', {
      state: { position: 0 },
      onCommand(command, device) {
        device.succeed(command)
        device.report({ status: 'closing' })
      },
    })
    const role = await give(['command'])
    const answer = bor.move([{ token: shade.id, command: 'move', position: 80 }], true)
    await vi.waitFor(async () => expect((await anna.info(shade.id))[shade.id]?.state.status).toBe('closing'))
    await anna.ok(
      askRoles(anna, call, call === 'delete' ? { id: role.id } : { id: role.id, permissions: ['view'] }),
    )
    expect((await answer)[0]).toMatchObject({ status: 'error', error, device_ids: [shade.id] })
  })
})
