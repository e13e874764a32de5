import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { SettingsPage } from '#pages/settings.page.ts'
import type { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

test.describe('from page to page', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(
      server,
      3,
      [],
      [
        { name: 'Living room', type: 'roller_shutter' },
        { name: 'Front door', type: 'home_door' },
        { name: 'Terrace lights', type: 'light', parts: ['light_1', 'light_2', 'light_1_dimmer'] },
      ],
    ))
  })

  test.afterAll(async () => product.stop())

  const heading = (page: Page) => page.getByRole('heading', { level: 1 })

  test('the focus is where a person goes', async ({ page }) => {
    await test.step('the focus goes to the heading, and the title names the page', async () => {
      await new EntrancePage(page).enter(product)
      await expect(heading(page)).toBeVisible()
      await expect(page.locator('body')).toBeFocused()
      await expect(page).toHaveTitle('Home · Senca')

      await page.getByRole('main').getByRole('link', { name: 'Activity' }).click()
      await expect(heading(page)).toHaveText('Activity')
      await expect(heading(page)).toBeFocused()
      await expect(page).toHaveTitle('Activity · Senca')

      await page.goBack()
      await expect(page).toHaveTitle('Home · Senca')
      await expect(heading(page)).toBeFocused()
      await page.goForward()
      await expect(heading(page)).toHaveText('Activity')
      await expect(heading(page)).toBeFocused()

      const door = await owner.first('home_door')
      await page.getByRole('link', { name: 'Senca' }).click()
      await page.getByRole('link', { name: door.name, exact: true }).click()
      await expect(heading(page)).toHaveText(door.name)
      await expect(heading(page)).toBeFocused()
    })

    await test.step('the menu has the focus also where it is opened from the page of a device', async () => {
      await page.getByRole('link', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
      // The sheet has stopped moving, and the page below it does not change any more.
      await page
        .getByRole('dialog')
        .evaluate((sheet) =>
          Promise.all(sheet.getAnimations({ subtree: true }).map(({ finished }) => finished)),
        )
      await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
    })

    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Senca' }).click()
    await test.step('the menu keeps the focus to itself and gives it back', async () => {
      const menu = page.getByRole('link', { name: 'Menu' })
      await menu.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(menu).toBeFocused()
    })
  })

  test('back from where a device was deleted leads home, also after a reload', async ({ page }) => {
    const { id, name } = await owner.first('light')
    const settings = new SettingsPage(page, product)
    await settings.enter(id)
    await page.goto(`${product.url}/device?deviceId=${id}`)
    await page.getByRole('link', { name: /settings/i }).click()
    await settings.ask('Delete device')
    await settings.press('Delete')
    await expect(page.getByText(`${name} deleted`)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/home$/)
    await expect(heading(page)).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByText('This device is not in your home')).toHaveCount(0)
  })

  test('a link that leads only to this computer says so where it is shared', async ({ page }) => {
    await new EntrancePage(page).bringSession(product)
    const { id } = await owner.first('roller_shutter')
    await new OwnerLinks(owner).make({ devices: [id], name: 'Neighbor' })
    await page.goto(`${product.url}/links`)
    await page.getByRole('button', { name: 'Show Neighbor as a QR code' }).click()
    await expect(page.getByRole('dialog')).toContainText('This link works only on this computer.')
  })
})
