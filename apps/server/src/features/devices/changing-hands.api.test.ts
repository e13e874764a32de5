import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectFakeDevice, type FakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

describe('a device that changes hands', () => {
  const reset = { connected: true, type: 'light', version: 2, factoryReset: true }

  /** A light that its owner has named and dimmed, long enough ago that its state is written to the database. */
  const usedLight = async () => {
    const light = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0.7, settings: { light1Name: 'Secret' } },
      totalRestarts: 5,
      onCommand: (command, own) => own.succeed(command),
    })
    await vi.waitFor(async () => {
      app.clock.advance(1_000)
      const { rows } = await app.database.pool.query(
        'select 1 from device_shadows where device_id = $1 and reported_at is not null',
        [light.id],
      )
      expect(rows).toHaveLength(1)
    })
    return light
  }
  const known = { reportedAt: null, position: null }

  it('[DP9] after a reset shows nobody anything of its last home', async () => {
    const { claimCode, device } = await usedLight()
    device.publish('status', reset)
    const next = await createSignedInClient(app)
    const info = await vi.waitFor(() => next.claim(claimCode, 'Bought'))
    expect(info).toMatchObject({
      settings: {},
      can: ['changeSettings', 'registerKey'],
      totalRestarts: null,
      state: known,
    })
    expect(JSON.stringify(info)).not.toMatch(/Secret|:0\.7/)
    await device.end()
  })

  it('shows its next owner what it reported since its reset', async () => {
    const { id, claimCode, device } = await usedLight()
    device.publish('status', reset)
    device.publish('state', {
      status: 'ready',
      light1Brightness: 0.2,
      totalRestarts: 0,
      totalStateUpdates: 1,
    })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.light1Brightness).toBe(0.2))
    const next = await createSignedInClient(app)
    expect(await vi.waitFor(() => next.claim(claimCode, 'Bought'))).toMatchObject({
      settings: {},
      state: { light1Brightness: 0.2 },
    })
    await device.end()
  })

  it('shows its next owner nothing of what the last one did with it after its reset', async () => {
    const { id, claimCode, device } = await usedLight()
    device.publish('status', reset)
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.reportedAt).toBeNull())
    device.publish('status', { ...reset, factoryReset: false })
    device.report()
    await vi.waitFor(async () =>
      expect((await owner.info(id))[id]?.settings).toEqual({ light1Name: 'Secret' }),
    )
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select said_factory_reset from devices where id = $1', [
        id,
      ])
      expect(rows).toEqual([{ said_factory_reset: false }])
    })
    const next = await createSignedInClient(app)
    // The device is in use again, so only another factory reset lets somebody claim it.
    await expect(next.claim(claimCode, 'Bought')).rejects.toThrow('device_not_exist')
    device.publish('status', reset)
    const claimed = await vi.waitFor(() => next.claim(claimCode, 'Bought'))
    expect(claimed).toMatchObject({ settings: {}, state: { reportedAt: null } })
    expect(JSON.stringify(claimed)).not.toContain('Secret')
    await device.end()
  })

  it.each([
    [
      'claimed',
      async (id: string, claimCode: string) => {
        await app.database.pool.query('update devices set is_claimable = true where id = $1', [id])
        const next = await createSignedInClient(app)
        await next.claim(claimCode, 'Bought')
      },
    ],
    [
      'deleted',
      async (id: string) => {
        await owner.delete(id)
      },
    ],
    [
      'reset',
      async (_id: string, claimCode: string, device: FakeDevice) => {
        device.publish('status', reset)
        const next = await createSignedInClient(app)
        await vi.waitFor(() => next.claim(claimCode, 'Bought'))
      },
    ],
  ])('counts from the start also when the server dies the moment it is %s [DV2]', async (_name, change) => {
    const { id, claimCode, device } = await usedLight()
    await change(id, claimCode, device)
    // The clock does not advance, so nothing more is written behind.
    const { rows } = await app.database.pool.query('select * from device_shadows where device_id = $1', [id])
    const endpoints = { [`senca/${id}`]: { capabilities: null } }
    expect(rows).toEqual([
      expect.objectContaining({ fields: {}, settings: {}, endpoints, reported_at: null }),
    ])
    await device.end()
  })

  it('[DP9] is asked to drop its reset when it is claimed, so that the next reset is news [DV1]', async () => {
    const [made] = await owner.provision('roller_shutter')
    if (made === undefined) throw new Error('nothing was provisioned')
    let isReset = true
    const device = await connectFakeDevice({
      mqtt: app.mqtt,
      ...made,
      type: 'roller_shutter',
      status: { factoryReset: true },
      onCommand(command, own) {
        own.succeed(command)
        isReset = false
        own.publish('status', { connected: true, type: 'roller_shutter', version: 2 })
        own.report()
      },
    })
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select version from endpoints where address = $1', [
        made.id,
      ])
      expect(rows).toEqual([{ version: 2 }])
    })
    await owner.claim(made.claimCode, 'First home')
    await vi.waitFor(() => expect(isReset).toBe(false))
    expect(device.received).toMatchObject([{ command: 'settings', settings: {} }])
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select said_factory_reset from devices where id = $1', [
        made.id,
      ])
      expect(rows).toEqual([{ said_factory_reset: false }])
    })
    device.publish('status', { connected: true, type: 'roller_shutter', version: 2, factoryReset: true })
    const next = await createSignedInClient(app)
    await vi.waitFor(() => next.claim(made.claimCode, 'Second home'))
    await device.end()
  })
})
