import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf } from '#pages/places.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const LANGUAGES = ['en', 'de', 'rs_cyrl'] as const
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('an empty home', () => {
  let empty: Home

  test.beforeAll(async ({ server }) => {
    empty = await startHome(server, 1, [], [])
  })
  test.afterAll(async () => empty.product.stop())

  test('has its headline in one line and its action in view on a phone on its side', { tag: '@all' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await new EntrancePage(page).bringSession(empty.product)
    for (const language of LANGUAGES) {
      await test.step(`with the words of ${language}`, async () => {
        await page.goto(`${empty.product.url}/home?lang=${language}`)
        const action = page.getByRole('link', { name: textsIn(language)('home.addDevice') })
        await expect(action).toBeInViewport({ ratio: 1 })
        expect((await boxOf(title(page))).height).toBeLessThan(32)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844)
      })
    }
  })
})

test.describe('the home', () => {
  let home: GuestHome

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
    await home.product.provoke(home.idOf('Front door'), { door: 'open' })
    await home.product.provoke(home.idOf('Kitchen'), { fault: { kind: 'lost_link' } })
  })
  test.afterAll(async () => home.product.stop())

  async function open(page: Page, language: string) {
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/home?lang=${language}`)
    await expect(new HomePage(page).card('Study')).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link').nth(1)).toBeVisible()
  }

  /** Expects that the buttons for the whole home are visible without scrolling, and that the page does not scroll sideways. */
  async function expectKeysInView(page: Page, language: (typeof LANGUAGES)[number]) {
    const t = textsIn(language)
    for (const key of ['home.whole.open', 'home.whole.stop', 'home.whole.close'] as const)
      await expect(page.getByRole('button', { name: t(key), exact: true })).toBeInViewport({ ratio: 1 })
    const { width } = page.viewportSize() ?? { width: 0 }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }

  for (const language of LANGUAGES) {
    test(`has what matters in view, with the words of ${language}`, {
      tag: language === 'de' ? [] : '@all',
    }, async ({ page }) => {
      await page.setViewportSize({ width: 844, height: 390 })
      await open(page, language)
      await test.step('has its headline in one line on a phone on its side', async () => {
        expect((await boxOf(title(page))).height).toBeLessThan(32)
        await expectKeysInView(page, language)
        await expect(new HomePage(page).cards.first()).toBeInViewport()
      })

      await page.setViewportSize({ width: 320, height: 568 })
      await test.step('has one line of header and its main keys in view on the smallest phone', async () => {
        const header = page.getByRole('banner')
        expect((await boxOf(header)).height).toBeLessThanOrEqual(64)
        await expectKeysInView(page, language)
      })

      await page.setViewportSize({ width: 640, height: 400 })
      await test.step('is readable at twice the size', async () => {
        await expect(title(page)).toBeInViewport({ ratio: 1 })
        const size = await title(page).evaluate((element) =>
          Number.parseFloat(getComputedStyle(element).fontSize),
        )
        expect(size).toBeGreaterThanOrEqual(20)
        const isCut = await title(page).evaluate((element) => element.scrollWidth > element.clientWidth)
        expect(isCut).toBe(false)
        await expectKeysInView(page, language)
      })
    })
  }

  test('uses a wide screen', { tag: '@all' }, async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 1080 })
    await open(page, 'en')
    for (const width of [2560, 1600, 1920]) {
      await test.step(`has four to six cards in a row at ${width}, and the header on the edges of what is below`, async () => {
        await page.setViewportSize({ width, height: 1080 })
        const boxes = await Promise.all((await new HomePage(page).cards.all()).map((card) => boxOf(card)))
        const row = boxes.filter(({ y }) => y === boxes[0]?.y)
        expect(row.length).toBeGreaterThanOrEqual(4)
        expect(row.length).toBeLessThanOrEqual(6)

        const logo = await boxOf(page.getByRole('banner').getByRole('link').first())
        expect(Math.abs(logo.x - (await boxOf(title(page))).x)).toBeLessThanOrEqual(2)
        const menu = await boxOf(page.getByRole('link', { name: 'Menu' }))
        const more = await boxOf(page.getByRole('button', { name: 'More', exact: true }))
        expect(Math.abs(menu.x + menu.width - (more.x + more.width))).toBeLessThanOrEqual(12)
      })
    }

    await test.step('has its name at the same place before its scripts come', async () => {
      const name = await boxOf(page.getByRole('banner').getByText('Senca', { exact: true }))
      await page.route('**/*.js', (route) => route.abort())
      await page.reload({ waitUntil: 'domcontentloaded' })
      const first = await boxOf(page.getByText('Senca', { exact: true }))
      expect(Math.abs(first.x - name.x)).toBeLessThanOrEqual(1)
      expect(Math.abs(first.y - name.y)).toBeLessThanOrEqual(1)
    })
  })
})
