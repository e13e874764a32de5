import { expect, test } from '@playwright/test'
import type { DeviceInfo, DeviceState } from '@senca/contract'
import { connectAsync } from 'mqtt'
import { Client, provision } from '../product/client.ts'
import { DEMO, OPERATOR_TOKEN, type Product, startProduct } from '../product/product.ts'

/** What a device and its home know of each other, when either is killed in the middle of it. */
test.describe('kill -9 in the middle of a device’s life', () => {
  let product: Product
  let owner: Client

  test.beforeEach(async () => {
    product = await startProduct()
    await product.startSimulator()
    owner = await signedIn()
  })

  test.afterEach(async () => product.stop())

  const signedIn = async (): Promise<Client> => {
    const client = new Client(product.url)
    await client.signIn(DEMO.email, DEMO.password)
    await expect
      .poll(async () => Object.values(await client.devices()).every(({ connected }) => connected), {
        timeout: 20_000,
      })
      .toBe(true)
    return client
  }

  const look = async (id: string): Promise<DeviceInfo> => {
    const device = (await owner.devices())[id]
    if (device === undefined) throw new Error(`${id} is gone`)
    return device
  }

  const ask = async (call: string, json: Record<string, unknown>) => {
    const { status, body } = await owner.call('POST', `/api/v1/device/${call}`, { bearer: true, json })
    expect([status, body]).toEqual([200, expect.anything()])
  }

  /** The states of a device from now on, until one fits. */
  const follow = async (id: string, isLast: (state: DeviceState) => boolean, timeout: number) => {
    const states: DeviceState[] = []
    await expect
      .poll(
        async () => {
          const { state } = await look(id)
          states.push(state)
          return isLast(state)
        },
        { timeout, intervals: [100] },
      )
      .toBe(true)
    return states
  }

  const restartServer = async () => {
    await product.killServer()
    await product.startServer()
    owner = await signedIn()
  }
  const restartSimulator = async () => {
    await product.stopSimulator()
    await product.startSimulator()
  }
  const restartAll = async () => {
    await product.killAll()
    await product.startServer()
    await product.startSimulator()
    owner = await signedIn()
  }

  for (const [name, restart] of [
    ['the server', restartServer],
    ['everything', restartAll],
  ] as const) {
    test(`names, settings and saved places are there when ${name} is killed right after the answer`, async () => {
      const blind = await owner.first('venetian_blind')
      const settings = { inclinationTime: 2_300, switchType: 'push_button', inclinationType: 'full_180' }
      await ask('rename', { token: blind.id, name: 'Reading corner' })
      await ask('favourite', { token: blind.id, position: 40, inclination: 25 })
      await ask('ventilation', { token: blind.id, position: 62.5, inclination: 50 })
      await ask('settings', { token: blind.id, settings })
      await restart()

      const after = await look(blind.id)
      expect(after).toMatchObject({
        name: 'Reading corner',
        settings,
        favourite: { position: 0.4, inclination: 0.25 },
        ventilation: { position: 0.625, inclination: 0.5 },
      })
      const [result] = await owner.move([{ token: blind.id, command: 'move_to_ventilation' }], true)
      expect(result).toMatchObject({ status: 'success', position: 0.625, inclination: 0.5 })
    })
  }

  test('a device that is killed right after it took its settings comes back with them', async () => {
    const shade = await owner.first('textile_screen')
    await ask('settings', { token: shade.id, settings: { motorInverted: true } })
    await restartSimulator()
    await expect
      .poll(async () => (await look(shade.id)).totalRestarts, { timeout: 20_000 })
      .toBeGreaterThan(shade.totalRestarts ?? 0)
    expect((await look(shade.id)).settings.motorInverted).toBe(true)
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
    const said = socket.heard.flatMap((message) =>
      message.subject === 'device.state_update' && message.data.deviceId === door.id
        ? [message.data.state]
        : [],
    )
    socket.close()
    const firstLocked = said.findIndex(({ motorLockLocked }) => motorLockLocked === true)
    const driven = said.findIndex(({ motorLockState }) => motorLockState === 'locking')
    expect(driven).toBeGreaterThan(-1)
    expect(driven).toBeLessThan(firstLocked)
    expect((await look(door.id)).state).toMatchObject({ status: 'ready', motorLockLocked: true })
  })

  test('a door relocks by itself while the server is away, which says so when it is back', async () => {
    const door = await owner.first('home_door')
    const unlock = { token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 4 }
    await owner.move([unlock], true)
    await product.killServer()
    await product.startServer()
    owner = await signedIn()
    const states = await follow(door.id, (state) => state.motorLockState === 'locked', 20_000)
    for (const { motorLockLocked, motorLockState } of states) {
      expect(motorLockLocked).toBe(motorLockState === 'locked')
    }
  })

  test('a calibration goes on while the server is killed, and says so until the device reports that it is over', async () => {
    const screen = await owner.first('insect_screen')
    await ask('recalibrate', { token: screen.id })
    await expect.poll(async () => (await look(screen.id)).state.status).toBe('calibrating')
    await restartServer()
    expect((await look(screen.id)).state.status).toBe('calibrating')
    const move = { token: screen.id, command: 'move', position: 50 }
    expect(await owner.move([move], false)).toMatchObject([{ error: 'device_busy' }])
    const states = await follow(screen.id, ({ status }) => status === 'ready', 60_000)
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['calibrating', 'ready']))
    expect((await look(screen.id)).state).toMatchObject({ position: screen.state.position, assumed: false })
    expect((await look(screen.id)).totalRestarts).toBe(screen.totalRestarts)
  })

  test('a calibration ends with its controller, which comes back ready and sure of nothing', async () => {
    const screen = await owner.first('awning')
    await ask('recalibrate', { token: screen.id })
    await expect.poll(async () => (await look(screen.id)).state.status).toBe('calibrating')
    // The controller writes down what it does a few times a second.
    await expect.poll(async () => (await look(screen.id)).state.position).not.toBe(screen.state.position)
    await restartSimulator()
    await expect
      .poll(async () => (await look(screen.id)).totalRestarts, { timeout: 20_000 })
      .toBe((screen.totalRestarts ?? 0) + 1)
    expect((await look(screen.id)).state).toMatchObject({ status: 'ready', assumed: true })
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
    const positionOf = async () => (await look(id)).state.position

    const first = await connect()
    await report(first, [7, 50], 0.5)
    await expect.poll(positionOf).toBe(0.5)
    // States are written about once a second: from then on they outlive the server.
    await new Promise((done) => setTimeout(done, 2_500))
    await product.killServer()
    await product.startServer()
    owner = new Client(product.url)
    await owner.signIn(DEMO.email, DEMO.password)
    expect(await look(id)).toMatchObject({
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
    const positions = socket.heard.flatMap((message) =>
      message.subject === 'device.state_update' && message.data.deviceId === id
        ? [message.data.state.position]
        : [],
    )
    expect(new Set(positions)).toEqual(new Set([0.5, 0.6, 0.7, 0.4]))
    socket.close()
    await second.endAsync(true)
    await first.endAsync(true)
  })
})
