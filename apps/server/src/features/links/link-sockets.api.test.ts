import { type ServerMessage, websocketTokenSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  LINK_HEADER,
  makeLink,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'
import { openSignedInSocket, openSocket, type TestSocket } from '#testing/test-socket.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let twin: { url: string }
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let light: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter')
  light = await moveIn(app, owner, 'light', { state: { light1Brightness: 0, light2Brightness: 0 } })
})
afterAll(async () => {
  for (const { device } of [shade, light]) await device.end()
  await app.close()
})

const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const view = async (token: string, at: { url: string } = app) =>
  openSignedInSocket(at, await createGuest(at, token).goodWebsocketToken())
const subjects = ({ received }: TestSocket) => received.map(({ subject }) => subject)
const updatesOf = ({ received }: TestSocket) =>
  received.flatMap((message: ServerMessage) =>
    message.subject === 'device.state_update' ? [message.data] : [],
  )

/** The event itself closes the sockets: the clock of the test does not move meanwhile. */
async function expectClosedBy(sockets: readonly TestSocket[], happen: () => unknown): Promise<void> {
  await happen()
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => 1008))
}

describe('the sockets of an account', () => {
  it('are notified when its sharing is frozen and when it continues, on any instance [LN10]', async () => {
    const other = await createConfirmedClient(app)
    const mine = await Promise.all(
      [app, twin].map(async (at) => openSignedInSocket(at, await owner.websocketToken())),
    )
    const theirs = await openSignedInSocket(app, await other.websocketToken())
    for (const [index, frozen] of [true, false].entries()) {
      await owner.ok(askLinks(owner, 'freeze', { frozen }))
      await vi.waitFor(() => {
        for (const socket of mine) {
          expect(subjects(socket).filter((subject) => subject === 'sharing.updated')).toHaveLength(index + 1)
        }
      })
    }
    expect(subjects(theirs)).toEqual(['auth.accepted'])
    for (const socket of [...mine, theirs]) socket.end()
  })
})

describe('the socket of a guest', () => {
  it('receives the changes of the devices of the link, as far as they are shared', async () => {
    const { token } = await makeLink(app, owner, [light.id], {
      deviceSpecifiers: { [light.id]: { light1: true, light2: false } },
    })
    const whole = await view((await makeLink(app, owner, [light.id])).token, twin)
    const socket = await view(token)
    shade.device.report({ position: 0.5 })
    light.device.report({ light1Brightness: 1, light2Brightness: 0.25 })
    const notified = await socket.next('device.state_update')
    expect(notified.data).toMatchObject({ deviceId: light.id, state: { light1Brightness: 1 } })
    expect(JSON.stringify(socket.received)).not.toContain('light2Brightness')
    await whole.next('device.state_update')
    expect(updatesOf(whole)).toMatchObject([{ state: { light1Brightness: 1, light2Brightness: 0.25 } }])
    await owner.ok(
      owner.api('POST', '/auth/api/v1/device/rename', { json: { token: light.id, name: 'Lamp' } }),
    )
    const renamed = await socket.next('device.updated')
    expect(renamed.data).toMatchObject({
      device: { name: 'Lamp', can: ['setLight1'], permissions: ['view', 'command'] },
    })
    expect(JSON.stringify(socket.received)).not.toContain('light2Brightness')
    expect(JSON.stringify(socket.received)).not.toContain(shade.id)
    for (const open of [socket, whole]) open.end()
  })

  it('follows a change of the link: its devices, and the shared parts of them', async () => {
    const { token } = await makeLink(app, owner, [light.id])
    const socket = await view(token, twin)
    await updateLink(owner, token, { devices: [light.id, shade.id] })
    expect((await socket.next('device.created')).data).toMatchObject({ deviceId: shade.id })
    await updateLink(owner, token, { deviceSpecifiers: { [light.id]: { light1: false, light2: true } } })
    const updated = await socket.next('device.updated')
    expect(updated.data).toMatchObject({ deviceId: light.id, device: { can: ['setLight2'] } })
    const before = socket.received.length
    light.device.report({ light1Brightness: 0.5, light2Brightness: 0.5 })
    await socket.next('device.state_update', before)
    expect(JSON.stringify(socket.received.slice(before))).not.toContain('light1Brightness')
    await updateLink(owner, token, { devices: [light.id] })
    expect((await socket.next('device.deleted')).data).toEqual({ deviceId: shade.id })
    socket.end()
  })

  it('belongs to the link although a cookie is sent beside it: rights are never merged', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const ask = async (link: string) =>
      owner.call('GET', '/auth/account/websocket/token', { headers: { [LINK_HEADER]: link } })
    const socket = await openSignedInSocket(app, websocketTokenSchema.parse(await owner.ok(ask(token))).token)
    light.device.report()
    shade.device.report()
    await socket.next('device.state_update')
    expect(JSON.stringify(socket.received)).not.toContain(light.id)
    await expectClosedBy([socket], () => deleteLink(owner, token))
    expect(verdictOf(await ask(token))).toBe(ENDED)
  })

  it('belongs to its link alone: the token of a link opens nothing else, and works many times', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const websocketToken = await createGuest(app, token).goodWebsocketToken()
    const sockets = [
      await openSignedInSocket(app, websocketToken),
      await openSignedInSocket(twin, websocketToken),
    ]
    const wrong = await openSocket(app)
    wrong.send({ subject: 'auth.login', data: { token } })
    await wrong.next('auth.rejected')
    await expectClosedBy(sockets, () => deleteLink(owner, token))
    wrong.send({ subject: 'auth.login', data: { token: websocketToken } })
    await wrong.next('auth.rejected', 1)
    wrong.end()
  })
})

describe('the socket ends at once, on every instance,', () => {
  const pair = async (token: string) => [await view(token), await view(token, twin)]

  it('when the link is deleted, and those of others do not', async () => {
    const one = await makeLink(app, owner, [shade.id])
    const two = await makeLink(app, owner, [shade.id])
    const others = [...(await pair(two.token)), await openSignedInSocket(app, await owner.websocketToken())]
    await expectClosedBy(await pair(one.token), () => deleteLink(owner, one.token))
    const before = others.map(({ received }) => received.length)
    shade.device.report({ position: 0.9 })
    for (const [index, socket] of others.entries()) await socket.next('device.state_update', before[index])
    for (const socket of others) socket.end()
  })

  it('when all sharing is frozen', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const sockets = await pair(token)
    const freeze = (frozen: boolean) => owner.ok(askLinks(owner, 'freeze', { frozen }))
    await expectClosedBy(sockets, () => freeze(true))
    await freeze(false)
    expect(verdictOf(await createGuest(app, token).websocketToken())).toBe('200')
  })

  it('when the owner lets it begin later', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const sockets = await pair(token)
    const later = { startsAt: inMs(HOUR_MS), expiresAt: inMs(2 * HOUR_MS) }
    await expectClosedBy(sockets, () => updateLink(owner, token, later))
  })

  it('when a PIN is set that it did not show, and its token serves no more [LN5]', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const websocketToken = await createGuest(app, token).goodWebsocketToken()
    const sockets = [...(await pair(token)), await openSignedInSocket(twin, websocketToken)]
    await expectClosedBy(sockets, () => updateLink(owner, token, { pin: '2468' }))
    const again = await openSocket(app)
    again.send({ subject: 'auth.login', data: { token: websocketToken } })
    await again.next('auth.rejected')
    const byPin = await createGuest(app, token, '2468').goodWebsocketToken()
    again.send({ subject: 'auth.login', data: { token: byPin } })
    await again.next('auth.accepted')
    for (const terms of [{ name: 'Renamed' }, { pin: null }]) await updateLink(owner, token, terms)
    shade.device.report({ position: 0.44 })
    await vi.waitFor(() => expect(updatesOf(again).at(-1)?.state.position).toBe(0.44))
    again.end()
  })

  it('when its last device leaves its owner', async () => {
    const passing = await moveIn(app, owner, 'awning')
    const { token } = await makeLink(app, owner, [passing.id])
    const sockets = await pair(token)
    await expectClosedBy(sockets, () => owner.delete(passing.id))
    await passing.device.end()
  })

  it('when the link expires', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { expiresAt: inMs(20_000) })
    const sockets = await pair(token)
    app.clock.advance(19_999)
    shade.device.report({ position: 0.2 })
    for (const socket of sockets) await socket.next('device.state_update')
    await expectClosedBy(sockets, () => app.clock.advance(1))
    expect(verdictOf(await createGuest(app, token).websocketToken())).toBe(ENDED)
  })

  it('when its window closes [LN4]', async () => {
    // A quarter of a minute before the full minute, so that no socket misses its pings.
    app.clock.advance(105_000 - (app.clock.now().getTime() % 60_000))
    const now = app.clock.now()
    const clockTime = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], from: clockTime(-HOUR_MS), until: clockTime(60_000) }]
    const { token } = await makeLink(app, owner, [shade.id], { windows, expiresAt: inMs(8 * HOUR_MS) })
    const sockets = await pair(token)
    app.clock.advance(14_999)
    expect(sockets.map(({ ws }) => ws.readyState)).toEqual([1, 1])
    await expectClosedBy(sockets, () => app.clock.advance(1))
  })

  it('when its only use is spent and the device is at rest', async () => {
    const blind = await moveIn(app, owner, 'roller_shutter', {
      onCommand: (command, device) => device.succeed(command),
    })
    const { token } = await makeLink(app, owner, [blind.id], { multiUse: false })
    const sockets = await pair(token)
    await createGuest(twin, token).act([blind.id], { command: 'move', position: 40 })
    app.clock.advance(500)
    blind.device.report({ status: 'closing', position: 0.2 })
    for (const socket of sockets) await socket.next('device.state_update')
    expect(subjects(sockets[0] ?? (await openSocket(app)))).not.toContain('auth.expired')
    const late = await view(token)
    await expectClosedBy([...sockets, late], () => {
      app.clock.advance(500)
      blind.device.report({ status: 'ready', position: 0.4 })
    })
    // The last message contains the position at which the device stopped.
    for (const socket of sockets) expect(updatesOf(socket).at(-1)?.state.position).toBe(0.4)
    await blind.device.end()
  })

  it('when its last use of several is spent', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { maxUses: 2 })
    const sockets = await pair(token)
    const guest = createGuest(app, token)
    await guest.act([shade.id], { command: 'move', position: 1 })
    await expectClosedBy(sockets, () => guest.act([shade.id], { command: 'move', position: 2 }))
  })

  it('stays open when the owner logs out everywhere: the link is not a session', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const socket = await view(token)
    await owner.ok(owner.call('POST', '/auth/logout-all'))
    shade.device.report({ position: 0.33 })
    await vi.waitFor(() => expect(updatesOf(socket).at(-1)?.state.position).toBe(0.33))
    socket.end()
  })
})
