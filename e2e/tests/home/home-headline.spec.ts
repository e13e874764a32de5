import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf } from '#pages/places.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { test } from '#product/test.ts'

const notices = (page: Page) => page.getByRole('list', { name: 'Needs attention' }).getByRole('link')

test.describe('the headline of the home', () => {
  let home: GuestHome

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
    const { product, owner } = home
    await product.provoke(home.idOf('Front door'), { door: 'open' })
    await product.provoke(home.idOf('Garage door'), { fault: { kind: 'jam', lock: 'motor' } })
    await owner.move([{ token: home.idOf('Garage door'), command: 'unlock', lockType: 'motor' }], true)
    await product.provoke(home.idOf('Living room'), { fault: { kind: 'lost_position' } })
    await product.provoke(home.idOf('Kitchen'), { fault: { kind: 'lost_link' } })
    await home.links.call('freeze', { frozen: true })
  })
  test.afterAll(async () => home.product.stop())

  const begin = async (page: Page) => {
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).card('Study')).toBeVisible()
  }

  test('says what needs attention, leads there, and shows only that', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('says what needs attention, and leads there', async () => {
      await begin(page)
      await test.step('says first what needs attention', async () => {
        await expect(notices(page)).toHaveText([
          '1 door open',
          '1 lock jammed',
          '1 device offline',
          '1 unconfirmed state',
          'Sharing paused',
        ])
        const headline = page.getByRole('heading', { level: 1 })
        await expect(headline).toContainText(/^Front door open, /)
        await expect(headline.getByText('Front door open,', { exact: true })).toHaveAttribute(
          'data-open',
          'true',
        )
        // What is unknown is counted by the notices alone.
        await expect(headline).not.toContainText(/offline|in the light|not heard from/)
      })

      await test.step('that sharing is frozen leads to where it is lifted', async () => {
        await page.getByRole('link', { name: 'Sharing paused' }).click()
        await expect(page).toHaveURL(/\/access$/)
        await expect(page.getByRole('button', { name: 'Resume sharing' })).toBeVisible()
      })

      await page.goBack()
      await test.step('each leads to the devices that it is about, and back', async () => {
        const cards = new HomePage(page).cards
        await expect(cards).toHaveCount(13)
        await page.getByRole('link', { name: '1 door open' }).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: 'Only open doors' })).toBeVisible()
        await expect(cards).toHaveCount(1)
        await expect(new HomePage(page).card('Front door')).toBeVisible()
        await page.reload()
        await expect(cards).toHaveCount(1)

        await page.getByRole('link', { name: '1 device offline' }).click()
        await expect(new HomePage(page).card('Kitchen')).toBeVisible()
        await expect(cards).toHaveCount(1)
        await page.goBack()
        await expect(new HomePage(page).card('Front door')).toBeVisible()
        await page.getByRole('link', { name: 'Show all' }).click()
        await expect(cards).toHaveCount(13)
        await page.goBack()
        await expect(cards).toHaveCount(1)
      })
    })

    await test.step('shows only what needs attention', async () => {
      await begin(page)
      await test.step('stays behind the menu as it was', async () => {
        await page.getByRole('link', { name: '1 door open' }).click()
        await new HomePage(page).openMenu()
        await expect(page).toHaveURL(/\/menu\?show=doorOpen$/)
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page).toHaveURL(/\/home\?show=doorOpen$/)
        await expect(new HomePage(page).cards).toHaveCount(1)
      })

      await test.step('a device that needs attention no longer leaves what is shown', async () => {
        await expect(new HomePage(page).cards).toHaveCount(1)
        await home.product.provoke(home.idOf('Front door'), { door: 'close' })
        await expect(new HomePage(page).cards).toHaveCount(0)
        await expect(page.getByText('None left.')).toBeVisible()
        await home.product.provoke(home.idOf('Front door'), { door: 'open' })
        await expect(new HomePage(page).cards).toHaveCount(1)
      })

      await page.getByRole('link', { name: 'Show all' }).click()
      await test.step('is readable on a phone', async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        for (const notice of await notices(page).all()) {
          await notice.scrollIntoViewIfNeeded()
          await expect(notice).toBeInViewport({ ratio: 0.99 })
          const { x, width, height } = await boxOf(notice)
          expect(x + width).toBeLessThanOrEqual(390)
          expect(height).toBeGreaterThanOrEqual(44)
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        await page.getByRole('link', { name: '1 door open' }).click()
        await expect(new HomePage(page).cards).toHaveCount(1)
      })
    })
  })
})
