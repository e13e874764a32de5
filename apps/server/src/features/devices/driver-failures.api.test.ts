import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRpcBridge, createRpcDriver } from '#testing/drivers/rpc-driver.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

const SHADE = '192.0.2.7/cover:0'

const bridge = createRpcBridge()
let isBroken = true
let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp({
    drivers: ({ clock }) => {
      const driver = createRpcDriver({ bridge, clock })
      const start: typeof driver.start = async (host) => {
        if (isBroken) throw new Error('no network')
        await driver.start(host)
      }
      return { rpc: { ...driver, start } }
    },
  })
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const running = async () => {
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  return Object.fromEntries(
    [...metrics.matchAll(/^senca_driver_running\{driver="(\w+)"\} (\d)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
}

it('a driver that fails stops neither the server nor the devices of others, and its devices return with it', async () => {
  const [made] = await owner.provision('roller_shutter')
  if (made === undefined) throw new Error('nothing was provisioned')
  await owner.claim(made.claimCode, 'Hall')
  await app.database.pool.query("update endpoints set driver = 'rpc', address = $1 where device_id = $2", [
    SHADE,
    made.id,
  ])
  // Endpoints are read at the start of the server, which a driver that fails does not prevent.
  await app.restart()
  const { id, device } = await moveIn(app, owner, 'roller_shutter', {
    name: 'Kitchen',
    state: { position: 0 },
  })
  expect(await running()).toEqual({ senca: '1', entities: '1', rpc: '0' })
  expect(await owner.move([{ token: id, command: 'move', position: 50 }])).toMatchObject([
    { status: 'success' },
  ])
  expect(await owner.delete(made.id)).toMatchObject([{ status: 'error', error: 'device_unreachable' }])

  isBroken = false
  await app.clock.advanceAsync(60_000)
  await vi.waitFor(async () => expect(await running()).toEqual({ senca: '1', entities: '1', rpc: '1' }))
  bridge.plugIn(SHADE, ['open', 'close', 'stop', 'setPosition'])
  bridge.notify(SHADE, { pos: 100 })
  await vi.waitFor(async () =>
    expect((await owner.info(made.id))[made.id]).toMatchObject({ connected: true, state: { position: 0 } }),
  )
  expect(await owner.move([{ token: made.id, command: 'move', position: 40 }])).toMatchObject([
    { status: 'success' },
  ])
  expect(bridge.calls.at(-1)).toMatchObject({ call: { method: 'Cover.GoToPosition', params: { pos: 60 } } })
  await device.end()
})
