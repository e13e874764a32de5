import { expect, type Page } from '@playwright/test'
import { GuestPage } from '#pages/guest.page.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

test.describe('a guest page that misses', () => {
  let home: GuestHome
  let token: string
  const t = textsIn('en')

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
    token = await home.share(['Living room'], { name: 'Holidays' })
  })
  test.afterAll(async () => home.product.stop())

  const open = async (page: Page): Promise<GuestPage> => {
    const guest = new GuestPage(page, home.product.url, t)
    await guest.open(token)
    await expect(guest.heading('Holidays')).toBeVisible()
    return guest
  }
  const menu = (page: Page) => page.getByRole('button', { name: t('header.openMenu') })
  const reload = (page: Page) => page.getByRole('button', { name: t('crash.action') })

  test('a file that it needs', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('the file of one of its parts', async () => {
      const guest = await open(page)

      await test.step('the file of one screen keeps its header, says so, and has it after a reload', async () => {
        await page.route(/\/assets\/device-screen-/, (route) => route.abort())
        await guest.card('Living room').getByRole('link', { name: 'Living room' }).click()
        await expect(page.getByRole('alert')).toContainText(t('crash.title'))
        await expect(menu(page)).toBeVisible()

        await page.goBack()
        await expect(guest.heading('Holidays')).toBeVisible()
        await page.goForward()
        await expect(page.getByRole('alert')).toContainText(t('crash.title'))

        const pages = /\/device-link\/device/
        await page.route(pages, (route) => route.abort())
        await reload(page).click()
        await expect(page.getByText(t('errors.network'))).toBeVisible()
        await page.unroute(pages)
        await page.unroute(/\/assets\/device-screen-/)
        await page.getByRole('button', { name: t('life.retry') }).click()
        await expect(page.getByRole('slider').first()).toBeVisible()
      })

      await test.step('the file of its menu keeps the devices, and opens the menu once it comes', async () => {
        await page.goBack()
        await expect(guest.heading('Holidays')).toBeVisible()
        await page.setViewportSize({ width: 390, height: 844 })
        await page.route(/\/assets\/menu-sheet-/, (route) => route.abort())
        await menu(page).click()
        await expect(page.getByRole('alert')).toHaveText(t('errors.network'))
        await expect(guest.card('Living room')).toBeVisible()

        await guest.card('Living room').getByRole('link', { name: 'Living room' }).click()
        await expect(page.getByRole('alert')).toHaveText(t('errors.network'))
        // Nothing covers the back button.
        await page.getByRole('button', { name: t('header.back') }).click({ timeout: 120_000 })
        await expect(guest.heading('Holidays')).toBeVisible()
      })
    })

    await test.step('what its language needs', async () => {
      await test.step('the file of its first screen says so in its language', async () => {
        await page.route(/\/assets\/list-screen-/, (route) => route.abort())
        await page.goto(`${home.product.url}/device-link?token=${token}&lang=sl`)
        await expect(page.getByRole('alert')).toContainText(textsIn('sl')('crash.title'))
        await page.unrouteAll()
      })

      await test.step('the texts of its language is in English', async () => {
        await page.route(/\/assets\/sl-/, (route) => route.abort())
        await page.goto(`${home.product.url}/device-link?token=${token}&lang=sl`)
        await expect(page.getByRole('heading', { name: 'Holidays' })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', 'en')
        await expect(page.getByText(t('guest.unlimited'))).toBeVisible()
        await page.unrouteAll()
      })

      await test.step('the texts of any language says so, and is there after a reload', async () => {
        await page.route(/\/assets\/(sl|en)-/, (route) => route.abort())
        await page.goto(`${home.product.url}/device-link?token=${token}&lang=sl`)
        await expect(page.getByRole('alert')).toContainText(t('crash.title'))
        await page.unroute(/\/assets\/(sl|en)-/)
        await reload(page).click()
        await expect(page.getByRole('heading', { name: 'Holidays' })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', 'sl')
      })
    })
  })

  test('the storage of its browser is shown anyway', { tag: '@all' }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
    })
    await open(page)
  })
})
