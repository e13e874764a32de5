import { expect, type Locator } from '@playwright/test'
import { LANGUAGE_CODES, LANGUAGES } from '@senca/contract'
import { EntrancePage } from '#pages/entrance.page.ts'
import { turnGallery } from '#pages/gallery-control.ts'
import { boxOf } from '#pages/places.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { bringSession } from '#product/launch.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** The share 0..1 of the width of a line that its text takes. */
async function shareOf(words: Locator, line: Locator): Promise<number> {
  return (await boxOf(words)).width / (await boxOf(line)).width
}

test.describe('lines with a key, on a phone', () => {
  let home: GuestHome

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server, [
      { name: 'Bedroom', type: 'roller_shutter' },
      { name: 'Living room', type: 'roller_shutter' },
      { name: 'Front door', type: 'home_door' },
      { name: 'Terrace lights', type: 'light', parts: ['light_1', 'light_2', 'light_1_dimmer'] },
    ])
    await home.links.call('freeze', { frozen: true })
  })
  test.afterAll(async () => home.product.stop())

  test('leave the words half of the width', { tag: '@all' }, async ({ page }) => {
    test.setTimeout(600_000)
    await new EntrancePage(page).bringSession(home.product)
    await page.route('**/device/move', (route) => route.abort())
    for (const language of LANGUAGE_CODES) {
      await test.step(`with the words of ${language}`, async () => {
        const t = textsIn(language)
        await page.goto(`${home.product.url}/home?lang=${language}`)
        const frozen = page.getByRole('link', { name: t('home.notice.frozen') })
        await expect(frozen).toBeVisible()
        expect.soft((await boxOf(frozen)).height).toBeLessThan(50)

        const card = page.getByRole('article', { name: 'Bedroom', exact: true })
        await card.getByRole('button', { name: t('card.close', { name: 'Bedroom' }), exact: true }).click()
        const failure = card.getByRole('alert')
        const words = failure.getByText(t('errors.network'))
        await expect(words).toBeVisible()
        expect.soft(await shareOf(words, failure)).toBeGreaterThan(0.5)
        for (const key of await failure.getByRole('button').all()) await key.click({ trial: true })
      })
    }
  })

  test('stay whole above the page of a device', { tag: '@all' }, async ({ context }) => {
    const retry = textsIn('en')('connection.retry')
    await context.routeWebSocket(/\/websocket$/, (socket) => socket.close())
    await bringSession(context, home.product.url, home.product.account)
    const pages = await Promise.all(
      [
        { name: 'Front door', path: 'doordeviceinfopage' },
        { name: 'Terrace lights', path: 'device' },
        { name: 'Living room', path: 'device' },
      ].map(async ({ name, path }) => {
        const page = await context.newPage()
        await page.goto(`${home.product.url}/${path}?deviceId=${home.idOf(name)}`)
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await page.waitForResponse(/\/device\/info/)
        return page
      }),
    )
    await context.setOffline(true)
    for (const page of pages) {
      const key = page.getByRole('button', { name: retry, exact: true })
      await key.click({ trial: true, timeout: 120_000 })
      for (const size of [
        { width: 1280, height: 800 },
        { width: 844, height: 390 },
      ]) {
        await page.setViewportSize(size)
        // Nothing covers the button or the back button.
        await key.click({ trial: true, timeout: 120_000 })
        await page
          .getByRole('main')
          .getByRole('button', { name: textsIn('en')('header.back') })
          .click({ trial: true })
      }
    }
  })
})

test('the settings of a door have rows of two lines at most on a phone', { tag: '@all' }, async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery.url}screens.html?screen=settings&state=door`)
  for (const language of LANGUAGE_CODES) {
    await test.step(`with the words of ${language}`, async () => {
      await turnGallery(page, { language })
      const rows = page.getByRole('main').getByRole('listitem')
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES[language].tag)
      await expect(rows.first()).toBeVisible()
      for (const row of await rows.all()) {
        expect.soft((await boxOf(row)).height, await row.innerText()).toBeLessThan(80)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })
  }
})
