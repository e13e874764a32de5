import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askDevice, commandNames, refusal } from '#testing/device-calls.ts'
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

  it('is told as one', async () => {
    expect((await owner.info(blind.id))[blind.id]?.version).toBe(1)
  })

  it.each([
    [{ command: 'move', position: 40, inclination: 60 }],
    [{ command: 'move', position: 0, inclination: 100 }],
    [{ command: 'move_to_ventilation' }],
  ])('is never sent %j', async (command) => {
    const before = blind.device.heard.length
    expect(await owner.move([{ token: blind.id, ...command }])).toMatchObject([
      { status: 'error', error: 'device_unsupported_action', device_ids: [blind.id] },
    ])
    expect(blind.device.heard).toHaveLength(before)
  })

  it.each([
    [{ position: 40 }, { position: 40 }],
    [{ inclination: 40 }, { inclination: 40 }],
    [{ position: 100, inclination: 100 }, { position: 100 }],
    [{ position: 0, inclination: 0 }, { position: 0 }],
  ])('takes a move to %j as %j', async (asked, sent) => {
    expect(await owner.move([{ token: blind.id, command: 'move', ...asked }])).toMatchObject([
      { status: 'success' },
    ])
    const { id: _id, sentAt: _sentAt, expiresAt: _expiresAt, ...heard } = blind.device.heard.at(-1) ?? {}
    expect(heard).toEqual({ command: 'move', ...sent })
  })

  it('keeps no settings and no place for ventilation', async () => {
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
})
