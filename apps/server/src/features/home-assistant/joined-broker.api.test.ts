import { joinedBrokerSchema } from '@senca/contract/mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#testing/delete-account.ts'
import { askDevice } from '#testing/device-calls.ts'
import { createMosquitto, type Mosquitto } from '#testing/doubles/mosquitto.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { setUnlock } from '#testing/homes/approval-home.ts'
import { API, askBridges, listBridges } from '#testing/homes/bridge-home.ts'
import { connectHome, createHomeBridge, type HomeAssistant } from '#testing/homes/home-assistant-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { mailedOffer } from '#testing/homes/transfer-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'

let mosquitto: Mosquitto
let mailServer: TestMailServer
let app: TestApp
let anna: Person
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  mosquitto = await createMosquitto(async () => ['allow_anonymous true'])
  await mosquitto.start()
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
  await mosquitto.remove()
})
beforeEach(async () => {
  anna = await createPerson(app)
})
afterEach(async () => {
  await anna.api('POST', `${API}/mqtt/leave`, { json: {} })
  for (const close of closers.splice(0)) await close()
})

const join = () =>
  anna.ok(
    anna.api('POST', `${API}/mqtt/join`, { json: { host: '127.0.0.1', port: mosquitto.port, tls: false } }),
  )
const will = (check: () => unknown) => vi.waitFor(async () => void (await check()), { timeout: 20_000 })
const willBe = (wanted: 'connected' | 'unreachable') =>
  will(async () => {
    const { status } = joinedBrokerSchema.parse(await anna.ok(anna.api('GET', `${API}/mqtt/join`)))
    expect(status).toBe(wanted)
  })

async function joinedHome() {
  await join()
  const shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.42 } })
  closers.push(shade.device.end)
  const made = await createHomeBridge(anna, [shade.id], { options: { broker: 'joined' } })
  return { ...shade, ...made }
}
async function connect(bridgeId: string, devices = 1): Promise<HomeAssistant> {
  const home = await connectHome({ host: '127.0.0.1', port: mosquitto.port }, bridgeId)
  closers.unshift(home.end)
  await will(() => expect(home.keys().length).toBe(devices))
  return home
}
const statusIn = (home: HomeAssistant, id: string) => home.payloads.get(`senca-bridge/${id}/status`)
/** What happens ends with the bridge being online again, with everything announced and its commands subscribed. */
async function willComeBack(home: HomeAssistant, id: string, happen: () => Promise<unknown>) {
  const before = home.received.length
  await happen()
  await will(() => expect(home.received.slice(before)).toContain(`senca-bridge/${id}/status online`))
}
const ours = (home: HomeAssistant) => [...home.payloads.keys()].filter((topic) => topic.includes('senca'))

describe('a bridge at a broker that the person runs', () => {
  it('needs no login, retains what it announces, and takes commands', async () => {
    const { bridge, login, device } = await joinedHome()
    expect(login).toBeNull()
    await will(async () =>
      expect((await listBridges(anna))[0]).toMatchObject({
        connection: 'online',
        options: { broker: 'joined' },
      }),
    )
    const home = await connect(bridge.id)
    await will(() => expect(home.stateOf('position')).toBe('58'))
    expect(statusIn(home, bridge.id)).toBe('online')
    expect(home.received.find((text) => text.includes('_cover/config'))).toMatch(/\(retained\)$/)
    device.report({ position: 1 })
    await will(() => expect(home.stateOf('state')).toBe('closed'))
    await home.send('position/set', '40')
    await will(() => expect(device.received.at(-1)).toMatchObject({ command: 'move', position: 60 }))
    expect(refusalOf(await askBridges(anna, 'secret', { id: bridge.id }))).toMatchObject({
      error: 'broker_unusable',
    })
  })

  it('never obeys a command that was published to be retained, now or after a restart', async () => {
    const { bridge, device } = await joinedHome()
    const home = await connect(bridge.id)
    const moves = () => device.received.filter(({ command }) => command === 'move')
    await home.send('set', 'OPEN', { retain: true })
    await home.send('position/set', '40')
    await will(() => expect(moves()).toMatchObject([{ position: 60 }]))
    // After the restart the device is offline, so that a command would be refused.
    await willComeBack(home, bridge.id, () => app.restart())
    const refused = () => home.received.filter((text) => text.includes('/refused '))
    await home.send('position/set', '10')
    await will(() => expect(refused()).toMatchObject([expect.stringContaining('device_offline')]))
    await home.send('set', '', { retain: true })
  })

  it('corrects a state that somebody else retained there', async () => {
    const { bridge } = await joinedHome()
    const home = await connect(bridge.id)
    await home.send('state', 'closed', { retain: true })
    await will(() =>
      expect(home.received.filter((text) => / (closed|open)( |$)/.test(text)).at(-1)).toMatch(/open/),
    )
  })

  it('unlocks no door by a PIN, which others could read', async () => {
    await join()
    const door = await moveIn(app, anna, 'home_door', { state: { motorLockConnected: true } })
    closers.push(door.device.end)
    const { bridge } = await createHomeBridge(anna, [door.id], { options: { broker: 'joined' } })
    const refused = await setUnlock(anna, bridge.id, door.id, { mode: 'pin', pin: '2580' })
    expect(refusalOf(refused)).toMatchObject({ error: 'malformed_request', key: 'mode' })
    await anna.ok(setUnlock(anna, bridge.id, door.id, { mode: 'ask' }))
  })

  it('[BR5] is offline by its will when the connection is lost, and back with the states of then', async () => {
    const { bridge, device } = await joinedHome()
    await mosquitto.kill()
    device.report({ position: 1 })
    await willBe('unreachable')
    await mosquitto.start()
    // Once: the new connection has a second by the same clock for each answer.
    app.clock.advance(1_000)
    await willBe('connected')
    const home = await connect(bridge.id)
    await will(() => expect([statusIn(home, bridge.id), home.stateOf('position')]).toEqual(['online', '0']))
    await willComeBack(home, bridge.id, () => app.restart())
    // A shutdown says so; a crash does by the will, which the broker publishes.
    expect(home.received.filter((text) => text.endsWith('/status offline'))).toHaveLength(1)
  })
})

describe('what such a bridge leaves behind [BR39]', () => {
  it('nothing, when it is deleted or the broker is left', async () => {
    const { bridge, id } = await joinedHome()
    const home = await connect(bridge.id)
    await anna.ok(askBridges(anna, 'delete', { id: bridge.id }))
    await will(() => expect(ours(home)).toEqual([]))
    const second = await createHomeBridge(anna, [id], { options: { broker: 'joined' } })
    await will(() => expect(statusIn(home, second.bridge.id)).toBe('online'))
    await anna.ok(anna.api('POST', `${API}/mqtt/leave`, { json: {} }))
    await will(() => expect(ours(home)).toEqual([]))
    expect((await listBridges(anna))[0]).toMatchObject({ connection: 'offline', problem: 'broker_unusable' })
  })

  it('nothing of a device that is handed over, and nothing at all when its account is deleted [BR4]', async () => {
    const bor = await createPerson(app)
    const { bridge, id } = await joinedHome()
    const stays = await moveIn(app, anna, 'awning', { state: { position: 0 } })
    closers.push(stays.device.end)
    const grants = Object.fromEntries([id, stays.id].map((token) => [token, { permissions: ['command'] }]))
    await anna.ok(askBridges(anna, 'update', { id: bridge.id, grants }))
    const home = await connect(bridge.id, 2)
    const token = await mailedOffer(mailServer, { client: anna, email: anna.email }, bor, id)
    await bor.ok(askDevice(bor, 'transfer/accept', { token }))
    await will(() => expect(home.keys().length).toBe(1))
    await deleteAccount(app, anna, anna.email)
    await will(() => expect(ours(home)).toEqual([]))
  })

  it('nothing, when the broker was away as a device left or the bridge was deleted', async () => {
    const { bridge } = await joinedHome()
    const home = await connect(bridge.id)
    const [config] = home.configs().keys()
    const forged = `senca-bridge/${bridge.id}/oldkey/state`
    const old = config?.replace(/[^/]+_cover/, 'oldkey_cover') ?? ''
    // What an earlier life of the bridge retained.
    for (const topic of [forged, old])
      await home.client.publishAsync(topic, topic === old ? '{}' : 'open', { qos: 1, retain: true })
    await willComeBack(home, bridge.id, () => app.restart())
    await will(() => expect(ours(home).filter((topic) => topic.includes('oldkey'))).toEqual([]))
    await app.restart()
    await app.database.pool.query('update joined_brokers set port = 1')
    await app.restart()
    await anna.ok(askBridges(anna, 'delete', { id: bridge.id }))
    expect(ours(home).length).toBeGreaterThan(5)
    await app.database.pool.query('update joined_brokers set port = $1', [mosquitto.port])
    await app.restart()
    await will(() => expect(ours(home)).toEqual([]))
    // The broker has answered what was sent to it before, and the app has received that.
    await home.client.publishAsync('senca/last', '', { qos: 1 })
    await willBe('connected')
    app.clock.advance(30_000)
    await will(async () =>
      expect(
        (
          await app.database.pool.query('select from home_assistant_leftovers where bridge_id = $1', [
            bridge.id,
          ])
        ).rowCount,
      ).toBe(0),
    )
  })
})
