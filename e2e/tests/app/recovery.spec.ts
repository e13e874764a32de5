import { expect, test } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import { Client } from '#product/client.ts'
import { ownerOf } from '#product/home.ts'
import { DEMO, type Product, startProduct } from '#product/product.ts'

/**
 * Whether a device is online and has sent its settings and its state. It sends them after it has connected, and the server may
 * not have stored them yet.
 */
const isBack = (before: DeviceInfo, after: DeviceInfo | undefined) =>
  after?.connected === true &&
  Object.keys(after.settings).length >= Object.keys(before.settings).length &&
  (after.totalRestarts ?? 0) > (before.totalRestarts ?? 0)

test.describe('after kill -9 of the whole process tree in mid-move', () => {
  let product: Product

  test.beforeAll(async () => {
    product = await startProduct()
    await product.startSimulator()
  })

  test.afterAll(async () => product.stop())

  for (const round of [1, 2, 3]) {
    test(`everything that was acknowledged is there, and all devices are online within 5 s (round ${round})`, async () => {
      const owner = await ownerOf(product)
      const newcomer = `round-${round}@example.com`
      await new Client(product.url).register(newcomer, 'shadow-on-a-wall-7')
      const before = await owner.devices()
      const shade = await owner.first('roller_shutter')
      const goal = (shade.state.position ?? 0) > 0.5 ? 0 : 100
      await owner.move([{ token: shade.id, command: 'move', position: goal }], false)
      await expect
        .poll(async () => (await owner.device(shade.id)).state.status)
        .toBe(goal === 0 ? 'opening' : 'closing')

      await product.killAll()
      await product.startServer()
      await product.startSimulator()

      const again = new Client(product.url)
      await again.signIn(DEMO.email, DEMO.password)
      let after = await again.devices()
      await expect
        .poll(
          async () => {
            after = await again.devices()
            return Object.entries(before).filter(([id, device]) => !isBack(device, after[id])).length
          },
          { intervals: [100], timeout: 50_000 },
        )
        .toBe(0)
      expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
      for (const [id, device] of Object.entries(before)) {
        expect(after[id]).toMatchObject({
          name: device.name,
          devicetype: device.devicetype,
          settings: device.settings,
        })
      }
      await new Client(product.url).signIn(newcomer, 'shadow-on-a-wall-7')
    })
  }
})
