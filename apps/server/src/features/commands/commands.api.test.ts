import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startCall } from '#testing/device-calls.ts'
import { type OnCommand, obedient } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, errorOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const silent: OnCommand = () => {}

const shade = (onCommand: OnCommand, state: object = { position: 0 }) =>
  moveIn(app, owner, 'roller_shutter', { onCommand, state: { ...state } })
const move = (token: string, position: number) => ({ token, command: 'move', position })
const isKnown = (id: string, updates: number) =>
  vi.waitFor(async () => expect((await owner.info(id))[id]?.totalStateUpdates).toBe(updates))

describe('a command', () => {
  it('[DP19] [DP21] goes out as the protocol says, and is answered when it is acknowledged', async () => {
    const { id, device } = await shade(obedient)
    expect(await owner.move([{ token: id, command: 'move', position: 12.5 }])).toEqual([
      { status: 'success', device_ids: [id] },
    ])
    const [received] = device.received
    expect(received).toMatchObject({ command: 'move', position: 12.5 })
    expect(received).not.toHaveProperty('token')
    expect(received?.sentAt).toBe(app.clock.now().toISOString())
    await device.end()
  })

  it('sets the target while the device moves, and nothing else [CM15]', async () => {
    const { id, device } = await shade(obedient)
    await owner.move([move(id, 80)])
    expect((await owner.info(id))[id]?.state).toMatchObject({ position: 0, target: { position: 0.8 } })
    device.report({ status: 'ready', position: 0 })
    await isKnown(id, 2)
    expect((await owner.info(id))[id]?.state).not.toHaveProperty('target')
    await device.end()
  })

  it.each([
    ['device_busy', 'device_busy'],
    ['device_already_in_state', 'device_already_in_state'],
    ['out_of_coffee', 'device_update_failed'],
  ])('[DP22] that the device refuses with %s fails with %s', async (word, error) => {
    const { id, device } = await shade((command, own) => own.refuse(command, word))
    expect(await owner.move([move(id, 10)], true)).toMatchObject([
      { status: 'error', error, device_ids: [id] },
    ])
    await device.end()
  })

  it('that is not acknowledged in 5 seconds fails, and is withdrawn', async () => {
    const { id, device } = await shade(silent)
    const { results } = await startCall(device, () => owner.move([move(id, 10)]))
    app.clock.advance(5_000)
    expect(await results).toMatchObject([{ status: 'error', error: 'device_request_timeout' }])
    await vi.waitFor(() => expect(device.received).toHaveLength(2))
    expect(device.received[1]).toMatchObject({ command: 'withdraw', withdraws: device.received[0]?.id })
    await device.end()
  })

  it('is not acknowledged by another device, nor by another command’s result', async () => {
    const bystander = await shade(silent)
    const { id, device } = await shade(silent)
    const { results } = await startCall(device, () => owner.move([move(id, 10)]))
    bystander.device.publish('result', { id: device.received[0]?.id, status: 'success' })
    device.publish('result', { id: 'made-up', status: 'success' })
    device.report()
    await isKnown(id, 2)
    app.clock.advance(5_000)
    expect(await results).toMatchObject([{ error: 'device_request_timeout' }])
    await device.end()
    await bystander.device.end()
  })

  it('is not sent to a device that is away, that never reported or that lacks the part [CM7]', async () => {
    const { id, device } = await shade(obedient)
    device.cut()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(false))
    const [unclaimed] = await owner.provision('light')
    await owner.claim(unclaimed?.claimCode ?? '', 'Never seen')
    const light = await moveIn(app, owner, 'light', { state: { light1Brightness: 0 } })
    const results = await owner.move([
      move(id, 10),
      { token: unclaimed?.id, command: 'light_apply', lightType: 'light_1', brightness: 1 },
      { token: light.id, command: 'light_apply', lightType: 'light_2', brightness: 1 },
      { token: 'unknown-device', command: 'move', position: 1 },
    ])
    expect(results).toMatchObject([
      { error: 'device_offline', device_ids: [id, unclaimed?.id] },
      { error: 'device_unsupported_action', device_ids: [light.id] },
      { error: 'device_not_exist', device_ids: ['unknown-device'] },
    ])
    expect([...device.received, ...light.device.received]).toEqual([])
    await light.device.end()
  })

  it('is read for each device on its own [CM1]', async () => {
    const good = await shade(obedient)
    const bad = await Promise.all([
      shade(obedient),
      shade(obedient),
      shade(obedient),
      shade(obedient),
      shade(obedient),
    ])
    const [a, b, c, d, e] = bad.map(({ id }) => id)
    const results = await owner.move([
      move(good.id, 50),
      { token: a, command: 'move', position: '50' },
      { token: b, command: 'move', position: 101 },
      { token: c, command: 'move', speed: 1 },
      { token: d, command: 'jump' },
      move(e ?? '', 1),
      move(e ?? '', 2),
    ])
    expect(results).toMatchObject([
      { status: 'success', device_ids: [good.id] },
      { error: 'bad_command_type', device_ids: [a] },
      { error: 'bad_command_value', device_ids: [b] },
      { error: 'bad_command_key', device_ids: [c] },
      { error: 'invalid_command', device_ids: [d] },
      { error: 'multiple_command_values', device_ids: [e] },
    ])
    for (const { device } of [good, ...bad]) await device.end()
  })

  it('is refused for an account without a right to the device', async () => {
    const { id, device } = await shade(obedient)
    const other = await createSignedInClient(app)
    expect(await other.move([move(id, 10)])).toMatchObject([{ error: 'device_not_exist', device_ids: [id] }])
    expect(await other.abort(id)).toMatchObject([{ error: 'device_not_exist', device_ids: [id] }])
    expect(device.received).toEqual([])
    await device.end()
  })

  it('is refused where the device has sixteen unanswered commands', async () => {
    const { id, device } = await shade(silent)
    const calls = Array.from({ length: 17 }, () => owner.move([move(id, 10)]))
    expect(await Promise.race(calls)).toMatchObject([{ error: 'device_busy' }])
    await vi.waitFor(() => expect(device.received).toHaveLength(16))
    app.clock.advance(5_000)
    await Promise.all(calls)
    await device.end()
  })

  it.each([
    ['move', { commands: [] }, 'no_commands_found'],
    ['abort', { commands: [] }, 'no_commands_found'],
    ['move', { commands: [{ command: 'move' }] }, 'malformed_request'],
    ['move', { commands: [{ token: 'x', command: 'move' }], speed: 1 }, 'malformed_request'],
    ['move', {}, 'malformed_request'],
    ['abort', { commands: [{ token: 'x', now: true }] }, 'malformed_request'],
  ])('needs an envelope that can be read: %s %j [CM1]', async (path, json, error) => {
    const answer = await owner.api('POST', `/auth/api/v1/device/${path}`, { json })
    expect([answer.status, errorOf(answer)]).toEqual([400, error])
  })
})

describe('a lock, a light and a foil', () => {
  const parts = {
    position: undefined,
    motorLockConnected: true,
    motorLockLocked: true,
    motorLockState: 'locked',
    magicFoilConnected: true,
    magicFoilOpacity: 0,
  }
  const unlock = (token: string) => ({ token, command: 'unlock', lockType: 'motor', unlockDuration: 5 })

  it('are done when they report it', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', { onCommand: obedient, state: parts })
    const unlocking = await startCall(device, () => owner.move([unlock(id)], true))
    await vi.waitFor(async () => expect(await unlockCount(id)).toBe(1))
    device.report({ motorLockState: 'unlocking', motorLockLocked: null })
    device.report({ motorLockState: 'unlocked', motorLockLocked: false })
    expect(await unlocking.results).toEqual([{ status: 'success', device_ids: [id] }])
    const turning = await startCall(device, () =>
      owner.move([{ token: id, command: 'magic_foil_apply', opacity: 1 }], true),
    )
    device.report({ magicFoilOpacity: 1 })
    expect(await turning.results).toEqual([{ status: 'success', device_ids: [id] }])
    await device.end()
  })

  it('are not done when they say so and report something else', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', { onCommand: obedient, state: parts })
    const unlocking = await startCall(device, () => owner.move([unlock(id)], true))
    device.report({ motorLockState: 'jammed', motorLockLocked: null })
    expect(await unlocking.results).toMatchObject([{ error: 'device_update_failed' }])
    const turning = await startCall(device, () =>
      owner.move([{ token: id, command: 'magic_foil_apply', opacity: 1 }], true),
    )
    device.report({ magicFoilOpacity: 0 })
    expect(await turning.results).toMatchObject([{ error: 'device_update_failed' }])
    await device.end()
  })

  it('[DP23] an unlock is recorded before it is sent, and sent once [CM9] [AC2]', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', { onCommand: silent, state: parts })
    const { results } = await startCall(device, () => owner.move([unlock(id)]))
    const { rows } = await app.database.pool.query('select * from activity_log where device_id = $1', [id])
    expect(rows).toMatchObject([
      { action: 'unlock', origin: 'app', details: { lockType: 'motor', unlockDuration: 5 } },
    ])
    app.clock.advance(5_000)
    expect(await results).toMatchObject([{ error: 'device_request_timeout' }])
    await vi.waitFor(() =>
      expect(device.received.map(({ command }) => command)).toEqual(['unlock', 'withdraw']),
    )
    await device.end()
  })
})

describe('stopping', () => {
  it('is answered as the device answers, each device once', async () => {
    const { id, device } = await shade(obedient)
    expect(await owner.abort(id, id)).toEqual([{ status: 'success', device_ids: [id] }])
    expect(device.received).toMatchObject([{ command: 'abort' }])
    await device.end()
    const resting = await shade((command, own) => own.refuse(command, 'device_not_busy'))
    expect(await owner.abort(resting.id)).toMatchObject([
      { error: 'device_not_busy', device_ids: [resting.id] },
    ])
    await resting.device.end()
  })
})

async function unlockCount(id: string): Promise<number> {
  const { rows } = await app.database.pool.query('select 1 from activity_log where device_id = $1', [id])
  return rows.length
}
