import { expect, test } from '@playwright/test'
import { DEVICE_TYPES } from '@senca/contract'
import type { Client } from '#product/client.ts'
import { ownerOf } from '#product/home.ts'
import { type Product, startProduct } from '#product/product.ts'

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
  })
})
