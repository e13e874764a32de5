import { expect } from '@playwright/test'
import { ControlPage } from '#pages/control.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { SettingsPage } from '#pages/settings.page.ts'
import type { Client } from '#product/client.ts'
import { type Furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const FURNITURE: readonly Furniture[] = [
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'Study', type: 'venetian_blind' },
  { name: 'Hallway light', type: 'light', parts: ['light_1', 'light_1_dimmer'] },
]

test.describe('a device on an open page', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 3, [], FURNITURE))
  })

  test.afterAll(async () => product.stop())

  test('follows its own commands, and is removed from every screen', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('its own second command does not count as somebody else’s', async () => {
      const { id } = await owner.named('Bedroom')
      await new EntrancePage(page).bringSession(product)
      const control = new ControlPage(page)
      await control.open(product.url, id)
      for (let tap = 0; tap < 9; tap += 1) {
        const [key, doing] = tap % 2 === 0 ? (['Close', 'Closing'] as const) : (['Open', 'Opening'] as const)
        await control.key(key).click()
        // The test waits for the first taps to be accepted; the others follow at once.
        if (tap < 4) await expect(page.getByText(doing, { exact: true }).first()).toBeVisible()
        await expect(page.getByText(/somebody else/)).toHaveCount(0)
      }
      await control.key('Open').click()
      await expect(page.getByRole('main').getByText(/^Done in/)).toBeVisible({ timeout: 120_000 })
      await expect(control.alert).toBeEmpty()
    })

    await test.step('removed elsewhere it disappears from every screen, with its open question', async () => {
      const { id } = await owner.named('Study')
      const settings = new SettingsPage(page, product)
      await settings.enter(id)
      await settings.openHardware()
      await settings.ask('Restart device')
      const others = await Promise.all(
        ['device', 'devicefavouritepage'].map(async (path) => {
          const other = await page.context().newPage()
          await other.goto(`${product.url}/${path}?deviceId=${id}`)
          await other
            .getByRole('heading', { name: /Study|Favorite/ })
            .first()
            .waitFor()
          return other
        }),
      )
      await owner.call('DELETE', `/api/v1/device/delete?devicetoken=${id}`, { bearer: true })
      for (const each of [page, ...others]) {
        await expect(each.getByText('This device is not in your home')).toBeVisible()
        await expect(each.getByRole('dialog')).toHaveCount(0)
      }
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await others[1]?.getByRole('link', { name: 'Go to home' }).click()
      await expect(others[1] ?? page).toHaveURL(/\/home$/)
    })

    await test.step('removed here it leads home, with its message and the focus', async () => {
      const { id } = await owner.named('Hallway light')
      const settings = new SettingsPage(page, product)
      await new EntrancePage(page).bringSession(product)
      await page.goto(`${product.url}/device?deviceId=${id}`)
      await page.getByRole('link', { name: /settings/i }).click()
      await settings.ask('Delete device')
      await settings.press('Delete')
      await expect(page).toHaveURL(/\/home$/)
      await expect(page.getByText(/Hallway light deleted/)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
  })
})
