import { websocketTokenSchema } from '@senca/contract'
import { securityEventsSchema } from '@senca/contract/account'
import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { API, askBridges, callBy, createBridge, listBridges } from '#testing/homes/bridge-home.ts'
import {
  createBridgeProcess,
  createMatterBridge,
  matterBridgeCalls,
} from '#testing/homes/matter-bridge-home.ts'
import { createNeighbors, freezeSharing, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

const APPLE = 4_937
const SECONDS_30 = 30_000

let mailServer: TestMailServer
let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url, MATTER: 'off' } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  return () => shade.device.end()
})

/** A bridge with a process that lives. */
const livingBridge = async (more: object = {}) => {
  const bridge = await createMatterBridge(anna, [shade.id], more)
  const process = createBridgeProcess(app, bridge.secret)
  await process.answered({ isNew: true })
  return { ...bridge, process, ...matterBridgeCalls(anna, bridge.id) }
}
const subjectsOf = ({ received }: TestSocket) => received.map(({ subject }) => subject)
const TOLERANT = { tolerant: true }
const openBridgeSocket = async (to: TestApp, secret: string) => {
  const answer = await callBy(to, secret, 'GET', '/auth/account/websocket/token')
  return openSignedInSocket(to, websocketTokenSchema.parse(answer.body).token, false, TOLERANT)
}
const openPage = async (person: Person) =>
  openSignedInSocket(app, await person.websocketToken(), false, TOLERANT)
const fabric = (index = 1, vendorId = APPLE) => ({ index, vendorId, label: 'Home', lastSeenAt: null })
/** What the activity has of bridges, the newest first. */
const diary = async () =>
  activityListSchema
    .parse(await anna.ok(anna.api('GET', `${API}/activity/list`)))
    .entries.flatMap(({ action, bridge, deviceId, deviceName }) =>
      action.startsWith('bridge_') && deviceId === null && deviceName !== '' ? [[action, bridge?.via]] : [],
    )
const trail = async (): Promise<unknown[]> =>
  securityEventsSchema
    .parse(await anna.ok(anna.call('GET', '/auth/account/events')))
    .events.map(({ kind, detail }) => [kind, detail])

describe('a Matter bridge', () => {
  it('has no scopes and no end, and says that Matter is off here', async () => {
    const bridge = await createMatterBridge(anna, [shade.id], { scopes: ['scenarios:run'] })
    expect(bridge).toMatchObject({
      kind: 'matter',
      scopes: [],
      validBefore: null,
      connection: 'off',
      problem: 'matter_off',
      options: { alexa: false },
    })
    expect(bridge.secret).toMatch(/^senca_/)
    const refused = await callBy(app, bridge.secret, 'GET', `${API}/scenario/list`)
    expect(refusalOf(refused)).toMatchObject({ status: 403, error: 'insufficient_permission' })
  })

  it('has the port of Alexa or one after it, and Alexa has one [BR17]', async () => {
    const alexa = await livingBridge({ options: { alexa: true } })
    const other = await livingBridge()
    expect((await alexa.process.answered()).port).toBe(5_540)
    expect((await other.process.answered()).port).toBe(5_541)
    const second = await askBridges(anna, 'create', {
      name: 'Second',
      kind: 'matter',
      grants: {},
      options: { alexa: true },
    })
    expect(refusalOf(second)).toMatchObject({ status: 409, error: 'bridge_unavailable' })
    const script = await askBridges(anna, 'create', {
      name: 'Script',
      kind: 'script',
      grants: {},
      options: { alexa: true },
    })
    expect(refusalOf(script)).toMatchObject({ status: 400, error: 'malformed_request', key: 'options' })
  })

  it('is one of five [BR13]', async () => {
    for (let nth = 0; nth < 5; nth += 1) await createMatterBridge(anna, [])
    const sixth = await askBridges(anna, 'create', { name: 'Sixth', kind: 'matter', grants: {} })
    expect(refusalOf(sixth)).toMatchObject({ status: 409, error: 'bridges_limit_exceeded' })
    await createBridge(anna, [])
  })

  it('reports to its process what it has, in the language of its maker', async () => {
    const { process } = await livingBridge()
    expect(await process.answered()).toMatchObject({
      isPaused: false,
      devices: [{ token: shade.id, unlock: null, room: null, fault: null }],
      words: { motor: 'lock' },
      pairing: null,
      vendor: { vendorId: 0xfff1, productId: 0x8000 },
    })
    await anna.ok(anna.call('POST', '/auth/account/locale', { json: { locale: 'sl' } }))
    expect((await process.answered()).words.motor).toBe('ključavnica')
  })

  it('reports the room of a device, and what its hardware was stopped by [BR20], [BR59]', async () => {
    const stuck = await moveIn(app, anna, 'roller_shutter', {
      onCommand: (command, device) => device.refuse(command, 'device_update_failed'),
    })
    const bridge = await createMatterBridge(anna, [stuck.id])
    const process = createBridgeProcess(app, bridge.secret)
    const socket = await openBridgeSocket(app, bridge.secret)
    const json = { name: 'Attic', devices: [stuck.id] }
    await anna.ok(anna.api('POST', `${API}/room/create`, { json }))
    await vi.waitFor(() => expect(subjectsOf(socket)).toContain('bridges.updated'))
    expect((await process.answered()).devices).toMatchObject([{ room: 'Attic', fault: null }])
    const notified = subjectsOf(socket).length
    await anna.move([{ token: stuck.id, command: 'move', position: 40 }])
    await vi.waitFor(async () =>
      expect((await process.answered()).devices).toMatchObject([{ fault: 'obstructed' }]),
    )
    await vi.waitFor(() => expect(subjectsOf(socket).slice(notified)).toContain('bridges.updated'))
    socket.end()
    await stuck.device.end()
  })

  it('shows on the pages of its owner which device an app means [BR20]', async () => {
    const { process, secret } = await livingBridge()
    const page = await openPage(anna)
    const stranger = await openPage(bor)
    const identify = (token: string, seconds = 10) =>
      callBy(app, secret, 'POST', `${API}/bridge/identify`, { process: process.process, token, seconds })
    expect(refusalOf(await identify('unknown'))).toMatchObject({ error: 'device_not_exist' })
    expect(refusalOf(await identify(shade.id, 601))).toMatchObject({ status: 400 })
    expect((await identify(shade.id)).status).toBe(200)
    await vi.waitFor(() =>
      expect(page.received).toContainEqual({
        subject: 'bridges.identify',
        data: { deviceId: shade.id, seconds: 10 },
      }),
    )
    expect(subjectsOf(stranger)).not.toContain('bridges.identify')
    expect(shade.device.received).toEqual([])
    page.end()
    stranger.end()
  })

  it('is paused while sharing is frozen, and its process is notified [BR5]', async () => {
    const { process, secret } = await livingBridge()
    await freezeSharing(anna, true)
    const paused = { isPaused: true, devices: [{ token: shade.id }] }
    await vi.waitFor(async () => expect(await process.answered()).toMatchObject(paused))
    const move = await callBy(app, secret, 'POST', `${API}/device/move`, { commands: [], wait: false })
    expect(refusalOf(move)).toMatchObject({ status: 403, key: 'frozen' })
    await freezeSharing(anna, false)
    await vi.waitFor(async () => expect(await process.answered()).toMatchObject({ isPaused: false }))
  })
})

describe('the process of a bridge [BR16]', () => {
  it('is one: another with the same secret waits until the first was silent for 30 s', async () => {
    const { process, secret, id } = await livingBridge()
    const second = createBridgeProcess(app, secret)
    expect(refusalOf(await second.node())).toMatchObject({ status: 409, error: 'bridge_unavailable' })
    expect(refusalOf(await second.store({ key: '1' }))).toMatchObject({ status: 409 })
    expect((await listBridges(anna)).find((one) => one.id === id)).toMatchObject({
      connection: 'waiting',
      problem: null,
    })
    await app.clock.advance(SECONDS_30)
    expect((await second.node()).status).toBe(200)
    expect((await process.node()).status).toBe(409)
  })

  it('shows its owner a second one that goes on, once', async () => {
    const { process, secret, name } = await livingBridge()
    const second = createBridgeProcess(app, secret)
    const seconds = async () => (await trail()).filter((event) => String(event).includes('second_process'))
    for (let waited = 0; waited <= 2 * SECONDS_30; waited += SECONDS_30 / 3) {
      expect((await second.node()).status).toBe(409)
      expect(await seconds()).toHaveLength(waited < SECONDS_30 ? 0 : 1)
      await app.clock.advance(SECONDS_30 / 3)
      await process.answered()
    }
    expect(await seconds()).toEqual([['bridge_second_process', name]])
  })

  it('is given back by one that says that it leaves', async () => {
    const { process, secret } = await livingBridge()
    expect((await process.node({ isLeaving: true })).status).toBe(200)
    expect((await createBridgeProcess(app, secret).node()).status).toBe(200)
    expect((await process.node()).status).toBe(409)
  })

  it('keeps what it is given, sealed, and gives it to a new process alone', async () => {
    const { process, secret, id } = await livingBridge()
    expect((await process.store({ 'root/key': '"fabric key"', 'senca/parts': '{}' })).status).toBe(200)
    expect((await process.store({ 'senca/parts': null })).status).toBe(200)
    expect((await process.answered()).store).toBeUndefined()
    await app.clock.advance(SECONDS_30)
    const next = createBridgeProcess(app, secret)
    expect((await next.answered({ isNew: true })).store).toEqual({ 'root/key': '"fabric key"' })
    const { rows } = await app.database.pool.query('select value from bridge_store where bridge_id = $1', [
      id,
    ])
    expect(JSON.stringify(rows)).not.toContain('fabric key')
  })

  it('is no call of an account or a script', async () => {
    const { id } = await livingBridge()
    const process = crypto.randomUUID()
    expect(refusalOf(await askBridges(anna, 'node', { process }))).toMatchObject({ status: 403 })
    const script = await createBridge(anna, [shade.id], { scopes: ['devices:read', 'devices:command'] })
    for (const call of ['node', 'store'])
      expect(
        refusalOf(
          await callBy(app, script.secret, 'POST', `${API}/bridge/${call}`, { process, entries: {} }),
        ),
      ).toMatchObject({ status: 403, error: 'insufficient_permission' })
    expect(refusalOf(await matterCall(bor, 'parts', id))).toMatchObject({ status: 404 })
    expect(await anna.ok(matterCall(anna, 'parts', script.id))).toEqual([])
  })

  it('is refused what is too long, and what it does not know is left out', async () => {
    const { process } = await livingBridge()
    expect(refusalOf(await process.node({ report: { fabrics: [{ index: 0 }] } }))).toMatchObject({
      status: 400,
    })
    expect(refusalOf(await process.store({ ['k'.repeat(301)]: '' }))).toMatchObject({ status: 400 })
    expect(refusalOf(await process.store({ key: 'v'.repeat(60_001) }))).toMatchObject({ status: 400 })
  })
})

const matterCall = (client: Person, call: string, id: string) =>
  client.api('GET', `${API}/bridge/${call}?id=${id}`)

describe('pairing [BR18]', () => {
  it('needs a process', async () => {
    const bridge = await createMatterBridge(anna, [shade.id])
    expect(refusalOf(await askBridges(anna, 'pairing', { id: bridge.id }))).toMatchObject({
      status: 409,
      error: 'bridge_unavailable',
    })
  })

  it('gives the codes of the process, for 15 minutes, and forgets them', async () => {
    const { process, openPairing, pairing } = await livingBridge()
    expect(await pairing()).toEqual({ status: 'closed' })
    const opening = openPairing()
    const id = await process.until((asked) => asked.pairing?.id ?? null)
    const codes = { manualCode: '34970112332', qrCode: 'MT:Y.K9042C00KA0648G00' }
    await process.answered({ report: { pairing: { id, status: 'open', ...codes } } })
    const opened = await opening
    expect(opened).toMatchObject({ ...codes, port: 5_541 })
    expect(Date.parse(opened.expiresAt) - app.clock.now().getTime()).toBe(15 * 60_000)
    expect(await pairing()).toEqual({ status: 'open' })
    const { rows } = await app.database.pool.query('select pairing from bridge_nodes')
    expect(JSON.stringify(rows)).not.toContain(codes.manualCode)
    await process.answered({ report: { pairing: { id, status: 'done' }, fabrics: [fabric()] } })
    expect(await pairing()).toEqual({ status: 'done' })
    expect((await process.answered()).pairing).toBeNull()
  })

  it('says why it failed', async () => {
    const { process, id } = await livingBridge()
    const opening = askBridges(anna, 'pairing', { id })
    const asked = await process.until((node) => node.pairing?.id ?? null)
    await process.answered({
      report: { pairing: { id: asked, status: 'failed', reason: 'no_multicast' }, problem: 'no_multicast' },
    })
    expect(refusalOf(await opening)).toMatchObject({ status: 409, error: 'bridge_unavailable' })
    expect((await listBridges(anna)).find((one) => one.id === id)).toMatchObject({
      problem: 'no_multicast',
    })
  })
})

describe('fabrics', () => {
  it('are listed, and their coming and going is in the trail and the mails [BR7]', async () => {
    const { process, fabrics, removeFabric, id } = await livingBridge({ name: 'Living room' })
    await process.answered({ report: { fabrics: [fabric(), fabric(2, 0x1349)] } })
    expect(await fabrics()).toMatchObject([
      { index: 1, ecosystem: 'Apple', vendorId: APPLE, label: 'Home' },
      { index: 2, ecosystem: 'Apple' },
    ])
    expect((await listBridges(anna)).find((one) => one.id === id)).toMatchObject({ connection: 'online' })
    expect(refusalOf(await removeFabric(9))).toMatchObject({ status: 404, key: 'index' })
    const removing = removeFabric(2)
    await process.until(({ removing: indexes }) => (indexes.includes(2) ? true : null))
    await process.answered({ report: { fabrics: [fabric()], removed: [2] } })
    expect((await removing).status).toBe(200)
    expect((await process.answered()).removing).toEqual([])
    expect(await diary()).toEqual([
      ['bridge_unpaired', 'Apple'],
      ['bridge_paired', 'Apple'],
      ['bridge_paired', 'Apple'],
    ])
    expect(await trail()).toEqual(
      expect.arrayContaining([
        ['bridge_paired', 'Living room · Apple'],
        ['bridge_unpaired', 'Living room · Apple'],
      ]),
    )
    await vi.waitFor(async () => {
      const subjects = (await mailServer.to(anna.email)).map(({ mail }) => mail.subject)
      expect(subjects).toContain('Senca: a bridge was paired')
      expect(subjects).toContain('Senca: a bridge was unpaired')
    })
  })

  it('are in the activity when they are lost, and found again [BR63]', async () => {
    const { process, fabrics } = await livingBridge()
    await process.answered({ report: { fabrics: [fabric()] } })
    const lostAt = '2026-06-21T09:00:00.000Z'
    await process.answered({ report: { fabrics: [{ ...fabric(), lostAt }] } })
    expect(await fabrics()).toMatchObject([{ lostAt }])
    // A new process does not know yet.
    await process.answered({ report: { fabrics: [fabric()] } })
    expect(await fabrics()).toMatchObject([{ lostAt }])
    await process.answered({ report: { fabrics: [{ ...fabric(), lostAt: null }] } })
    expect(await fabrics()).toMatchObject([{ lostAt: null }])
    expect(await diary()).toEqual([
      ['bridge_found', 'Apple'],
      ['bridge_lost', 'Apple'],
      ['bridge_paired', 'Apple'],
    ])
  })

  it('go with a reset, which waits for the process; without one all is forgotten here', async () => {
    const { process, reset, fabrics } = await livingBridge()
    await process.answered({ report: { fabrics: [fabric()] } })
    await process.store({ key: '1' })
    const resetting = reset()
    const asked = await process.until((node) => (node.reset > 0 ? node.reset : null))
    await process.answered({ report: { fabrics: [], reset: asked } })
    expect((await resetting).status).toBe(200)
    expect(await fabrics()).toEqual([])
    await process.answered({ report: { fabrics: [fabric()] } })
    await app.clock.advance(SECONDS_30)
    expect((await reset()).status).toBe(200)
    expect(await fabrics()).toEqual([])
    expect((await process.answered({ isNew: true })).store).toEqual({})
    expect(await trail()).toEqual(expect.arrayContaining([expect.arrayContaining(['bridge_reset'])]))
  })
})

describe('what a bridge shows and does', () => {
  it('is shown to its maker', async () => {
    const { process, parts } = await livingBridge()
    const part = {
      token: shade.id,
      part: 'cover',
      endpoint: 2,
      name: 'Kitchen',
      told: { CurrentPositionLiftPercent100ths: 2_500, OperationalStatus: 'stopped' },
      reachable: true,
    }
    const shown = parts()
    const partsShown = await process.until((node) => (node.parts > 0 ? node.parts : null))
    await process.answered({ report: { parts: [part], partsShown } })
    expect(await shown).toEqual([part])
    await app.clock.advance(SECONDS_30)
    expect(await parts()).toEqual([{ ...part, reachable: false }])
  })

  it('has the ecosystem in the activity [BR7]', async () => {
    const { secret, id } = await livingBridge({ name: 'House' })
    const response = await fetch(`${app.url}${API}/device/move`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'x-ecosystem': String(APPLE),
      },
      body: JSON.stringify({
        commands: [{ token: shade.id, command: 'move', position: 40 }],
        wait: false,
      }),
    })
    expect(response.status).toBe(200)
    await vi.waitFor(async () => {
      const { entries } = activityListSchema.parse(
        await anna.ok(anna.api('GET', `${API}/activity/list?devicetoken=${shade.id}`)),
      )
      expect(entries[0]).toMatchObject({
        origin: 'bridge',
        by: 'House',
        bridge: { id, kind: 'matter', via: 'Apple' },
      })
    })
  })
})
