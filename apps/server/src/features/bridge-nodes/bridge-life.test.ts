import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createMatterNetwork,
  type MatterController,
  type MatterNetwork,
} from '#testing/doubles/matter-network.ts'
import { connectFakeDevice, type FakeDevice, type ReceivedCommand } from '#testing/fake-device.ts'
import { answerApproval, listApprovals, openPage, setUnlock } from '#testing/homes/approval-home.ts'
import { API, askBridges, listBridges } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

const SOON = { timeout: 90_000, interval: 100 }
/** Far longer than a network, a server and its devices take to start. */
const STARTS_MS = 600_000
const APPLE = 4_937
const GOOGLE = 24_582
const DONE = { error: null }

type Home = Awaited<ReturnType<typeof moveIn>>

/** Is at once where it is sent. */
const BLIND = {
  state: { position: 0.25, inclination: 0.1 },
  onCommand(command: ReceivedCommand, device: FakeDevice) {
    device.succeed(command)
    if (command.command !== 'move') return
    const { position, inclination } = command
    device.report({
      ...(typeof position === 'number' ? { position: position / 100 } : {}),
      ...(typeof inclination === 'number' ? { inclination: inclination / 100 } : {}),
    })
  },
}

let network: MatterNetwork
let app: TestApp
let owner: TestClient
let apple: MatterController
let blind: Home
let door: Home
let light: Home
let bridge: Awaited<ReturnType<typeof createMatterBridge>>
let calls: ReturnType<typeof matterBridgeCalls>

beforeAll(async () => {
  network = await createMatterNetwork()
  app = await createTestApp({ matter: { start: network.startMatter } })
  await network.reach(app.url)
  owner = await createConfirmedClient(app)
  blind = await moveIn(app, owner, 'venetian_blind', { name: 'Kitchen', ...BLIND })
  door = await moveIn(app, owner, 'home_door', {
    name: 'Front door',
    state: {
      motorLockConnected: true,
      motorLockState: 'locked',
      magneticSensorConnected: true,
      magneticSensorOpen: false,
    },
    onCommand(command, device) {
      device.succeed(command)
      if (command.command === 'lock') device.report({ motorLockState: 'locked' })
      if (command.command === 'unlock') device.report({ motorLockState: 'unlocked' })
    },
  })
  light = await moveIn(app, owner, 'light', {
    name: 'Table',
    state: { light1Brightness: 0, light1Dimmable: true },
    onCommand(command, device) {
      device.succeed(command)
      if (typeof command.brightness === 'number') device.report({ light1Brightness: command.brightness })
    },
  })
  bridge = await createMatterBridge(owner, [blind.id, door.id, light.id], {
    name: 'House',
    password: GOOD_PASSWORD,
  })
  calls = matterBridgeCalls(owner, bridge.id)
  apple = await network.startController(APPLE)
}, STARTS_MS)
afterAll(async () => {
  await app?.close()
  for (const home of [blind, door, light]) await home?.device.end()
  await network?.close()
})

const connectBlind = () => connectFakeDevice({ mqtt: app.mqtt, ...blind, type: 'venetian_blind', ...BLIND })
const connectionOf = async () => (await listBridges(owner)).find(({ id }) => id === bridge.id)
const clusterOf = async (controller: MatterController, name: string) => {
  const endpoint = (await controller.endpoints()).find(
    ({ state }) => state.bridgedDeviceBasicInformation?.nodeLabel === name,
  )
  if (endpoint === undefined) throw new Error(`there is no ${name}`)
  return endpoint
}
const willBe = (name: string, cluster: string, expected: object, controller = apple) =>
  vi.waitFor(async () => {
    await app.clock.advance(50)
    expect((await clusterOf(controller, name)).state[cluster]).toMatchObject(expected)
  }, SOON)
const numbers = async () =>
  Object.fromEntries((await calls.parts()).map(({ token, part, endpoint }) => [`${token}/${part}`, endpoint]))

describe('a Matter bridge and an ecosystem', () => {
  it('are paired by the code of the app, and see the parts of devices', async () => {
    await vi.waitFor(async () => expect((await connectionOf())?.connection).toBe('waiting'), SOON)
    const { manualCode } = await calls.openPairing()
    expect(manualCode).toMatch(/^\d{11}$/)
    await apple.commission(manualCode)
    await vi.waitFor(async () => {
      expect(await calls.pairing()).toEqual({ status: 'done' })
      expect(await calls.fabrics()).toMatchObject([{ ecosystem: 'Apple' }])
    }, SOON)
    expect((await connectionOf())?.connection).toBe('online')
    await willBe('Kitchen', 'windowCovering', {
      type: 8,
      endProductType: 13,
      currentPositionLiftPercent100ths: 2_500,
      targetPositionLiftPercent100ths: 2_500,
      currentPositionTiltPercent100ths: 1_000,
    })
    await willBe('Front door · lock', 'doorLock', { lockState: 1 })
    await willBe('Front door · sensor', 'booleanState', { stateValue: true })
    await willBe('Table', 'onOff', { onOff: false })
    for (const { reachable } of await calls.parts()) expect(reachable).toBe(true)
  })

  it('lift, tilt, dim and lock', async () => {
    const { number } = await clusterOf(apple, 'Kitchen')
    expect(await apple.invoke(number, { do: 'lift', value: 7_500 })).toEqual(DONE)
    await willBe('Kitchen', 'windowCovering', {
      currentPositionLiftPercent100ths: 7_500,
      targetPositionLiftPercent100ths: 7_500,
      operationalStatus: { global: 0 },
    })
    expect(await apple.invoke(number, { do: 'tilt', value: 5_000 })).toEqual(DONE)
    await willBe('Kitchen', 'windowCovering', { currentPositionTiltPercent100ths: 5_000 })
    expect(await apple.invoke(number, { do: 'stop' })).toEqual(DONE)
    const lamp = (await clusterOf(apple, 'Table')).number
    expect(await apple.invoke(lamp, { do: 'level', value: 127 })).toEqual(DONE)
    await willBe('Table', 'levelControl', { currentLevel: 127 })
    await willBe('Table', 'onOff', { onOff: true })
    expect(await apple.invoke(lamp, { do: 'off' })).toEqual(DONE)
    await willBe('Table', 'onOff', { onOff: false })
    const lock = (await clusterOf(apple, 'Front door · lock')).number
    door.device.report({ motorLockState: 'unlocked' })
    await willBe('Front door · lock', 'doorLock', { lockState: 2 })
    expect(await apple.invoke(lock, { do: 'lock' })).toEqual(DONE)
    await willBe('Front door · lock', 'doorLock', { lockState: 1 })
  })

  it('unlock no door until that is turned on, and then as a person allows it [BR26]', async () => {
    const lock = (await clusterOf(apple, 'Front door · lock')).number
    expect(await apple.invoke(lock, { do: 'unlock' })).toMatchObject({
      detail: expect.stringContaining('UnsupportedAccess'),
    })
    const page = await openPage(app, owner)
    await owner.ok(setUnlock(owner, bridge.id, door.id, { mode: 'ask' }))
    await vi.waitFor(async () => expect(await apple.invoke(lock, { do: 'unlock' })).toEqual(DONE), SOON)
    await willBe('Front door · lock', 'doorLock', { lockState: 1 })
    const [asked] = await listApprovals(owner)
    await owner.ok(answerApproval(owner, asked?.id ?? '', { allow: true }))
    await willBe('Front door · lock', 'doorLock', { lockState: 2 })
    await page.end()
  })

  it('demand the PIN where it is turned on, as another endpoint [BR21]', async () => {
    const before = (await clusterOf(apple, 'Front door · lock')).number
    await owner.ok(setUnlock(owner, bridge.id, door.id, { mode: 'pin', pin: '2468' }))
    await vi.waitFor(async () => {
      const { number, state } = await clusterOf(apple, 'Front door · lock')
      expect(number).not.toBe(before)
      expect(state.doorLock).toMatchObject({ requirePinForRemoteOperation: true })
    }, SOON)
    const { number } = await clusterOf(apple, 'Front door · lock')
    door.device.report({ motorLockState: 'locked' })
    for (const pin of [undefined, '1111'])
      expect(await apple.invoke(number, { do: 'unlock', pin })).toMatchObject({
        detail: expect.stringContaining('Failure'),
      })
    expect(await apple.invoke(number, { do: 'unlock', pin: '2468' })).toEqual(DONE)
    await willBe('Front door · lock', 'doorLock', { lockState: 2 })
  })

  it('show that a held shade is held, and refuse what moves it from its place [BR59], [BR60]', async () => {
    await owner.ok(
      owner.api('POST', `${API}/scenario/create`, {
        json: {
          name: 'Break-in',
          enabled: true,
          targets: [blind.id],
          triggers: [{ type: 'Security', sources: ['break_in'] }],
          actions: [{ type: 'MoveSelfSecurity' }],
        },
      }),
    )
    const alarm = (on: boolean) =>
      owner.ok(owner.api('POST', `${API}/security/alarm`, { json: { source: 'break_in', on } }))
    await alarm(true)
    await willBe('Kitchen', 'windowCovering', { safetyStatus: { protection: true } })
    const { number } = await clusterOf(apple, 'Kitchen')
    expect(await apple.invoke(number, { do: 'open' })).toMatchObject({
      detail: expect.stringContaining('InvalidInState'),
    })
    expect(await apple.invoke(number, { do: 'stop' })).toEqual(DONE)
    await alarm(false)
    await willBe('Kitchen', 'windowCovering', { safetyStatus: { protection: false } })
  })

  it('follow a new name, and keep the endpoint', async () => {
    const before = await numbers()
    await owner.ok(owner.api('POST', `${API}/device/rename`, { json: { token: blind.id, name: 'Study' } }))
    await willBe('Study', 'windowCovering', { type: 8 })
    expect(await numbers()).toEqual(before)
  })

  it('lose what leaves the bridge, and find it again at its endpoint [BR4], [BR21]', async () => {
    const before = await numbers()
    const grants = (devices: Home[]) =>
      Object.fromEntries(devices.map(({ id }) => [id, { permissions: ['command'] }]))
    const grant = (devices: Home[]) =>
      owner.ok(
        askBridges(owner, 'update', {
          id: bridge.id,
          grants: grants(devices),
          password: GOOD_PASSWORD,
        }),
      )
    await grant([blind, door])
    await vi.waitFor(async () => await expect(clusterOf(apple, 'Table')).rejects.toThrow(), SOON)
    await grant([blind, door, light])
    await willBe('Table', 'onOff', { onOff: false })
    expect(await numbers()).toEqual(before)
  })

  it('keep pairing and endpoints when the process is killed, and when the server restarts [BR16]', async () => {
    const before = await numbers()
    const process = network.matter()
    if (process === null) throw new Error('there is no Matter process')
    await network.kill(process)
    await app.clock.advance(1_000)
    const { number } = await clusterOf(apple, 'Study')
    await vi.waitFor(async () => {
      await app.clock.advance(200)
      expect(await apple.invoke(number, { do: 'lift', value: 4_000 })).toEqual(DONE)
    }, SOON)
    await willBe('Study', 'windowCovering', { currentPositionLiftPercent100ths: 4_000 })
    expect(await numbers()).toEqual(before)
    await app.restart()
    await network.reach(app.url)
    owner.forgetApiToken()
    blind.device = await connectBlind()
    await vi.waitFor(async () => {
      await app.clock.advance(200)
      expect(await apple.invoke(number, { do: 'lift', value: 6_000 })).toEqual(DONE)
    }, SOON)
    expect(await numbers()).toEqual(before)
    expect(await calls.fabrics()).toMatchObject([{ ecosystem: 'Apple' }])
  })

  it('are paired with a second ecosystem, which is removed by the app', async () => {
    const google = await network.startController(GOOGLE)
    await google.commission((await calls.openPairing()).qrCode)
    await vi.waitFor(async () => expect(await calls.fabrics()).toHaveLength(2), SOON)
    const second = (await calls.fabrics()).find(({ ecosystem }) => ecosystem === 'Google')
    await willBe('Study', 'windowCovering', { type: 8 }, google)
    await owner.ok(calls.removeFabric(second?.index ?? 0))
    expect(await calls.fabrics()).toMatchObject([{ ecosystem: 'Apple' }])
    await google.end()
  })

  it('are strangers after a reset', async () => {
    await owner.ok(calls.reset())
    expect(await calls.fabrics()).toEqual([])
    const google = await network.startController(GOOGLE)
    await google.commission((await calls.openPairing()).manualCode)
    await willBe('Table', 'onOff', { onOff: false }, google)
    await google.leave()
    await vi.waitFor(async () => expect(await calls.fabrics()).toEqual([]), SOON)
  })

  it('are over with the bridge, and the process ends with the last [BR14]', async () => {
    await owner.ok(askBridges(owner, 'delete', { id: bridge.id }))
    await vi.waitFor(async () => {
      await app.clock.advance(200)
      expect(network.matter()).toBeNull()
    }, SOON)
  })
})
