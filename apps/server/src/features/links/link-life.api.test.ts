import { deviceLinksSchema, LIMITS } from '@senca/contract'
import { accessListSchema } from '@senca/contract/links'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { receivedBy } from '#testing/device-calls.ts'
import type { ReceivedCommand } from '#testing/fake-device.ts'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  FROZEN,
  makeLink,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const MOVE = { command: 'move', position: 40 }
const SUCCESS = [{ status: 'success' }]

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
})
afterAll(() => app.close())

const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const listed = async (token: string) =>
  deviceLinksSchema
    .parse(await owner.ok(owner.api('GET', '/auth/api/v1/device-link/list')))
    .find((link) => link.token === token)
const silentShade = () => moveIn(app, owner, 'roller_shutter', { onCommand: () => {} })

describe('while a command is in flight', () => {
  it('the deletion of the link closes its socket and withdraws the command [LN1]', async () => {
    const { id, device } = await silentShade()
    const { token } = await makeLink(app, owner, [id])
    const guest = createGuest(app, token)
    const socket = await openSignedInSocket(app, await guest.goodWebsocketToken())
    const answering = guest.ask('action', { deviceIds: [id], action: MOVE })
    await receivedBy(device, 'move')
    await deleteLink(owner, token)
    expect(await socket.closed).toBe(1008)
    await receivedBy(device, 'withdraw')
    app.clock.advance(LIMITS.COMMAND_ACK_MS)
    expect(verdictOf(await answering)).toBe(ENDED)
    await device.end()
  })

  it('the link expires: the command continues because it was sent in time, and the socket closes [LN1]', async () => {
    const { id, device } = await silentShade()
    const { token } = await makeLink(app, owner, [id], { expiresAt: inMs(1_000) })
    const guest = createGuest(app, token)
    const socket = await openSignedInSocket(app, await guest.goodWebsocketToken())
    const answering = guest.act([id], MOVE)
    const received: ReceivedCommand = await receivedBy(device, 'move')
    app.clock.advance(1_000)
    expect(await socket.closed).toBe(1008)
    expect(verdictOf(await guest.ask('stop', { deviceIds: [id] }))).toBe(ENDED)
    device.succeed(received)
    expect(await answering).toMatchObject(SUCCESS)
    expect(await listed(token)).toMatchObject({ uses: 1, state: 'expired' })
    await device.end()
  })

  it('a command is withdrawn when its device leaves the link, and those of the remaining devices continue', async () => {
    const out = await silentShade()
    const stays = await silentShade()
    const { token } = await makeLink(app, owner, [out.id, stays.id])
    const answering = createGuest(app, token).act([out.id, stays.id], MOVE)
    const taken = await receivedBy(out.device, 'move')
    const received = await receivedBy(stays.device, 'move')
    await updateLink(owner, token, { devices: [stays.id] })
    await vi.waitFor(() => expect(out.device.received.at(-1)).toMatchObject({ command: 'withdraw' }))
    out.device.refuse(taken, 'device_busy')
    stays.device.succeed(received)
    expect(await answering).toMatchObject([
      { status: 'error', error: 'insufficient_permission', device_ids: [out.id] },
      { status: 'success', device_ids: [stays.id] },
    ])
    for (const { device } of [out, stays]) await device.end()
  })
})

it('a number of uses that is set to the spent number leaves none, and a higher one leaves some again', async () => {
  const { id, device } = await moveIn(app, owner, 'roller_shutter')
  const { token } = await makeLink(app, owner, [id], { maxUses: 5 })
  const guest = createGuest(app, token)
  for (let used = 0; used < 3; used += 1) await guest.act([id], MOVE)
  expect(await updateLink(owner, token, { maxUses: 3 })).toMatchObject({ state: 'spent', uses: 3 })
  expect(verdictOf(await guest.ask('action', { deviceIds: [id], action: MOVE }))).toBe(ENDED)
  expect(await updateLink(owner, token, { maxUses: 2 })).toMatchObject({ state: 'spent', uses: 3 })
  await updateLink(owner, token, { maxUses: 4 })
  expect(await guest.act([id], MOVE)).toMatchObject(SUCCESS)
  expect(await listed(token)).toMatchObject({ state: 'spent', uses: 4 })
  await device.end()
})

it('old links do not reach a device that another account has claimed', async () => {
  const { id, device, claimCode } = await moveIn(app, owner, 'awning')
  const kept = await moveIn(app, owner, 'awning')
  const { token } = await makeLink(app, owner, [id, kept.id])
  const guest = createGuest(app, token)
  const socket = await openSignedInSocket(app, await guest.goodWebsocketToken())
  device.publish('status', { connected: true, type: 'awning', version: 2, factoryReset: true })
  const heir = await createConfirmedClient(app)
  await vi.waitFor(async () => {
    const json = { claimCode, name: 'Mine now' }
    expect((await heir.api('POST', '/auth/api/v1/device/claim', { json })).status).toBe(200)
  })
  expect((await socket.next('device.deleted')).data).toEqual({ deviceId: id })
  const mark = socket.received.length
  device.report({ position: 0.66 })
  kept.device.report({ position: 0.77 })
  await socket.next('device.state_update', mark)
  expect(JSON.stringify(socket.received.slice(mark))).not.toContain(id)
  expect(Object.keys(await guest.devices())).toEqual([kept.id])
  expect(await guest.act([id], MOVE)).toMatchObject([{ error: 'insufficient_permission' }])
  expect(device.received.some(({ command }) => command === 'move')).toBe(false)
  socket.end()
  await device.end()
  await kept.device.end()
})

it('a link that is changed at the moment of a freeze, or of its end, is changed and follows the freeze', async () => {
  const { id, device } = await moveIn(app, owner, 'roller_shutter')
  const twin = await app.twin()
  const twinOwner = createTestClient(twin)
  twinOwner.setCookie(owner.cookie())
  const { token } = await makeLink(app, owner, [id])
  const verdicts = async () => {
    const answers = [app, twin].map((at) => createGuest(at, token).ask('devices'))
    return (await Promise.all(answers)).map(verdictOf)
  }
  for (let round = 0; round < 20; round += 1) {
    const frozen = round % 2 === 0
    const terms = { name: `Round ${round}`, maxUses: 2 + round }
    await Promise.all([
      owner.ok(askLinks(owner, 'freeze', { frozen })),
      updateLink(round % 4 < 2 ? owner : twinOwner, token, terms),
    ])
    expect(await verdicts()).toEqual(frozen ? [FROZEN, FROZEN] : ['200', '200'])
    expect(await listed(token)).toMatchObject({ ...terms, state: frozen ? 'paused' : 'active' })
  }
  await device.end()
  await twin.close()
})

it('links, spent uses, locks and freezes survive a restart of the server', async () => {
  const { id, device } = await moveIn(app, owner, 'roller_shutter')
  const used = await makeLink(app, owner, [id], { maxUses: 2 })
  await createGuest(app, used.token).act([id], MOVE)
  const pinned = await makeLink(app, owner, [id], { pin: '2468' })
  for (let tries = 0; tries < 10; tries += 1) await createGuest(app, pinned.token, '0000').ask('info')
  await device.end()
  await owner.ok(askLinks(owner, 'freeze', { frozen: true }))
  await app.restart()
  expect(verdictOf(await createGuest(app, used.token).ask('devices'))).toBe(FROZEN)
  const other = await createConfirmedClient(app)
  await other.ok(askLinks(other, 'freeze', { frozen: false }))
  expect(verdictOf(await createGuest(app, used.token).ask('devices'))).toBe(FROZEN)
  expect(await listed(used.token)).toMatchObject({ state: 'paused' })
  await owner.ok(askLinks(owner, 'freeze', { frozen: false }))
  expect(await createGuest(app, used.token).info()).toMatchObject({ uses: 1, state: 'active' })
  expect((await createGuest(app, pinned.token, '2468').ask('info')).body).toMatchObject({
    error_detail: 'pin_locked',
  })
})

it('the list of who can open a door names each of several links that overlap, and keeps the others when one is deleted', async () => {
  const home = await createConfirmedClient(app)
  const { id, device } = await moveIn(app, home, 'home_door', { state: { motorLockConnected: true } })
  const always = await makeLink(app, home, [id], { name: 'Always' })
  await makeLink(app, home, [id], { name: 'Later', startsAt: inMs(60_000), expiresAt: inMs(120_000) })
  await makeLink(app, home, [id], { name: 'Twice', maxUses: 2 })
  const names = async () =>
    accessListSchema
      .parse(await home.ok(home.api('GET', `/auth/api/v1/access/list?devicetoken=${id}`)))
      .filter(({ kind }) => kind === 'link')
      .map(({ name, now }) => `${name} ${now}`)
      .toSorted()
  expect(await names()).toEqual(['Always true', 'Later false', 'Twice true'])
  app.clock.advance(60_000)
  expect(await names()).toEqual(['Always true', 'Later true', 'Twice true'])
  await deleteLink(home, always.token)
  app.clock.advance(60_000)
  expect(await names()).toEqual(['Twice true'])
  await device.end()
})
