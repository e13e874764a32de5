import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answerApproval,
  askedBy,
  createAskingBridge,
  openPage,
  setUnlock,
  statusBy,
} from '#testing/homes/approval-home.ts'
import { API, askBridges, callBy, createBridge, listBridges } from '#testing/homes/bridge-home.ts'
import { guardedDoors, unlockOf, unlocksOf } from '#testing/homes/guarded-doors.ts'
import { createNeighbors, giveRole, type Person, passTime, timeIn } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'
import { openSocket } from '#testing/test-socket.ts'

const MINUTE_MS = 60_000
const PIN = '2580'
const SCOPES = ['devices:read', 'devices:command', 'activity:read', 'access:read', 'doors:ask']

let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
let foreign: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  foreign = await moveIn(app, bor, 'awning', { state: { position: 0 } })
  return async () => {
    for (const { device } of [shade, foreign]) await device.end()
  }
})

const { door } = guardedDoors(() => ({ app, owner: anna }))

type Call = readonly [method: 'GET' | 'POST', path: string, json?: object]

const commandsOf = ({ device }: Pick<typeof shade, 'device'>) =>
  device.received.filter(({ command }) => command === 'move' || command === 'abort')

describe('somebody else, with the id of a connected app', () => {
  it('learns nothing and changes nothing by any of its calls', async () => {
    const { id } = await createBridge(anna, [shade.id])
    const before = await listBridges(anna)
    const calls: Call[] = [
      ['POST', 'bridge/update', { id, name: 'Mine', grants: { [foreign.id]: { permissions: ['command'] } } }],
      ['POST', 'bridge/delete', { id }],
      ['POST', 'bridge/secret', { id }],
      ['POST', 'bridge/unlock', { id, token: shade.id, mode: 'ask', password: GOOD_PASSWORD }],
      ['POST', 'bridge/pairing', { id }],
      ['POST', 'bridge/reset', { id }],
      ['POST', 'bridge/fabric/remove', { id, index: 1 }],
      ['GET', `bridge/parts?id=${id}`],
      ['GET', `bridge/pairing?id=${id}`],
      ['GET', `bridge/fabrics?id=${id}`],
      ['POST', 'webhook/create', { bridge: id, url: 'https://203.0.113.1/', events: ['device.state'] }],
    ]
    for (const [method, path, json] of calls) {
      const answer = await bor.api(method, `${API}/${path}`, json === undefined ? {} : { json })
      expect([path, refusalOf(answer)]).toMatchObject([path, { status: 404, error: 'resource_not_found' }])
    }
    expect(await listBridges(anna)).toEqual(before)
    expect(await listBridges(bor)).toEqual([])
  })
})

describe('a token of a connected app that has ended', () => {
  it('opens nothing: no list, no batch, no group, no ask and no socket, also with what it was given before', async () => {
    const validBefore = timeIn(app, MINUTE_MS)
    const { secret } = await createBridge(anna, [shade.id], { scopes: SCOPES, validBefore })
    const group: { id: string } = Object(
      await anna.ok(anna.api('POST', `${API}/group/create`, { json: { name: 'All', devices: [shade.id] } })),
    )
    const calls: Call[] = [
      ['GET', `${API}/device/list`],
      ['GET', `${API}/device/info?devicetoken=${shade.id}`],
      ['POST', `${API}/device/move`, { commands: [{ token: shade.id, command: 'move', position: 40 }] }],
      ['POST', `${API}/device/abort`, { commands: [{ token: shade.id }] }],
      ['POST', `${API}/group/move`, { group: group.id, command: 'move', position: 40 }],
      ['POST', `${API}/approval/ask`, { token: shade.id, lockType: 'motor' }],
      ['GET', `${API}/activity/list?devicetoken=${shade.id}`],
      ['GET', '/auth/account/websocket/token'],
      ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ]
    const socketToken = await callBy(app, secret, 'GET', '/auth/account/websocket/token')
    passTime(app, [anna], MINUTE_MS)
    for (const [method, path, json] of calls)
      expect([path, (await callBy(app, secret, method, path, json)).status]).toEqual([path, 401])
    const socket = await openSocket(app)
    socket.send({ subject: 'auth.login', data: Object(socketToken.body) })
    await socket.next('auth.rejected')
    socket.end()
    expect(commandsOf(shade)).toEqual([])
  })

  it('ends a command that waits for its device, and does not stop the device', async () => {
    const blind = await moveIn(app, anna, 'venetian_blind', {
      onCommand: (command, device) => device.succeed(command),
    })
    const { id, secret } = await createBridge(anna, [blind.id], { scopes: SCOPES })
    const both = { token: blind.id, command: 'move', position: 40, inclination: 10 }
    const waiting = callBy(app, secret, 'POST', `${API}/device/move`, { commands: [both], wait: true })
    // The device has taken it, and does not report that it is there.
    await vi.waitFor(async () =>
      expect((await anna.info(blind.id))[blind.id]?.state.target).toMatchObject({ position: 0.4 }),
    )
    await anna.ok(askBridges(anna, 'delete', { id }))
    expect((await waiting).body).toMatchObject([{ status: 'error', error: 'device_not_exist' }])
    expect(commandsOf(blind).map(({ command }) => command)).toEqual(['move'])
    await blind.device.end()
  })
})

describe('a batch of a connected app', () => {
  it('reaches what was granted alone, and answers the same of what is foreign and of what is not', async () => {
    const other = await moveIn(app, anna, 'awning', { state: { position: 0 } })
    const { secret } = await createBridge(anna, [shade.id], { scopes: SCOPES })
    const move = (token: string) => ({ token, command: 'move', position: 40 })
    const tokens = [shade.id, other.id, foreign.id, 'nothing0']
    const { body } = await callBy(app, secret, 'POST', `${API}/device/move`, {
      commands: tokens.map(move),
      wait: false,
    })
    expect(body).toHaveLength(2)
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'success', device_ids: [shade.id] }),
        expect.objectContaining({
          status: 'error',
          error: 'device_not_exist',
          device_ids: [other.id, foreign.id, 'nothing0'],
        }),
      ]),
    )
    for (const untouched of [other, foreign]) expect(commandsOf(untouched)).toEqual([])
    await other.device.end()
  })

  it('with the right PIN of two doors unlocks neither [BR10]', async () => {
    const doors = [await door(), await door()]
    const ids = doors.map(({ id }) => id)
    const { id, secret } = await createAskingBridge(anna, ids)
    for (const token of ids) await anna.ok(setUnlock(anna, id, token, { mode: 'pin', pin: PIN }))
    const { body } = await callBy(app, secret, 'POST', `${API}/device/move`, {
      commands: ids.map(unlockOf),
      pin: PIN,
      wait: false,
    })
    expect(body).toMatchObject([{ status: 'error', error: 'insufficient_permission' }])
    expect(doors.map(unlocksOf)).toEqual([0, 0])
    for (const { device } of doors) await device.end()
  })
})

describe('an ask that is answered many times at once', () => {
  it('unlocks once, by one of those who allow it', async () => {
    const home = await door()
    const { id: bridge, secret } = await createAskingBridge(anna, [home.id])
    await anna.ok(setUnlock(anna, bridge, home.id, { mode: 'ask' }))
    const role = { permissions: ['command'], devices: [home.id], users: [bor.email] }
    await giveRole(anna, { ...role, password: GOOD_PASSWORD })
    const page = await openPage(app, anna)
    const { id } = await askedBy(app, secret, home.id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        answerApproval(index % 2 === 0 ? anna : bor, id, { allow: true }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(unlocksOf(home)).toBe(1)
    expect(await statusBy(app, secret, id)).toMatchObject({ status: 'allowed' })
    page.end()
    await home.device.end()
  })

  it('unlocks nothing where it was denied first, and at most once where both come at once', async () => {
    const home = await door()
    const { id: bridge, secret } = await createAskingBridge(anna, [home.id])
    await anna.ok(setUnlock(anna, bridge, home.id, { mode: 'ask' }))
    const page = await openPage(app, anna)
    const { id } = await askedBy(app, secret, home.id)
    const answers = await Promise.all(
      [true, false, true, false].map((allow) => answerApproval(anna, id, { allow })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { status } = await statusBy(app, secret, id)
    expect(unlocksOf(home)).toBe(status === 'allowed' ? 1 : 0)
    page.end()
    await home.device.end()
  })
})
