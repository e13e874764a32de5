import { profileSchema } from '@senca/contract'
import { type ActivityEntry, activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectFakeDevice, type FakeDevice, obedient } from '#testing/fake-device.ts'
import { guardedDoors } from '#testing/homes/guarded-doors.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const list = async (client: TestClient, query = '') =>
  activityListSchema.parse(await client.ok(client.api('GET', `/auth/api/v1/activity/list?${query}`)))
const entriesOf = async (client: TestClient, deviceId: string): Promise<ActivityEntry[]> =>
  (await list(client, `devicetoken=${deviceId}`)).entries.filter(({ action }) => action !== 'claimed')
const newestOf = async (client: TestClient, deviceId: string) => (await entriesOf(client, deviceId))[0]

/** A shade that moves to 100 while its owner waits, and stops only when the test says so. */
async function inFlight() {
  const home = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
  const results = owner.move([{ token: home.id, command: 'move', position: 100 }], true)
  await vi.waitFor(() => expect(home.device.received).toHaveLength(1))
  home.device.report({ status: 'closing', position: 0.2 })
  return { ...home, results }
}

const lock = { motorLockConnected: true, motorLockState: 'locked', motorLockLocked: true }

describe('the life of a command', () => {
  it('is published from its sending to its end, also when nobody waits for it [AC1]', async () => {
    let isTaking = false
    const { id, device, name } = await moveIn(app, owner, 'roller_shutter', {
      onCommand: (command, own) => isTaking && own.succeed(command),
    })
    const moving = owner.move([{ token: id, command: 'move', position: 70 }])
    await vi.waitFor(() => expect(device.received).toHaveLength(1))
    const sent = await newestOf(owner, id)
    const { email } = profileSchema.parse(await owner.ok(owner.call('GET', '/auth/account/whoami')))
    expect(sent).toMatchObject({
      deviceId: id,
      deviceName: name,
      origin: 'app',
      by: email,
      action: 'move',
      details: { position: 0.7 },
      result: { status: 'sent' },
    })
    isTaking = true
    for (const command of device.received) device.succeed(command)
    expect(await moving).toEqual([{ status: 'success', device_ids: [id] }])
    expect((await newestOf(owner, id))?.result).toEqual({ status: 'acknowledged' })
    device.report({ status: 'closing', position: 0.4 })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.status).toBe('closing'))
    app.clock.advance(12_000)
    device.report({ status: 'ready', position: 0.69 })
    await vi.waitFor(async () =>
      expect((await newestOf(owner, id))?.result).toEqual({
        status: 'success',
        position: 0.69,
        durationMs: 12_000,
      }),
    )
    expect(await entriesOf(owner, id)).toHaveLength(1)
    await device.end()
  })

  it('ends with the reason for which it failed, and takes nothing back that was answered as taken', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
    await owner.move([{ token: id, command: 'move', position: 70 }])
    app.clock.advance(10_000)
    await vi.waitFor(async () =>
      expect((await newestOf(owner, id))?.result).toMatchObject({
        status: 'error',
        error: 'device_not_responding',
        durationMs: 10_000,
      }),
    )
    expect(device.received.map(({ command }) => command)).toEqual(['move'])
    await device.end()
  })

  it('includes a refusal by the device, and not one before sending [AC4]', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', {
      onCommand: (command, own) => own.refuse(command, 'device_busy'),
    })
    await owner.move([{ token: id, command: 'unlock', lockType: 'motor' }])
    await owner.move([{ token: id, command: 'move', position: 400 }])
    expect(await entriesOf(owner, id)).toEqual([])
    await owner.move([{ token: id, command: 'move', position: 40 }])
    expect(await newestOf(owner, id)).toMatchObject({
      action: 'move',
      result: { status: 'error', error: 'device_busy' },
    })
    await device.end()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(false))
    await owner.move([{ token: id, command: 'move', position: 40 }])
    expect(await entriesOf(owner, id)).toHaveLength(1)
  })

  it.each([
    [
      'the light',
      { command: 'light_apply', lightType: 'door', brightness: 1 },
      { doorLightBrightness: 1 },
      { action: 'light_apply', details: { lightType: 'door', brightness: 1 } },
    ],
    [
      'the foil',
      { command: 'magic_foil_apply', opacity: 0 },
      { magicFoilOpacity: 0 },
      { action: 'magic_foil_apply', details: { opacity: 0 } },
    ],
    [
      'the lock',
      { command: 'unlock', lockType: 'motor', unlockDuration: 2 },
      { motorLockState: 'unlocked', motorLockLocked: false },
      { action: 'unlock', details: { lockType: 'motor', unlockDuration: 2 } },
    ],
  ])('is published for %s of a door', async (_part, command, report, expected) => {
    const { id, device } = await moveIn(app, owner, 'home_door', {
      onCommand: obedient,
      state: {
        ...lock,
        doorLightConnected: true,
        doorLightBrightness: 0,
        magicFoilConnected: true,
        magicFoilOpacity: 1,
      },
    })
    await owner.move([{ token: id, ...command }])
    device.report(report)
    await vi.waitFor(async () =>
      expect(await entriesOf(owner, id)).toMatchObject([{ ...expected, result: { status: 'success' } }]),
    )
    await device.end()
  })
})

describe('a movement that ends elsewhere', () => {
  it.each([
    [
      'was stopped by somebody',
      'stopped',
      (id: string) => owner.abort(id),
      (device: FakeDevice) => device.report({ status: 'ready', position: 0.4 }),
    ],
    [
      'was replaced by a newer command',
      'replaced',
      (id: string) => owner.move([{ token: id, command: 'move', position: 30 }]),
      (device: FakeDevice) => device.report({ status: 'ready', position: 0.3 }),
    ],
    [
      'was moved on the spot',
      'moved_elsewhere',
      async () => {},
      (device: FakeDevice) => device.report({ status: 'ready', position: 0 }),
    ],
  ] as const)('says that it %s [AC7]', async (_how, detail, interrupt, rest) => {
    const { id, device, results } = await inFlight()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.status).toBe('closing'))
    await interrupt(id)
    rest(device)
    expect(await results).toMatchObject([
      { status: 'error', error: 'device_update_failed', error_detail: detail, device_ids: [id] },
    ])
    await vi.waitFor(async () => {
      const entries = await entriesOf(owner, id)
      expect(entries.at(-1)?.result).toMatchObject({ error: 'device_update_failed', error_detail: detail })
      expect(entries.map(({ origin }) => origin)).not.toContain('wall_switch')
      for (const { result } of entries.slice(0, -1)) expect(result).toMatchObject({ status: 'success' })
    })
    await device.end()
  })

  it('says so also when another instance was asked to stop it', async () => {
    const twin = await app.twin()
    const email = newEmail()
    const here = createTestClient(app)
    await here.ok(here.register(email))
    const there = createTestClient(twin)
    await there.ok(there.logIn(email))
    const { id, device } = await moveIn(app, here, 'roller_shutter', { onCommand: obedient })
    const results = here.move([{ token: id, command: 'move', position: 100 }], true)
    await vi.waitFor(() => expect(device.received).toHaveLength(1))
    device.report({ status: 'closing', position: 0.2 })
    await vi.waitFor(async () => expect((await there.info(id))[id]?.state.status).toBe('closing'))
    await there.abort(id)
    device.report({ status: 'ready', position: 0.4 })
    expect(await results).toMatchObject([{ error_detail: 'stopped', position: 0.4 }])
    await twin.close()
    await vi.waitFor(async () =>
      expect(
        (await entriesOf(here, id)).map(({ action, result }) => [action, result?.status]).toSorted(),
      ).toEqual([
        ['move', 'error'],
        ['stop', 'success'],
      ]),
    )
    await device.end()
  })
})

describe('a change that no command caused', () => {
  it('is published once, by the instance that received it, and only to the owner', async () => {
    const twin = await app.twin()
    const { id, device } = await moveIn(app, owner, 'roller_shutter')
    device.report({ status: 'closing', position: 0.3 })
    device.report({ position: 0.6 })
    device.report({ status: 'ready', position: 0.8 })
    await vi.waitFor(async () => {
      app.clock.advance(200)
      expect(await entriesOf(owner, id)).toMatchObject([
        { origin: 'wall_switch', by: null, action: 'moved', details: { position: 0.8 }, result: null },
      ])
    })
    await twin.close()
    expect(await entriesOf(owner, id)).toHaveLength(1)
    await device.end()
  })

  it('covers what happened while the device was offline, by its first report [AC10]', async () => {
    const { id, device, secret } = await moveIn(app, owner, 'roller_shutter', { state: { position: 1 } })
    await device.end()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(false))
    const back = await connectFakeDevice({
      mqtt: app.mqtt,
      id,
      secret,
      type: 'roller_shutter',
      state: { position: 0.4 },
      totalRestarts: 2,
    })
    back.report()
    await vi.waitFor(async () =>
      expect(await entriesOf(owner, id)).toMatchObject([{ action: 'moved', details: { position: 0.4 } }]),
    )
    await back.end()
  })

  it('covers a door: its key, its leaf, and that it locks by itself', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', {
      state: { ...lock, magneticSensorConnected: true, magneticSensorOpen: false },
    })
    device.report({ motorLockState: 'unlocked', motorLockLocked: false })
    device.report({ magneticSensorOpen: true })
    device.report({ magneticSensorOpen: false })
    device.report({ motorLockState: 'locked', motorLockLocked: true })
    await vi.waitFor(async () =>
      expect((await entriesOf(owner, id)).map(({ action, origin }) => `${action} ${origin}`)).toEqual([
        'locked device',
        'door_closed wall_switch',
        'door_opened wall_switch',
        'unlocked wall_switch',
      ]),
    )
    await device.end()
  })
})

it('a change of who may open a door is recorded before it is answered', async () => {
  const { door, guarded } = guardedDoors(() => ({ app, owner }))
  const { id, device } = await door()
  await guarded(id, { unlockBy: 'hold' })
  const { rows } = await app.database.pool.query('select action from activity_log where device_id = $1', [id])
  expect(rows).toContainEqual({ action: 'unlock_guard' })
  await device.end()
})
