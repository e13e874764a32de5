import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, commandNames, receivedBy, refusal } from '#testing/device-calls.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

type Moved = Awaited<ReturnType<typeof moveIn>>

describe('a controller of the first generation', () => {
  let app: TestApp
  let owner: TestClient
  let blind: Moved
  let door: Moved

  beforeAll(async () => {
    app = await createTestApp()
    owner = await createSignedInClient(app)
    const state = { position: 0, inclination: 0 }
    blind = await moveIn(app, owner, 'venetian_blind', { status: { version: 1 }, state })
    const locks = { motorLockConnected: true, magnetLockConnected: true }
    door = await moveIn(app, owner, 'home_door', { status: { version: 1 }, state: locks })
  })
  afterAll(async () => {
    await Promise.all([blind.device.end(), door.device.end()])
    await app.close()
  })

  it('has fewer capabilities than one of the second [DV17]', async () => {
    const infos = await owner.info(blind.id, door.id)
    expect(infos[blind.id]).toMatchObject({
      version: 1,
      can: ['open', 'close', 'stop', 'setPosition', 'setTilt'],
    })
    expect(infos[door.id]).toMatchObject({ version: 1, can: ['unlockMotor', 'unlockMagnet'] })
    const state = { position: 0, inclination: 0 }
    const second = await moveIn(app, owner, 'venetian_blind', { status: { version: 2 }, state })
    expect((await owner.info(second.id))[second.id]?.can).toEqual([
      ...(infos[blind.id]?.can ?? []),
      'setPositionAndTilt',
      'moveToVentilation',
      'changeSettings',
      'registerKey',
    ])
    await second.device.end()
  })

  it.each([
    [{ command: 'move', position: 40, inclination: 60 }],
    [{ command: 'move', position: 0, inclination: 100 }],
    [{ command: 'move_to_ventilation' }],
  ])('is never sent %j [CM6]', async (command) => {
    const before = blind.device.received.length
    expect(await owner.move([{ token: blind.id, ...command }])).toMatchObject([
      { status: 'error', error: 'device_unsupported_action', device_ids: [blind.id] },
    ])
    expect(blind.device.received).toHaveLength(before)
  })

  it.each([
    [{ position: 40 }, { position: 40 }],
    [{ inclination: 40 }, { inclination: 40 }],
    [{ position: 100, inclination: 100 }, { position: 100 }],
    [{ position: 0, inclination: 0 }, { position: 0 }],
  ])('takes a move to %j as %j [CM6]', async (asked, sent) => {
    expect(await owner.move([{ token: blind.id, command: 'move', ...asked }])).toMatchObject([
      { status: 'success' },
    ])
    const {
      id: _id,
      sentAt: _sentAt,
      expiresAt: _expiresAt,
      ...received
    } = blind.device.received.at(-1) ?? {}
    expect(received).toEqual({ command: 'move', ...sent })
  })

  it('keeps no settings and no place for ventilation [DV17]', async () => {
    for (const settings of [
      { motorInverted: true },
      { devicetype: 'venetian_blind' },
      { inclinationTime: 900 },
    ])
      expect(refusal(await askDevice(owner, 'settings', { token: blind.id, settings }))).toEqual([
        400,
        'device_unsupported_action',
        Object.keys(settings)[0],
      ])
    const settings = { magnetLockUnlockType: 'until_opened' }
    expect(refusal(await askDevice(owner, 'settings', { token: door.id, settings }))).toEqual([
      400,
      'device_unsupported_action',
      'magnetLockUnlockType',
    ])
    expect(refusal(await askDevice(owner, 'ventilation', { token: blind.id, position: 80 }))[1]).toBe(
      'device_unsupported_action',
    )
    expect((await askDevice(owner, 'favourite', { token: blind.id, position: 80 })).status).toBe(200)
    expect([commandNames(blind.device), commandNames(door.device)].flat()).not.toContain('settings')
  })

  it('is sent none of the settings of the one that it replaces', async () => {
    const status = { version: 1 }
    const state = { position: 0, settings: { motorInverted: true } }
    const old = await moveIn(app, owner, 'awning', { status, state })
    const [made] = await owner.provision('awning')
    if (made === undefined) throw new Error('nothing was made')
    const fresh = await connectFakeDevice({ mqtt: app.mqtt, ...made, type: 'awning', status })
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select version from endpoints where device_id = $1', [
        made.id,
      ])
      expect(rows).toEqual([{ version: 1 }])
    })
    await owner.ok(askDevice(owner, 'replace', { token: old.id, claimCode: made.claimCode }))
    expect(await receivedBy(fresh, 'settings')).toMatchObject({
      settings: expect.not.objectContaining({ motorInverted: true }),
    })
    await Promise.all([old.device.end(), fresh.end()])
  })
})
