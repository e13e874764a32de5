import { expect } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import { ActivityPage } from '#pages/activity.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf } from '#pages/places.ts'
import type { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('the activity', () => {
  let product: Product
  let owner: Client
  let shade: DeviceInfo
  let door: DeviceInfo

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server))
    shade = await owner.first('roller_shutter')
    door = await owner.first('home_door')
  })

  test.beforeEach(async () => owner.refresh())
  test.afterAll(async () => product.stop())

  test('is listed on its page', async ({ page }) => {
    await test.step('shows who did what, by which way, and with what result, as it happens', async () => {
      await new EntrancePage(page).enter(product)
      const home = new HomePage(page)
      const start = await home.position(shade.name)
      const goal = start > 50 ? start - 6 : start + 6
      const box = await boxOf(home.slider(shade.name))
      const y = box.y + box.height / 2
      await page.mouse.move(box.x + (box.width * start) / 100, y)
      await page.mouse.down()
      await page.mouse.move(box.x + (box.width * goal) / 100, y, { steps: 4 })
      await page.mouse.up()
      await expect(home.card(shade.name)).toContainText(/Done in \d+\ss/, { timeout: 120_000 })
      const reached = await home.position(shade.name)

      await home
        .card(door.name)
        .getByRole('button', { name: /: Locked/ })
        .hover()
      await page.mouse.down()
      await expect.poll(async () => (await product.inspect(door.id)).motorLockState).not.toBe('locked')
      await page.mouse.up()

      await page.getByRole('link', { name: 'Activity' }).click()
      await expect(page).toHaveURL(/\/activity$/)
      await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
      const activity = new ActivityPage(page)
      // What was done in the usual time needs no word.
      await expect(
        activity.entry(shade.name, `Moved to ${reached}\u202f%`, 'You', /^(?!.*Done)/s),
      ).toHaveCount(1)
      await expect(activity.entry(door.name, 'Motor lock: unlocked', 'You', /^(?!.*Done)/s)).toHaveCount(1)
      await expect(activity.entry(door.name, 'Motor lock: locked', 'On its own')).toHaveCount(1, {
        timeout: 120_000,
      })

      // The list is updated while the page is open.
      await product.provoke(shade.id, { wallSwitch: reached > 50 ? 'open' : 'close' })
      await expect
        .poll(async () => Math.abs(((await product.inspect(shade.id)).position ?? -1) * 100 - reached))
        .toBeGreaterThan(5)
      await product.provoke(shade.id, { wallSwitch: 'stop' })
      await expect(activity.entry(shade.name, 'At the wall switch', /^(?!.*You)/)).toHaveCount(1, {
        timeout: 120_000,
      })
      await product.provoke(shade.id, { fault: { kind: 'refuse', error: 'device_busy', times: 1 } })
      await owner.move([{ token: shade.id, command: 'move', position: 0 }], false)
      await expect(activity.entry(shade.name, 'Open', 'Failed: The device is in motion')).toHaveCount(1, {
        timeout: 120_000,
      })

      await activity.filter().selectOption(door.name)
      await expect(activity.entry('Motor lock: unlocked')).toHaveCount(1)
      // Nobody is blamed for the relocking, neither the person who unlocked nor somebody at the door.
      await expect(activity.entry('Motor lock', 'You')).toHaveCount(1)
      await expect(activity.entry('At the door')).toHaveCount(0)
      await expect(activity.entry(shade.name)).toHaveCount(0)

      await page.goto(`${product.url}/deviceactivity?deviceId=${shade.id}`)
      await expect(activity.entry('At the wall switch')).toHaveCount(1)
      await expect(activity.entry('Motor lock')).toHaveCount(0)
      const file = await activity.download()
      // Spreadsheets read the file as UTF-8 because of its first character.
      expect(file.startsWith('\uFEFF')).toBe(true)
      const [header = '', ...rows] = file.slice(1).trimEnd().split('\r\n')
      expect(header).toMatch(/^time,device,device_id,origin,by,action,position_percent/)
      expect(rows.find((row) => row.includes(',move,') && row.includes(',success,'))).toContain(
        `,${shade.id},app,${product.account.email},move,${reached},`,
      )
      expect(rows.some((row) => row.includes(`,${shade.id},wall_switch,,moved,`))).toBe(true)
      expect(rows.some((row) => row.includes(',error,device_busy,'))).toBe(true)
      expect(rows.every((row) => row.includes(shade.id))).toBe(true)
    })

    await test.step('lists what one person did to many devices in one line, which opens', async () => {
      const names = ['Bedroom', 'Study', 'Kitchen', 'Terrace awning']
      const entries = names.map((deviceName, index) => ({
        id: String(900 - index),
        at: '2026-06-21T10:00:30.000Z',
        deviceId: `device-${index}`,
        deviceName,
        origin: 'app',
        by: product.account.email,
        action: 'settings',
        details: {},
        result: null,
      }))
      await page.route('**/activity/list*', (route) => route.fulfill({ json: { entries, more: false } }))
      await page.goto(`${product.url}/activity`)
      const activity = new ActivityPage(page)
      await expect(activity.entries).toHaveCount(1)
      await expect(activity.entry('Settings changed', '4 devices', 'You')).toHaveCount(1)
      expect((await boxOf(activity.entries.first())).height).toBeLessThan(64)
      await activity.entries.first().locator('summary').press('Enter')
      for (const name of names) await expect(activity.entry(name).last()).toBeVisible()
      await expect(activity.entries).toHaveCount(5)
    })
  })
})
