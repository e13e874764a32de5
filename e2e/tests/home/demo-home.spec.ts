import { expect, test } from '@playwright/test'
import { DEVICE_TYPES, type DeviceInfo } from '@senca/contract'
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

test.describe('the demo home', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async () => {
    product = await startProduct()
    await product.startSimulator()
    owner = await ownerOf(product)
  })

  test.afterAll(async () => product.stop())

  test('is entered by one tap on the login page', async ({ page }) => {
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Log in to the demo home' }).click()
    await page.waitForURL('**/home')
    await expect(page.getByRole('article', { name: 'Front door' })).toBeVisible()
  })

  test('has every one of the nine kinds', async () => {
    const kinds = Object.values(await owner.devices()).map(({ devicetype }) => devicetype)
    expect([...new Set(kinds)].sort()).toEqual([...DEVICE_TYPES].sort())
  })

  test('a move that is waited for succeeds at rest, and a socket hears it travel', async () => {
    const shade = await owner.first('roller_shutter')
    const goal = (shade.state.position ?? 0) > 0.5 ? 20 : 80
    const socket = await owner.listen()
    const results = await owner.move([{ token: shade.id, command: 'move', position: goal }], true)
    expect(results).toEqual([expect.objectContaining({ status: 'success', device_ids: [shade.id] })])
    const states = socket.updatesOf(shade.id)
    socket.close()
    const positions = states.map(({ state }) => state.position ?? -1)
    const travelled = goal > 50 ? positions : positions.toReversed()
    expect(new Set(positions).size).toBeGreaterThanOrEqual(5)
    expect(travelled).toEqual(travelled.toSorted((a, b) => a - b))
    expect(states.slice(1, -1).map(({ state }) => state.status)).not.toContain('offline')
    expect(states.some(({ state }) => state.status === (goal > 50 ? 'closing' : 'opening'))).toBe(true)
    expect(states.at(-1)).toMatchObject({ state: { status: 'ready' } })
    expect(states.at(-1)?.state.position).toBeCloseTo(goal / 100, 1)
    const updates = states.map(({ totalStateUpdates }) => totalStateUpdates ?? 0)
    expect(updates).toEqual(updates.toSorted((a, b) => a - b))
  })

  test('without its hardware nothing moves', async () => {
    const shade = await owner.first('awning')
    await product.stopSimulator()
    await expect.poll(async () => (await owner.devices())[shade.id]?.connected).toBe(false)
    const results = await owner.move([{ token: shade.id, command: 'move', position: 70 }], true)
    expect(results).toEqual([expect.objectContaining({ status: 'error', error: 'device_offline' })])
    expect((await owner.devices())[shade.id]?.state.position).toBe(shade.state.position)
    await product.startSimulator()
  })

  for (const round of [1, 2, 3]) {
    test(`after kill -9 of the whole process tree in mid-move everything that was acknowledged is there, and all devices are online within 5 s (round ${round})`, async () => {
      owner = await ownerOf(product)
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
