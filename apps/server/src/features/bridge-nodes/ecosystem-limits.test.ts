import { PAIRING_MS } from '@senca/contract/bridge-matter'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createMatterNetwork,
  type MatterController,
  type MatterNetwork,
} from '#testing/doubles/matter-network.ts'
import { eventually } from '#testing/eventually.ts'
import { obedient } from '#testing/fake-device.ts'
import { API, askBridges, listBridges } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

const SOON = { timeout: 300_000, interval: 100 }
const LIMIT = { timeout: 900_000 }
const APPLE = 4_937
const GOOGLE = 24_582
const ALEXA = 4_631
const DONE = { error: null }
const WRONG_CODES = 20
const SUBSCRIPTIONS = 50
const ACCEPTED = 32
const NAME_CLUSTER = 'bridgedDeviceBasicInformation'
const REPORTS = 6
const REPORT_EVERY_MS = 500
const STANDING = { global: 0, lift: 0, tilt: 0 }
/** Attributes of a covering, by the numbers of the standard. */
const TARGET_LIFT = 11
const CURRENT_LIFT = 14
const NAMES: Record<number, string> = { 10: 'status', [TARGET_LIFT]: 'target', [CURRENT_LIFT]: 'place' }

type Home = Awaited<ReturnType<typeof moveIn>>

let network: MatterNetwork
let app: TestApp
let owner: TestClient
let apple: MatterController
let google: MatterController
let shade: Home
let door: Home
let bridgeId: string
let calls: ReturnType<typeof matterBridgeCalls>

beforeAll(async () => {
  network = await createMatterNetwork()
  app = await createTestApp({ matter: { start: network.startMatter } })
  await network.reach(app.url)
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter', {
    name: 'Kitchen',
    state: { position: 0.2 },
    onCommand: obedient,
  })
  door = await moveIn(app, owner, 'home_door', {
    name: 'Front door',
    state: { motorLockConnected: true, motorLockState: 'locked' },
  })
  const bridge = await createMatterBridge(owner, [shade.id, door.id], {
    name: 'House',
    password: GOOD_PASSWORD,
  })
  bridgeId = bridge.id
  calls = matterBridgeCalls(owner, bridgeId)
  apple = await network.startController(APPLE)
  google = await network.startController(GOOGLE)
  await vi.waitFor(async () => {
    await app.clock.advance(200)
    expect((await listBridges(owner))[0]?.connection).toBe('waiting')
  }, SOON)
}, LIMIT.timeout)
afterAll(async () => {
  await app?.close()
  for (const home of [shade, door]) await home?.device.end()
  await network?.close()
})

/** The first part with a cluster; names are those of the shade. */
const partWith = async (cluster: string, by = apple) => {
  const wanted = cluster === NAME_CLUSTER ? 'windowCovering' : cluster
  const found = (await by.endpoints()).find(({ state }) => state[wanted] !== undefined)
  if (found === undefined) throw new Error(`there is no ${cluster}`)
  return found
}
const willBe = (cluster: string, expected: object, by = apple) =>
  vi.waitFor(async () => {
    await app.clock.advance(50)
    expect((await partWith(cluster, by)).state[cluster]).toMatchObject(expected)
  }, SOON)
const rename = (name: string) =>
  owner.api('POST', `${API}/device/rename`, { json: { token: shade.id, name } })
/** A controller that remembers nothing. */
const again = async (controller: MatterController, vendorId: number) => {
  await controller.end()
  return network.startController(vendorId)
}
const moves = () => shade.device.received.filter(({ command }) => command === 'move')

describe('the pairing of a Matter bridge', LIMIT, () => {
  it('is closed by twenty wrong passcodes, and opened again with another one', async () => {
    const { manualCode } = await calls.openPairing()
    expect(await apple.guess(manualCode, WRONG_CODES)).toBe(WRONG_CODES)
    await vi.waitFor(
      async () => expect(await calls.pairing()).toEqual({ status: 'failed', reason: 'too_many_attempts' }),
      SOON,
    )
    await expect(google.commission(manualCode)).rejects.toThrow('CommissioningFailed')
    expect(await calls.fabrics()).toEqual([])
    ;[apple, google] = [await again(apple, APPLE), await again(google, GOOGLE)]
    await apple.commission((await calls.openPairing()).manualCode)
    await vi.waitFor(async () => expect(await calls.fabrics()).toMatchObject([{ ecosystem: 'Apple' }]), SOON)
  })

  it('is closed after its time [BR18]', async () => {
    const { manualCode } = await calls.openPairing()
    await app.clock.advance(PAIRING_MS)
    // The time of the account's token is up too.
    owner.forgetApiToken()
    expect(await calls.pairing()).toEqual({ status: 'failed', reason: 'expired' })
    // The process does what it is asked for when it reports next.
    await vi.waitFor(async () => expect((await listBridges(owner))[0]?.connection).toBe('online'), SOON)
    await calls.parts()
    await expect(google.commission(manualCode)).rejects.toThrow('CommissioningFailed')
    expect(await calls.fabrics()).toHaveLength(1)
    google = await again(google, GOOGLE)
    await google.commission((await calls.openPairing()).manualCode)
    await vi.waitFor(async () => expect(await calls.fabrics()).toHaveLength(2), SOON)
  })
})

describe('an ecosystem', LIMIT, () => {
  it('that subscribes fifty times is refused what is too much, and goes on', async () => {
    const greedy = await network.startController(ALEXA)
    await greedy.commission((await calls.openPairing()).manualCode)
    const statuses = await greedy.subscribe(SUBSCRIPTIONS)
    const accepted = statuses.filter((status) => status === 'Success')
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.length).toBeLessThanOrEqual(ACCEPTED)
    expect(new Set(statuses)).toEqual(new Set(['Success', 'ResourceExhausted']))
    expect(statuses.at(-1)).toBe('ResourceExhausted')
    shade.device.report({ position: 0.4 })
    for (const by of [apple, google, greedy])
      await willBe('windowCovering', { currentPositionLiftPercent100ths: 4_000 }, by)
    await greedy.leave()
    await greedy.end()
    await vi.waitFor(async () => expect(await calls.fabrics()).toHaveLength(2), SOON)
  })

  it('is reported a movement twice a second, with status, target and place that agree [BR24]', async () => {
    const { number } = await partWith('windowCovering')
    await apple.watch(number)
    await apple.reports()
    let position = 0.42
    shade.device.report({ status: 'closing', position, target: { position: 0.9 } })
    const moving: Awaited<ReturnType<MatterController['reports']>> = []
    // As hardware does that reports many times a second.
    await vi.waitFor(
      async () => {
        position += 0.002
        shade.device.report({ position })
        await app.clock.advance(20)
        moving.push(...(await apple.reports()))
        expect(moving.length).toBeGreaterThanOrEqual(REPORTS)
      },
      { ...SOON, interval: 20 },
    )
    shade.device.report({ status: 'ready', position: 0.9, target: null })
    await willBe('windowCovering', { currentPositionLiftPercent100ths: 9_000, operationalStatus: STANDING })
    const [start, ...progress] = [...moving, ...(await apple.reports())]
    const end = progress.pop()
    const namesOf = (report = start) => report?.attributes.flatMap(({ id }) => NAMES[id] ?? [])
    expect(namesOf(start)).toEqual(['status', 'target', 'place'])
    expect(start?.attributes).toContainEqual({ id: TARGET_LIFT, value: 9_000 })
    for (const report of progress) expect(namesOf(report)).toEqual(['place'])
    // It is at its target, which is the same as before.
    expect(namesOf(end)).toEqual(['status', 'place'])
    expect(end?.attributes).toContainEqual({ id: CURRENT_LIFT, value: 9_000 })
    // One of them may have been late, and the next one in time.
    const [first, last] = [progress[0]?.at ?? 0, progress.at(-1)?.at ?? 0]
    expect(last - first).toBeGreaterThanOrEqual((progress.length - 2) * REPORT_EVERY_MS)
  })

  it('moves a shade as another one does, and both read where it is sent at last [BR19]', async () => {
    const { number } = await partWith('windowCovering')
    shade.device.received.length = 0
    // On a busy machine a message may be lost: an app sends it again.
    const sends = (by: MatterController, value: number) =>
      vi.waitFor(async () => expect(await by.invoke(number, { do: 'lift', value })).toEqual(DONE), SOON)
    for (const value of [1_000, 3_000, 7_000]) {
      await Promise.all([sends(apple, value), sends(google, value + 500)])
    }
    let sent = -1
    await vi.waitFor(async () => {
      await app.clock.advance(500)
      const before = sent
      sent = moves().length
      expect(sent).toBeGreaterThan(0)
      expect(sent).toBe(before)
    }, SOON)
    const last = Number(moves().at(-1)?.position) / 100
    shade.device.report({ status: 'ready', position: last, target: null })
    const there = Math.round(last * 10_000)
    for (const by of [apple, google])
      await willBe(
        'windowCovering',
        { currentPositionLiftPercent100ths: there, targetPositionLiftPercent100ths: there },
        by,
      )
  })

  it('writes no time after which a lock locks: none has it', async () => {
    const { number } = await partWith('doorLock')
    expect(await apple.write(number, 'doorLock', 'autoRelockTime', 60)).toBe('UnsupportedAttribute')
    expect(await apple.write(number, 'doorLock', 'operatingMode', 2)).toBe('UnsupportedWrite')
  })

  it('names a part for itself alone [BR19]', async () => {
    const { number } = await partWith('windowCovering')
    expect(await apple.write(number, NAME_CLUSTER, 'nodeLabel', 'Mine')).toBe('Success')
    await willBe(NAME_CLUSTER, { nodeLabel: 'Mine' })
    expect((await owner.info(shade.id))[shade.id]).toMatchObject({ name: 'Kitchen' })
  })

  it.each([
    ['from right to left', 'מטבח 12'],
    ['of families', '👨‍👩‍👧'.repeat(4)],
    ['of twenty letters', 'č'.repeat(20)],
  ])('reads a name that is %s [BR20]', async (_kind, name) => {
    await owner.ok(rename(name))
    await willBe(NAME_CLUSTER, { nodeLabel: name })
  })

  it('reads no name that changes the direction of writing, has control characters, or is longer [BR20]', async () => {
    await owner.ok(rename('Hall'))
    for (const name of ['a\u202eb', 'a\u0007b', 'č'.repeat(33)])
      expect(await rename(name)).toMatchObject({ status: 400, body: { error: 'malformed_request' } })
    await willBe(NAME_CLUSTER, { nodeLabel: 'Hall' })
  })

  it('reads after a crash of the process what is so now, and nothing of before [BR31]', async () => {
    const { number } = await partWith('windowCovering')
    const killed = network.matter()
    if (killed === null) throw new Error('there is no Matter process')
    await network.kill(killed)
    await apple.reports()
    shade.device.report({ status: 'ready', position: 0.15, target: null })
    await vi.waitFor(async () => {
      const { [shade.id]: info } = await owner.info(shade.id)
      expect(info?.state.position).toBe(0.15)
    }, SOON)
    await eventually(app, () => expect(network.matter()).not.toBeNull())
    await vi.waitFor(() => apple.watch(number), SOON)
    const [first] = await apple.reports()
    expect(first?.attributes).toContainEqual({ id: CURRENT_LIFT, value: 1_500 })
    expect(first?.attributes).toContainEqual({ id: TARGET_LIFT, value: 1_500 })
    await willBe('windowCovering', { currentPositionLiftPercent100ths: 1_500 })
  })

  it('goes on moving a shade that is renamed, and none that it may only view or that is deleted [BR4]', async () => {
    const { number } = await partWith('windowCovering')
    const moving = () => {
      shade.device.report({ status: 'closing', target: { position: 1 } })
      return willBe('windowCovering', { operationalStatus: { global: 2 } })
    }
    await moving()
    await owner.ok(rename('Study'))
    await willBe(NAME_CLUSTER, { nodeLabel: 'Study' })
    expect((await partWith('windowCovering')).state.windowCovering).toMatchObject({
      operationalStatus: { global: 2 },
    })
    expect(await apple.invoke(number, { do: 'stop' })).toEqual(DONE)
    const before = shade.device.received.length
    const grants = { [shade.id]: { permissions: ['view'] }, [door.id]: { permissions: ['command'] } }
    await owner.ok(askBridges(owner, 'update', { id: bridgeId, grants, password: GOOD_PASSWORD }))
    for (const command of [{ do: 'open' }, { do: 'stop' }])
      await vi.waitFor(
        async () =>
          expect(await apple.invoke(number, command)).toMatchObject({
            detail: expect.stringContaining('UnsupportedAccess'),
          }),
        SOON,
      )
    expect(shade.device.received).toHaveLength(before)
    await owner.delete(shade.id, true)
    await vi.waitFor(async () => {
      await app.clock.advance(50)
      await expect(partWith('windowCovering')).rejects.toThrow('there is no')
    }, SOON)
    expect(await apple.invoke(number, { do: 'open' })).not.toEqual(DONE)
    await willBe('doorLock', { lockState: 1 })
  })
})
