import { expect } from '@playwright/test'
import type { DeviceState } from '@senca/contract'
import { connectAsync } from 'mqtt'
import { Client, provision } from '#product/client.ts'
import { type Furniture, ownerOf, startHome } from '#product/home.ts'
import { OPERATOR_TOKEN, type Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const FURNITURE: readonly Furniture[] = [
  { name: 'Study', type: 'venetian_blind' },
  { name: 'Balcony fly screen', type: 'insect_screen' },
  { name: 'South window', type: 'textile_screen' },
  { name: 'Terrace awning', type: 'awning' },
  { name: 'Front door', type: 'home_door' },
]

/** What a device and its home know about each other after one of them is killed while working. */
test.describe('kill -9 in the middle of a device’s life', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], FURNITURE))
  })

  test.beforeEach(async () => owner.refresh())
  test.afterAll(async () => product.stop())

  /** Collects the states of a device from now on, until one matches. */
  const follow = async (id: string, isLast: (state: DeviceState) => boolean, timeout: number) => {
    const states: DeviceState[] = []
    await expect
      .poll(
        async () => {
          const { state } = await owner.device(id)
          states.push(state)
          return isLast(state)
        },
        { timeout, intervals: [100] },
      )
      .toBe(true)
    return states
  }

  /**
   * Waits until all states are stored and would survive a kill of the server. The metric does not count states that are just
   * being written, so it must be 0 several times.
   */
  const everyStateIsWritten = async () => {
    let nones = 0
    const count = async () => {
      const metrics = await (await fetch(`${product.url}/metrics`)).text()
      nones = /^senca_states_unwritten 0$/m.test(metrics) ? nones + 1 : 0
      return nones
    }
    await expect.poll(count, { intervals: [200] }).toBe(3)
  }

  const restartServer = async () => {
    await product.killServer()
    await product.startServer()
    owner = await ownerOf(product)
  }
  const restartSimulator = async () => {
    await product.stopSimulator()
    await product.startSimulator()
  }
  const restartAll = async () => {
    await product.killAll()
    await product.startServer()
    await product.startSimulator()
    owner = await ownerOf(product)
  }

  for (const [killed, restart, name, at, settings] of [
    [
      'the server',
      restartServer,
      'Reading corner',
      40,
      { switchType: 'push_button', inclinationTime: 2_300 },
    ],
    ['everything', restartAll, 'Winter garden', 45, { switchType: 'normal', inclinationTime: 1_900 }],
  ] as const) {
    test(`names, settings and saved places are there when ${killed} is killed right after the answer`, async () => {
      const { id } = await owner.first('venetian_blind')
      await owner.post('device/rename', { token: id, name })
      await owner.post('device/favourite', { token: id, position: at, inclination: 25 })
      await owner.post('device/ventilation', { token: id, position: at + 22.5, inclination: at + 10 })
      await owner.post('device/settings', { token: id, settings })
      await restart()

      const ventilation = { position: (at + 22.5) / 100, inclination: (at + 10) / 100 }
      expect(await owner.device(id)).toMatchObject({
        name,
        settings,
        favourite: { position: at / 100, inclination: 0.25 },
        ventilation,
      })
      const [result] = await owner.move([{ token: id, command: 'move_to_ventilation' }], true)
      expect(result).toMatchObject({ status: 'success', ...ventilation })
    })
  }

  test('a device that is killed right after it took its settings comes back with them', async () => {
    const shade = await owner.first('textile_screen')
    await owner.post('device/settings', { token: shade.id, settings: { motorInverted: true } })
    await restartSimulator()
    await expect
      .poll(async () => (await owner.device(shade.id)).totalRestarts, { timeout: 20_000 })
      .toBeGreaterThan(shade.totalRestarts ?? 0)
    expect((await owner.device(shade.id)).settings.motorInverted).toBe(true)
    const [result] = await owner.move([{ token: shade.id, command: 'move', position: 100 }], true)
    expect(result, 'the motor turns the other way').toMatchObject({
      status: 'error',
      error: 'device_update_failed',
      position: 0,
    })
  })

  test('a lock whose controller is killed while it is open is never called locked before it is proven', async () => {
    const door = await owner.first('home_door')
    const unlock = { token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 60 }
    expect(await owner.move([unlock], true)).toMatchObject([{ status: 'success' }])
    const socket = await owner.listen()
    await restartSimulator()
    await follow(door.id, (state) => state.motorLockState === 'locked', 20_000)
    const said = socket.updatesOf(door.id).map(({ state }) => state)
    socket.close()
    const firstLocked = said.findIndex(({ motorLockLocked }) => motorLockLocked === true)
    const driven = said.findIndex(({ motorLockState }) => motorLockState === 'locking')
    expect(driven).toBeGreaterThan(-1)
    expect(driven).toBeLessThan(firstLocked)
    expect((await owner.device(door.id)).state).toMatchObject({ status: 'ready', motorLockLocked: true })
  })

  test('a door relocks by itself while the server is away, which says so when it is back', async () => {
    const door = await owner.first('home_door')
    const unlock = { token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 4 }
    await owner.move([unlock], true)
    await product.killServer()
    await product.startServer()
    owner = await ownerOf(product)
    const states = await follow(door.id, (state) => state.motorLockState === 'locked', 20_000)
    for (const { motorLockLocked, motorLockState } of states) {
      expect(motorLockLocked).toBe(motorLockState === 'locked')
    }
  })

  test('a calibration goes on while the server is killed, and says so until the device reports that it is over', async () => {
    const screen = await owner.first('insect_screen')
    await owner.post('device/recalibrate', { token: screen.id })
    await expect.poll(async () => (await owner.device(screen.id)).state.status).toBe('calibrating')
    await restartServer()
    expect((await owner.device(screen.id)).state.status).toBe('calibrating')
    const move = { token: screen.id, command: 'move', position: 50 }
    expect(await owner.move([move], false)).toMatchObject([{ error: 'device_busy' }])
    const states = await follow(screen.id, ({ status }) => status === 'ready', 60_000)
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['calibrating', 'ready']))
    expect((await owner.device(screen.id)).state).toMatchObject({
      position: screen.state.position,
      assumed: false,
    })
    expect((await owner.device(screen.id)).totalRestarts).toBe(screen.totalRestarts)
  })

  test('a calibration ends with its controller, which comes back ready and sure of nothing', async () => {
    const screen = await owner.first('awning')
    await owner.post('device/recalibrate', { token: screen.id })
    await expect.poll(async () => (await owner.device(screen.id)).state.status).toBe('calibrating')
    // The controller stores its state a few times a second.
    await expect
      .poll(async () => (await owner.device(screen.id)).state.position)
      .not.toBe(screen.state.position)
    await restartSimulator()
    await expect
      .poll(async () => (await owner.device(screen.id)).totalRestarts, { timeout: 20_000 })
      .toBe((screen.totalRestarts ?? 0) + 1)
    expect((await owner.device(screen.id)).state).toMatchObject({ status: 'ready', assumed: true })
  })

  test('counts go on through every kill, and an older report is never applied', async () => {
    const { id, secret, claimCode } = await provision(product.url, OPERATOR_TOKEN, 'roller_shutter')
    await owner.claim(claimCode, 'Ordered shade')
    const connect = () =>
      connectAsync(`mqtt://${product.mqtt.host}:${product.mqtt.port}`, {
        clientId: id,
        username: id,
        password: secret,
        reconnectPeriod: 0,
      })
    const report = (hardware: Awaited<ReturnType<typeof connect>>, counts: number[], position: number) => {
      const [totalRestarts, totalStateUpdates] = counts
      const state = { status: 'ready', position, totalRestarts, totalStateUpdates }
      return hardware.publishAsync(`senca/${id}/state`, JSON.stringify(state), { qos: 1, retain: true })
    }
    const positionOf = async () => (await owner.device(id)).state.position

    const first = await connect()
    await report(first, [7, 50], 0.5)
    await expect.poll(positionOf).toBe(0.5)
    await everyStateIsWritten()
    await product.killServer()
    await product.startServer()
    owner = new Client(product.url)
    await owner.signIn(product.account.email, product.account.password)
    expect(await owner.device(id)).toMatchObject({
      totalRestarts: 7,
      totalStateUpdates: 50,
      state: { position: 0.5 },
    })

    const socket = await owner.listen()
    const second = await connect()
    for (const [counts, position] of [
      [[7, 49], 0.9],
      [[6, 900], 0.8],
      [[7, 51], 0.6],
      [[7, 50], 0.1],
      [[8, 1], 0.7],
      [[7, 99], 0.2],
      [[8, 2], 0.4],
    ] as const) {
      await report(second, [...counts], position)
    }
    await expect.poll(positionOf).toBe(0.4)
    const positions = socket.updatesOf(id).map(({ state }) => state.position)
    expect(new Set(positions)).toEqual(new Set([0.5, 0.6, 0.7, 0.4]))
    socket.close()
    await second.endAsync(true)
    await first.endAsync(true)
  })
})
