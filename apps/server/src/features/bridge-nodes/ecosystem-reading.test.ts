import { roomSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createMatterNetwork,
  type MatterController,
  type MatterNetwork,
} from '#testing/doubles/matter-network.ts'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { openPage } from '#testing/homes/approval-home.ts'
import { API, listBridges } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

const SOON = { timeout: 300_000, interval: 100 }
const LIMIT = { timeout: 600_000 }
const VENDOR = 0xfff2
const PRODUCT = 0x8001
const OTHERS = [24_582, 4_631]
const SHADES = 40
/** Far longer than it takes on a quiet machine. */
const ALL_SENT_MS = 60_000
const DONE = { error: null }

type Home = Awaited<ReturnType<typeof moveIn>>

/** Is at once where it is sent. */
const obedient = {
  state: { position: 0 },
  onCommand(command: ReceivedCommand, device: FakeDevice) {
    device.succeed(command)
    if (command.command === 'move') device.report({ position: Number(command.position) / 100 })
  },
}
/** Stops half way. */
const obstructed = {
  state: { position: 0 },
  onCommand(command: ReceivedCommand, device: FakeDevice) {
    device.succeed(command)
    if (command.command !== 'move') return
    device.report({ status: 'closing', target: { position: Number(command.position) / 100 } })
    device.report({ status: 'ready', position: 0.5, target: null })
  },
}

let network: MatterNetwork
let app: TestApp
let owner: TestClient
let apple: MatterController
let certificates: Awaited<ReturnType<MatterController['makeCertificates']>>
let awning: Home
let shutter: Home
let door: Home
let shades: Home[]
let calls: ReturnType<typeof matterBridgeCalls>

beforeAll(async () => {
  network = await createMatterNetwork()
  apple = await network.startController(VENDOR)
  certificates = await apple.makeCertificates(PRODUCT)
  app = await createTestApp({
    matter: { start: network.startMatter, certificates },
    environment: { MATTER_VENDOR_ID: '0xFFF2', MATTER_PRODUCT_ID: '0x8001' },
  })
  await network.reach(app.url)
  owner = await createConfirmedClient(app)
  awning = await moveIn(app, owner, 'awning', { name: 'Terrace', ...obedient, state: { position: 0.5 } })
  shutter = await moveIn(app, owner, 'roller_shutter', { name: 'Stuck', ...obstructed })
  door = await moveIn(app, owner, 'home_door', {
    name: 'Front door',
    state: { motorLockConnected: true, motorLockState: 'locked' },
  })
  shades = []
  for (let nth = 0; nth < SHADES; nth += 1)
    shades.push(await moveIn(app, owner, 'roller_shutter', { name: `Shade ${nth}`, ...obedient }))
  const ids = [awning, shutter, door, ...shades].map(({ id }) => id)
  const { id } = await createMatterBridge(owner, ids, { name: 'House', password: GOOD_PASSWORD })
  calls = matterBridgeCalls(owner, id)
  await vi.waitFor(async () => {
    await app.clock.advance(200)
    expect((await listBridges(owner))[0]?.connection).toBe('waiting')
  }, SOON)
  await apple.commission((await calls.openPairing()).qrCode)
}, LIMIT.timeout)
afterAll(async () => {
  await app?.close()
  for (const home of [awning, shutter, door, ...(shades ?? [])]) await home?.device.end()
  await network?.close()
})

const partOf = async (name: string, controller = apple) => {
  const found = (await controller.endpoints()).find(
    ({ state }) => state.bridgedDeviceBasicInformation?.nodeLabel === name,
  )
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}
const willBe = (name: string, cluster: string, expected: object, controller = apple) =>
  vi.waitFor(async () => {
    await app.clock.advance(50)
    expect((await partOf(name, controller)).state[cluster]).toMatchObject(expected)
  }, SOON)

describe('what an ecosystem reads of a Matter bridge', LIMIT, () => {
  it('is a product with the certificates of its vendor [BR18]', async () => {
    const { certificate, intermediateCertificate } = certificates
    expect(await apple.certificates()).toEqual([certificate, intermediateCertificate])
    const root = (await apple.endpoints()).find(({ number }) => number === 0)
    expect(root?.state.basicInformation).toMatchObject({ vendorId: VENDOR, productId: PRODUCT })
  })

  it('has the room of a device as a label, and follows it [BR20]', async () => {
    const label = (value: string) => ({ labelList: [{ label: 'room', value }] })
    await willBe('Terrace', 'fixedLabel', { labelList: [] })
    const room = roomSchema.parse(
      await owner.ok(
        owner.api('POST', `${API}/room/create`, {
          json: { name: 'Garden by the mill', devices: [awning.id] },
        }),
      ),
    )
    await willBe('Terrace', 'fixedLabel', label('Garden by the mi'))
    await owner.ok(owner.api('POST', `${API}/room/update`, { json: { id: room.id, name: 'Garden' } }))
    await willBe('Terrace', 'fixedLabel', label('Garden'))
  })

  it('identifies a device on the pages that are open, and moves nothing [BR20]', async () => {
    const page = await openPage(app, owner)
    const before = awning.device.received.length
    await apple.identify((await partOf('Terrace')).number, 10)
    await vi.waitFor(
      () =>
        expect(page.received).toContainEqual(
          expect.objectContaining({
            subject: 'bridges.identify',
            data: expect.objectContaining({ deviceId: awning.id, seconds: 10 }),
          }),
        ),
      SOON,
    )
    expect(awning.device.received).toHaveLength(before)
    await page.end()
  })

  it('says what stopped a shade, until it moves again, and that a lock is jammed [BR59]', async () => {
    const { number } = await partOf('Stuck')
    expect(await apple.invoke(number, { do: 'close' })).toEqual(DONE)
    await willBe('Stuck', 'windowCovering', {
      safetyStatus: { obstacleDetected: true, motorJammed: false },
      operationalStatus: { global: 0 },
      currentPositionLiftPercent100ths: 5_000,
      targetPositionLiftPercent100ths: 5_000,
    })
    expect(await apple.invoke(number, { do: 'lift', value: 5_000 })).toEqual(DONE)
    await willBe('Stuck', 'windowCovering', { safetyStatus: { obstacleDetected: false } })
    shutter.device.cut()
    await willBe('Stuck', 'windowCovering', { safetyStatus: { failedCommunication: true } })
    await willBe('Stuck', 'bridgedDeviceBasicInformation', { reachable: false })
    door.device.report({ motorLockState: 'jammed' })
    await willBe('Front door · lock', 'doorLock', { lockState: 0 })
    door.device.report({ motorLockState: 'locked' })
    await willBe('Front door · lock', 'doorLock', { lockState: 1 })
  })

  it('refuses to let out an awning that is held, and says so; it comes in [BR59], [BR60]', async () => {
    const scenario = {
      name: 'Hail',
      enabled: true,
      targets: [awning.id],
      triggers: [{ type: 'Security', sources: ['hail'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    }
    await owner.ok(owner.api('POST', `${API}/scenario/create`, { json: scenario }))
    const alarm = (on: boolean) =>
      owner.ok(owner.api('POST', `${API}/security/alarm`, { json: { source: 'hail', on } }))
    await alarm(true)
    await willBe('Terrace', 'windowCovering', {
      safetyStatus: { protection: true },
      configStatus: { operational: true },
    })
    const { number } = await partOf('Terrace')
    const before = awning.device.received.length
    for (const command of [{ do: 'close' }, { do: 'lift', value: 7_000 }])
      expect(await apple.invoke(number, command)).toMatchObject({
        detail: expect.stringContaining('InvalidInState'),
      })
    const out = awning.device.received
      .slice(before)
      .filter(({ command, position }) => command === 'move' && Number(position) > 0)
    expect(out).toEqual([])
    expect(await apple.invoke(number, { do: 'stop' })).toEqual(DONE)
    await alarm(false)
    await willBe('Terrace', 'windowCovering', { safetyStatus: { protection: false } })
    expect(await apple.invoke(number, { do: 'lift', value: 7_000 })).toEqual(DONE)
    await willBe('Terrace', 'windowCovering', { currentPositionLiftPercent100ths: 7_000 })
  })

  it('is the same in all its fabrics, and each may command [BR19]', async () => {
    const others: MatterController[] = []
    for (const vendor of OTHERS) {
      const other = await network.startController(vendor)
      others.push(other)
      await other.commission((await calls.openPairing()).manualCode)
    }
    await vi.waitFor(async () => expect(await calls.fabrics()).toHaveLength(1 + OTHERS.length), SOON)
    for (const [nth, by] of [...others, apple].entries()) {
      const value = 2_000 + nth * 1_500
      expect(await by.invoke((await partOf('Terrace', by)).number, { do: 'lift', value })).toEqual(DONE)
      for (const controller of [apple, ...others])
        await willBe('Terrace', 'windowCovering', { currentPositionLiftPercent100ths: value }, controller)
    }
    await others[0]?.leave()
    await vi.waitFor(async () => expect(await calls.fabrics()).toHaveLength(OTHERS.length), SOON)
    await willBe('Terrace', 'windowCovering', { type: 5 }, others[1])
    for (const other of others) await other.end()
  })

  it('closes forty shades by one request: all are answered, and each is sent once [BR11]', async () => {
    const isShade = /^Shade \d+$/
    const endpoints = (await apple.endpoints())
      .filter(({ state }) => isShade.test(String(state.bridgedDeviceBasicInformation?.nodeLabel)))
      .map(({ number }) => number)
    expect(endpoints).toHaveLength(SHADES)
    const moves = () =>
      shades.map(({ device }) => device.received.filter(({ command }) => command === 'move').length)
    const answering = apple.invokeAll(endpoints, { do: 'close' })
    const deadline = { timeout: ALL_SENT_MS, interval: 20 }
    await vi.waitFor(async () => {
      await app.clock.advance(20)
      expect(moves().filter((count) => count > 0)).toHaveLength(SHADES)
    }, deadline)
    const answers = await answering
    expect(answers.map(({ error }) => error)).toEqual(endpoints.map(() => null))
    expect(moves()).toEqual(shades.map(() => 1))
    for (const { number } of await Promise.all([partOf('Shade 0'), partOf('Shade 39')]))
      expect(endpoints).toContain(number)
    await willBe('Shade 39', 'windowCovering', { currentPositionLiftPercent100ths: 10_000 })
  })
})
