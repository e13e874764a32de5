import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Furniture, type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const FURNITURE: readonly Furniture[] = [
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'Front door', type: 'home_door' },
]

test.describe('notifications', () => {
  let home: Home

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 9, [], FURNITURE)
  })
  test.afterAll(async () => home.product.stop())

  test('are counted at the bell, stay as a bar if they must not be missed, and are seen in the list [PK20]', async ({
    page,
  }) => {
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/home`)
    const bell = page.getByRole('link', { name: /^Notifications/ })
    await expect(bell).toBeVisible()
    const top = await page.getByRole('article').first().boundingBox()
    await home.owner.post('security/alarm', { source: 'smoke', on: true })
    await test.step('on the page that is open', async () => {
      await expect(bell).toHaveAccessibleName('Notifications, new: 1')
      await expect(page.getByRole('status').filter({ hasText: 'Smoke alarm' })).toBeVisible()
    })
    await test.step('in the list, for a second in view', async () => {
      await bell.click()
      await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: 'Smoke alarm' })).toBeVisible()
      await expect(bell).toHaveAccessibleName('Notifications')
    })
    await test.step('and move nothing of the home any more', async () => {
      await page.goto(`${home.product.url}/home`)
      await expect(page.getByText('Smoke alarm')).toBeHidden()
      expect((await page.getByRole('article').first().boundingBox())?.y).toBe(top?.y)
    })
  })

  test.describe('of a home far away', () => {
    test.use({ timezoneId: 'Asia/Kolkata' })
    test('say the time of the home in their words and beside them, with its zone [PK18]', async ({
      page,
    }) => {
      await home.owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
      await home.owner.post('security/alarm', { source: 'break_in', on: true })
      await new EntrancePage(page).bringSession(home.product)
      await page.goto(`${home.product.url}/notifications`)
      const row = page.getByRole('listitem').filter({ hasText: 'Break-in alarm' })
      const time = (await row.locator('time').textContent()) ?? ''
      expect(time).toMatch(/^\d\d:\d\d (CET|CEST|GMT[+]\d)$/)
      await expect(row).toContainText(`Since ${time.slice(0, 5)}`)
      await home.owner.post('security/alarm', { source: 'break_in', on: false })
      // It has been in view for a second, so that no bar of it stays on other pages.
      await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    })
  })

  test('are chosen by kind and for a door, at once [PK17]', async ({ page }) => {
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/notifications`)
    await page.getByRole('link', { name: 'What you are notified of' }).first().click()
    const mail = page.getByRole('checkbox', { name: 'Door left open, by e-mail' })
    await expect(mail).not.toBeChecked()
    await mail.click()
    await page.getByRole('combobox', { name: 'Door open for' }).selectOption({ label: '5 minutes' })
    await expect(page.getByRole('combobox', { name: 'Door open for' })).toHaveValue('5')
    await expect(page.getByRole('checkbox', { name: 'Account security, by e-mail' })).toBeDisabled()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Door left open, by e-mail' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Door open for' })).toHaveValue('5')
  })

  test('of all kinds are on a page of at most three screens of a phone [PK17]', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/notifications/choices`)
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * 844)
  })
})
