import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const t = textsIn('en')
let product: Product

test.beforeAll(async ({ server }) => {
  ;({ product } = await startHome(server, 3, [], [{ name: 'Living room', type: 'roller_shutter' }]))
})
test.afterAll(async () => product.stop())

/** The offer of Chromium, which it does not make in tests. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const prompt = () => document.documentElement.setAttribute('data-asked', 'yes')
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })

const yesterday = JSON.stringify({ firstDay: '2001-1-1', closedAt: null })

test('the home offers to install the app from the second day on, and is silent for long when that is closed [PK2]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await new EntrancePage(page).enter(product)
  await expect(new HomePage(page).cards.first()).toBeVisible()
  const hint = page.getByText(t('install.hint'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('senca.install'))).not.toBeNull()
  await offer(page)
  await expect(hint).toHaveCount(0)
  await page.evaluate((kept) => localStorage.setItem('senca.install', kept), yesterday)
  await page.reload()
  await expect(new HomePage(page).cards.first()).toBeVisible()
  await offer(page)
  await expect(hint).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('hint.png') })
  await page.getByRole('button', { name: t('install.action') }).click()
  const dialog = page.getByRole('dialog', { name: t('install.title') })
  await dialog.getByRole('button', { name: t('install.action') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes')
  await offer(page)
  await page.getByRole('button', { name: t('install.later') }).click()
  await expect(hint).toHaveCount(0)
  await page.reload()
  await expect(new HomePage(page).cards.first()).toBeVisible()
  await offer(page)
  await page.goto(`${product.url}/menu`)
  await offer(page)
  await expect(page.getByRole('button', { name: t('install.title') })).toBeVisible()
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
  })

  test('the menu has the three steps, and says that one logs in once more [PK2]', async ({ page }) => {
    await new EntrancePage(page).bringSession(product)
    await page.goto(`${product.url}/menu`)
    await page.getByRole('button', { name: t('install.title') }).click()
    const dialog = page.getByRole('dialog', { name: t('install.title') })
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expect(dialog).toContainText(t('install.ios.again'))
    await page.screenshot({ path: test.info().outputPath('ios.png') })
  })
})
