import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectFakeDevice } from '#testing/fake-device.ts'
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

const provisionOne = async (client = owner) => {
  const [made] = await client.provision('roller_shutter')
  if (made === undefined) throw new Error('nothing was provisioned')
  return made
}

describe('deleting', () => {
  it('[DP24] makes the device forget, and counts and claims begin again', async () => {
    const { id, secret, claimCode, device } = await moveIn(app, owner, 'falcon', {
      state: { position: 0.7 },
      totalRestarts: 9,
    })
    expect(await owner.delete(id)).toEqual([{ status: 'success', device_ids: [id] }])
    expect(device.received.at(-1)).toMatchObject({ command: 'forget' })
    expect(await owner.info(id)).toEqual({})
    await device.end()
    const next = await createSignedInClient(app)
    expect(await next.claim(claimCode, 'Second-hand')).toMatchObject({ totalRestarts: null })
    const reborn = await connectFakeDevice({
      mqtt: app.mqtt,
      id,
      secret,
      type: 'falcon',
      totalRestarts: 0,
      state: { position: 0.1 },
    })
    await vi.waitFor(async () => {
      expect((await next.info(id))[id]).toMatchObject({ totalRestarts: 0, state: { position: 0.1 } })
    })
    await reborn.end()
  })

  it('of an offline device needs force, and the device is commanded to forget its home when it is back', async () => {
    const { id, secret, claimCode, device } = await moveIn(app, owner, 'falcon')
    device.cut()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(false))
    expect(await owner.delete(id)).toMatchObject([
      { status: 'error', error: 'device_offline', device_ids: [id] },
    ])
    expect(Object.keys(await owner.info(id))).toEqual([id])
    expect(await owner.delete(id, true)).toEqual([{ status: 'success', device_ids: [id] }])
    const claim = () =>
      owner.api('POST', '/auth/api/v1/device/claim', { json: { claimCode, name: 'Back again' } })
    expect(errorOf(await claim())).toBe('device_not_exist')
    const back = await connectFakeDevice({ mqtt: app.mqtt, id, secret, type: 'falcon', totalRestarts: 2 })
    await vi.waitFor(() => expect(back.received).toMatchObject([{ command: 'forget' }]))
    await vi.waitFor(async () => expect((await claim()).status).toBe(200))
    await back.end()
  })

  it('of a device that will not forget needs force', async () => {
    const { id, device } = await moveIn(app, owner, 'falcon', {
      onCommand: (command, own) => own.refuse(command, 'device_busy'),
    })
    expect(await owner.delete(id)).toMatchObject([{ status: 'error', error: 'device_busy' }])
    expect(await owner.delete(id, true)).toMatchObject([{ status: 'success' }])
    await device.end()
  })

  it('[DP9] is not needed after a factory reset at the device itself, which a status repeats without effect [DV1]', async () => {
    const { id, secret, claimCode, device } = await moveIn(app, owner, 'falcon')
    const thief = await createSignedInClient(app)
    const claim = () =>
      thief.api('POST', '/auth/api/v1/device/claim', { json: { claimCode, name: 'Taken over' } })
    expect(errorOf(await claim())).toBe('device_not_exist')
    device.publish('status', { connected: true, type: 'falcon', version: 2, factoryReset: true })
    await vi.waitFor(async () => expect((await claim()).status).toBe(200))
    expect(await owner.info(id)).toEqual({})
    await device.end()
    const again = await connectFakeDevice({
      mqtt: app.mqtt,
      id,
      secret,
      type: 'falcon',
      totalRestarts: 2,
      status: { factoryReset: true },
    })
    await vi.waitFor(async () => expect((await thief.info(id))[id]?.connected).toBe(true))
    const grab = await owner.api('POST', '/auth/api/v1/device/claim', {
      json: { claimCode, name: 'Grabbed' },
    })
    expect(errorOf(grab)).toBe('device_not_exist')
    await again.end()
  })

  it('of somebody else’s or an unknown device answers that it does not exist, merged', async () => {
    const other = await createSignedInClient(app)
    const { id, claimCode } = await provisionOne()
    await other.claim(claimCode, 'Not yours')
    expect(await owner.delete(`${id}&devicetoken=unknown-device`, true)).toMatchObject([
      { status: 'error', error: 'device_not_exist', device_ids: [id, 'unknown-device'] },
    ])
    expect(Object.keys(await other.info(id))).toEqual([id])
  })
})
