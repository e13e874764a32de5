import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRpcBridge, createRpcDriver } from '#testing/drivers/rpc-driver.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

const LAMP = '192.0.2.7/light:0'

const bridge = createRpcBridge()
let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp({ drivers: ({ clock }) => ({ rpc: createRpcDriver({ bridge, clock }) }) })
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

/** A light whose first channel is our own hardware and whose second channel is hardware of another driver. */
async function lightOfTwo() {
  const [made] = await owner.provision('light')
  if (made === undefined) throw new Error('nothing was provisioned')
  await owner.claim(made.claimCode, 'Kitchen')
  await app.database.pool.query("insert into endpoints (driver, address, device_id) values ('rpc', $1, $2)", [
    LAMP,
    made.id,
  ])
  // Endpoints are read at the start of the server.
  await app.restart()
  const device = await connectFakeDevice({
    mqtt: app.mqtt,
    ...made,
    type: 'light',
    state: { light1Brightness: 0 },
  })
  bridge.plugIn(LAMP, ['setLight2', 'dimLight2'])
  bridge.notify(LAMP, { lights: { 2: 40 } })
  const info = async () => (await owner.info(made.id))[made.id]
  await vi.waitFor(async () =>
    expect(await info()).toMatchObject({ state: { light1Brightness: 0, light2Brightness: 0.4 } }),
  )
  return { id: made.id, device, info }
}

it('a device of two endpoints merges the reports of both, and each command is sent to the capable one', async () => {
  const { id, device, info } = await lightOfTwo()
  expect(await info()).toMatchObject({
    connected: true,
    can: ['setLight1', 'setLight2', 'dimLight2', 'changeSettings', 'registerKey'],
    totalRestarts: null,
    totalStateUpdates: null,
  })
  const apply = (lightType: string, brightness: number) =>
    owner.move([{ token: id, command: 'light_apply', lightType, brightness }], false)
  bridge.calls.splice(0)
  expect(await apply('light_2', 0.7)).toMatchObject([{ status: 'success' }])
  expect(bridge.calls).toEqual([
    { address: LAMP, call: { method: 'Light.Set', params: { id: 2, brightness: 70 } } },
  ])
  expect(device.received).toEqual([])
  expect(await apply('light_1', 1)).toMatchObject([{ status: 'success' }])
  expect(device.received).toMatchObject([{ command: 'light_apply', lightType: 'light_1' }])
  expect(bridge.calls).toHaveLength(1)

  await device.end()
  bridge.notify(LAMP, { lights: { 2: 70 } })
  await vi.waitFor(async () =>
    expect(await info()).toMatchObject({ connected: true, state: { light2Brightness: 0.7 } }),
  )
  expect(await owner.delete(id)).toMatchObject([{ status: 'error', error: 'device_offline' }])
  bridge.unplug(LAMP)
  await vi.waitFor(async () => expect(await info()).toMatchObject({ connected: false }))
  expect(await owner.delete(id, true)).toMatchObject([{ status: 'success' }])
})
