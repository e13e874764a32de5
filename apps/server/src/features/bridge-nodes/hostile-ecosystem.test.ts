import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createMatterNetwork,
  type MatterController,
  type MatterNetwork,
} from '#testing/doubles/matter-network.ts'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { setUnlock } from '#testing/homes/approval-home.ts'
import { listBridges } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

const SOON = { timeout: 300_000, interval: 100 }
const LIMIT = { timeout: 600_000 }
const GOOGLE = 24_582
/** Of two units of UTF-16 each, by which matter.js counts. */
const WINDOWS = '🪟'.repeat(20)
const BRIDGED_NODE = 0x13

type Home = Awaited<ReturnType<typeof moveIn>>
type Part = Awaited<ReturnType<MatterController['endpoints']>>[number]

const onCommand = (command: ReceivedCommand, device: FakeDevice) => {
  device.succeed(command)
  if (typeof command.brightness === 'number') device.report({ light1Brightness: command.brightness })
}

let network: MatterNetwork
let app: TestApp
let owner: TestClient
let google: MatterController
let homes: Record<'blind' | 'door' | 'lamp', Home>
let bridgeId: string
let calls: ReturnType<typeof matterBridgeCalls>

beforeAll(async () => {
  network = await createMatterNetwork()
  app = await createTestApp({ matter: { start: network.startMatter } })
  await network.reach(app.url)
  owner = await createConfirmedClient(app)
  homes = {
    blind: await moveIn(app, owner, 'venetian_blind', {
      name: WINDOWS,
      state: { position: 0.25, inclination: 0 },
      onCommand,
    }),
    door: await moveIn(app, owner, 'home_door', {
      name: 'Front door',
      state: {
        motorLockConnected: true,
        motorLockState: 'locked',
        magicFoilConnected: true,
        magicFoilOpacity: 1,
      },
      onCommand,
    }),
    lamp: await moveIn(app, owner, 'light', {
      name: 'Table',
      state: { light1Brightness: 0, light1Dimmable: true },
      onCommand,
    }),
  }
  const ids = Object.values(homes).map(({ id }) => id)
  const bridge = await createMatterBridge(owner, ids, { name: WINDOWS, password: GOOD_PASSWORD })
  bridgeId = bridge.id
  calls = matterBridgeCalls(owner, bridgeId)
  google = await network.startController(GOOGLE)
  await vi.waitFor(async () => {
    await app.clock.advance(200)
    expect((await listBridges(owner))[0]?.connection).toBe('waiting')
  }, SOON)
  await google.commission((await calls.openPairing()).manualCode)
  await vi.waitFor(async () => expect(await calls.fabrics()).toMatchObject([{ ecosystem: 'Google' }]), SOON)
}, LIMIT.timeout)
afterAll(async () => {
  await app?.close()
  for (const home of Object.values(homes ?? {})) await home.device.end()
  await network?.close()
})

const partWith = async (cluster: string, named = ''): Promise<Part> => {
  const found = (await google.endpoints()).find(
    ({ state }) =>
      state[cluster] !== undefined && String(state.bridgedDeviceBasicInformation?.nodeLabel).includes(named),
  )
  if (found === undefined) throw new Error(`there is no ${cluster} ${named}`)
  return found
}
const sent = () => Object.values(homes).flatMap(({ device }) => device.received)
const willBe = (read: () => Promise<Part>, cluster: string, expected: object) =>
  vi.waitFor(async () => {
    await app.clock.advance(50)
    expect((await read()).state[cluster]).toMatchObject(expected)
  }, SOON)

describe('an ecosystem that sends what it should not', LIMIT, () => {
  it('finds all parts, also of a device whose name is longer than Matter has room for [BR20]', async () => {
    const blind = await vi.waitFor(() => partWith('windowCovering'), SOON)
    expect(blind.state.bridgedDeviceBasicInformation).toMatchObject({ nodeLabel: '🪟'.repeat(16) })
    expect(
      (await google.endpoints()).find(({ number }) => number === 0)?.state.basicInformation,
    ).toMatchObject({
      nodeLabel: '🪟'.repeat(16),
    })
    for (const { reachable } of await calls.parts()) expect(reachable).toBe(true)
  })

  it.each([
    ['windowCovering', '', [0x202, BRIDGED_NODE]],
    ['doorLock', 'lock', [0x0a, BRIDGED_NODE]],
    ['levelControl', 'Table', [0x101, BRIDGED_NODE]],
    ['onOff', 'Front door', [0x10a, BRIDGED_NODE]],
  ])('reads what each part is, with what its type demands [BR19]: %s %s', async (cluster, named, types) => {
    const { state } = await partWith(cluster, named)
    const deviceTypes = Object(state.descriptor).deviceTypeList
    expect(deviceTypes.map(({ deviceType }: { deviceType: number }) => deviceType).toSorted()).toEqual(
      types.toSorted(),
    )
    // The level after a power cut and the time of a light belong to the feature that lights and plugs must have.
    if (cluster === 'onOff') expect(state.onOff).toHaveProperty('startUpOnOff')
    for (const servers of [Object(state.descriptor).serverList])
      if (cluster === 'windowCovering' || cluster === 'doorLock')
        expect(servers).not.toEqual(expect.arrayContaining([0x04, 0x62]))
  })

  it.each([
    [
      'windowCovering',
      '',
      'goToLiftPercentage',
      { liftPercent100thsValue: 10_001 },
      false,
      'ConstraintError',
    ],
    [
      'windowCovering',
      '',
      'goToLiftPercentage',
      { liftPercent100thsValue: 65_535 },
      false,
      'ConstraintError',
    ],
    [
      'windowCovering',
      '',
      'goToTiltPercentage',
      { tiltPercent100thsValue: 10_001 },
      false,
      'ConstraintError',
    ],
    ['doorLock', 'lock', 'lockDoor', {}, false, 'NeedsTimedInteraction'],
    ['doorLock', 'lock', 'unlockDoor', {}, false, 'NeedsTimedInteraction'],
    ['doorLock', 'lock', 'unlockDoor', {}, true, 'UnsupportedAccess'],
    ['doorLock', 'lock', 'unlockWithTimeout', { timeout: 5 }, true, 'UnsupportedAccess'],
    ['doorLock', 'lock', 'unboltDoor', {}, true, 'UnsupportedCommand'],
    [
      'levelControl',
      'Table',
      'moveToLevelWithOnOff',
      { level: 255, transitionTime: 0, optionsMask: {}, optionsOverride: {} },
      false,
      'ConstraintError',
    ],
  ] as const)(
    'is refused in the words of Matter [BR25]: %s %s %s %j',
    async (cluster, named, command, fields, isTimed, status) => {
      const before = sent().length
      const { number } = await partWith(cluster, named)
      expect(await google.tryCommand(number, cluster, command, { fields, isTimed })).toBe(status)
      expect(sent()).toHaveLength(before)
    },
  )

  it.each([
    ['windowCovering', '', 'mode', { maintenanceMode: true }],
    ['doorLock', 'lock', 'operatingMode', 2],
    ['onOff', 'Table', 'startUpOnOff', 1],
    ['onOff', 'Front door', 'startUpOnOff', 1],
    ['levelControl', 'Table', 'onLevel', 100],
    ['levelControl', 'Table', 'options', { executeIfOff: true }],
    ['levelControl', 'Table', 'startUpCurrentLevel', 1],
  ])('writes no setting [BR25]: %s %s %s', async (cluster, named, attribute, value) => {
    const read = async () => Object((await partWith(cluster, named)).state[cluster])[attribute]
    const before = await read()
    const { number } = await partWith(cluster, named)
    expect(await google.write(number, cluster, attribute, value)).toBe('UnsupportedWrite')
    expect(await read()).toEqual(before)
  })

  it('has no groups of coverings and locks [BR10], [BR20]', async () => {
    for (const [cluster, named] of [
      ['windowCovering', ''],
      ['doorLock', 'lock'],
    ] as const) {
      const { number } = await partWith(cluster, named)
      const fields = { groupId: 1, groupName: 'All' }
      expect(await google.tryCommand(number, 'groups', 'addGroup', { fields })).toBe('UnsupportedCluster')
    }
  })

  it('turns a light on for a time, which ends when somebody has switched it meanwhile', async () => {
    const lamp = () => partWith('onOff', 'Table')
    const { number } = await lamp()
    const fields = { onOffControl: {}, onTime: 30, offWaitTime: 0 }
    const begin = async () =>
      expect(await google.tryCommand(number, 'onOff', 'onWithTimedOff', { fields })).toBe('Success')
    const switches = () =>
      homes.lamp.device.received.flatMap(({ brightness }) =>
        typeof brightness === 'number' ? [brightness > 0] : [],
      )
    const isSwitched = (times: readonly boolean[]) =>
      vi.waitFor(async () => {
        await app.clock.advance(50)
        expect(switches().slice(0, times.length)).toEqual(times)
      }, SOON)
    await begin()
    await isSwitched([true, false])
    await willBe(lamp, 'onOff', { onOff: false })
    await begin()
    await isSwitched([true, false, true])
    homes.lamp.device.report({ light1Brightness: 0 })
    await willBe(lamp, 'onOff', { onOff: false })
    homes.lamp.device.report({ light1Brightness: 1 })
    await willBe(lamp, 'onOff', { onOff: true })
    const before = homes.lamp.device.received.length
    // Another light goes on for as long: its end is after that of the first one.
    const foil = await partWith('onOff', 'Front door')
    expect(await google.tryCommand(foil.number, 'onOff', 'onWithTimedOff', { fields })).toBe('Success')
    const foilCommands = () =>
      homes.door.device.received.filter(({ command }) => command === 'magic_foil_apply')
    homes.door.device.report({ magicFoilOpacity: 0 })
    await vi.waitFor(async () => {
      await app.clock.advance(50)
      expect(foilCommands().at(-1)).toMatchObject({ opacity: 1 })
    }, SOON)
    expect(homes.lamp.device.received).toHaveLength(before)
  })

  it('unlocks by the PIN alone, and makes neither users nor keys [BR26]', async () => {
    const plain = (await partWith('doorLock')).number
    await owner.ok(setUnlock(owner, bridgeId, homes.door.id, { mode: 'pin', pin: '2468' }))
    await vi.waitFor(async () => expect((await partWith('doorLock')).number).not.toBe(plain), SOON)
    const { number, state } = await partWith('doorLock')
    expect(state.doorLock).toMatchObject({ requirePinForRemoteOperation: true, minPinCodeLength: 4 })
    const before = sent().length
    const tried = (command: string, fields: object, isTimed = true) =>
      google.tryCommand(number, 'doorLock', command, { fields, isTimed })
    expect(await google.write(number, 'doorLock', 'requirePinForRemoteOperation', false)).toBe(
      'UnsupportedWrite',
    )
    expect(await tried('unlockDoor', { pinCode: '2468' }, false)).toBe('NeedsTimedInteraction')
    for (const pinCode of [undefined, '1111', '24', '24680000000', 'abcd', '١٢٣٤'])
      expect(await tried('unlockDoor', pinCode === undefined ? {} : { pinCode })).toBe('Failure')
    for (const timeout of [0, 61, 65_535])
      expect(await tried('unlockWithTimeout', { timeout, pinCode: '2468' })).toBe('ConstraintError')
    const user = {
      operationType: 0,
      userIndex: 1,
      userName: 'x',
      userUniqueId: null,
      userStatus: 1,
      userType: 0,
      credentialRule: 0,
    }
    expect(await tried('setUser', user)).toBe('UnsupportedAccess')
    expect(await tried('clearUser', { userIndex: 1 })).toBe('UnsupportedAccess')
    expect(await tried('clearCredential', { credential: null })).toBe('UnsupportedAccess')
    expect(sent()).toHaveLength(before)
    expect(await tried('unlockDoor', { pinCode: '2468' })).toBe('Success')
    expect(homes.door.device.received.at(-1)).toMatchObject({ command: 'unlock' })
  })
})
