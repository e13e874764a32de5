import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import type { WebProxy } from '#product/doubles/web-proxy.ts'
import { startHome } from '#product/home.ts'
import { keptHome, test } from '#product/lasting-browser.ts'
import type { Product } from '#product/product.ts'
import { textsIn } from '#product/texts.ts'

/** What a phone shows from one moment to the next, as rows of pictures that somebody looks at: `.cache/e2e/…/NAME-THEME.png`. */
const t = textsIn('en')
const PHONE = { width: 390, height: 844 }
const GAP = 16
const TWO_HOURS_MS = 2 * 3_600_000

let product: Product
let owner: Client
let page: Page
let webProxy: WebProxy
let frames: string[]

test.beforeAll(async ({ server }) => {
  ;({ product, owner } = await startHome(server, 1))
})
test.afterAll(async () => product.stop())
test.beforeEach(({ page: opened, webProxy: way }) => {
  frames = []
  page = opened
  webProxy = way
})

const keep = () => new EntrancePage(page).keepHome({ url: webProxy.url, account: product.account })

/** Takes the next picture of the row: what a page has come to, live or without a connection. */
async function take(connection: 'live' | 'none' | 'no home' = 'live'): Promise<void> {
  if (connection === 'none')
    await expect(page.getByText(/^(No connection\.|Needs a connection)/).first()).toBeVisible()
  if (connection === 'live') await expect(page.getByText(/^As of \d|^last known/)).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"], [data-painted="false"]')).toHaveCount(0)
  frames.push((await page.screenshot()).toString('base64'))
}

/** Writes the pictures that were taken, side by side. */
async function write(name: string): Promise<void> {
  const sheet = await page.context().newPage()
  await sheet.setViewportSize({
    width: frames.length * (PHONE.width + GAP) + GAP,
    height: PHONE.height + 2 * GAP,
  })
  const pictures = frames.map((png) => `<img src="data:image/png;base64,${png}">`).join('')
  await sheet.setContent(
    `<body style="margin:${GAP}px;display:flex;gap:${GAP}px;background:#777">${pictures}</body>`,
  )
  await sheet.screenshot({ path: test.info().outputPath(`${name}.png`) })
  await sheet.close()
  expect(frames.length).toBeGreaterThan(2)
}

for (const theme of ['light', 'dark'] as const)
  test.describe(theme, { tag: '@all' }, () => {
    test.beforeEach(async () => page.emulateMedia({ colorScheme: theme }))

    test('a home in a plane: live, as it was, a device, live again [PK12] [PK13] [PK14]', async () => {
      await keep()
      const home = new HomePage(page)
      const shade = await owner.first('roller_shutter')
      await owner.move([{ token: shade.id, command: 'move', position: 0 }], true)
      await owner.move([{ token: shade.id, command: 'move', position: 100 }], false)
      await expect.poll(() => keptHome(page)).toContain('"closing"')
      await take()
      await webProxy.stop()
      await page.clock.setSystemTime(Date.now() + TWO_HOURS_MS)
      await page.goto(`${webProxy.url}/home`)
      await expect(home.connection).toContainText(/2 h/)
      await take('none')
      await page.goto(`${webProxy.url}/device?deviceId=${shade.id}`)
      await expect(page.getByRole('heading', { name: shade.name })).toBeVisible()
      await take('none')
      const door = await owner.first('home_door')
      await page.goto(`${webProxy.url}/device?deviceId=${door.id}`)
      await expect(page.getByRole('heading', { name: door.name })).toBeVisible()
      await take('none')
      await page.goto(`${webProxy.url}/scenarios`)
      await take('none')
      await page.goto(`${webProxy.url}/notifications`)
      await take('none')
      await page.goto(`${webProxy.url}/people`)
      await take('none')
      await webProxy.start()
      await page.clock.setSystemTime(Date.now())
      await page.goto(`${webProxy.url}/home`)
      await expect(home.connection).toHaveCount(0)
      await take()
      await write(`plane-${theme}`)
    })

    test('a log out in a plane: the menu, the question, nothing left, the next contact [PK5]', async () => {
      await keep()
      await webProxy.stop()
      await page.goto(`${webProxy.url}/menu`)
      const remove = page.getByRole('button', { name: t('accountMenu.removeHere') })
      await remove.scrollIntoViewIfNeeded()
      await take('no home')
      await remove.click()
      const question = page.getByRole('dialog', { name: t('accountMenu.removeHereAsk') })
      await expect(question).toBeVisible()
      await take('no home')
      await question.getByRole('button', { name: t('accountMenu.removeHere') }).click()
      await expect(new EntrancePage(page).logIn).toBeVisible()
      await take('no home')
      await page.goto(`${webProxy.url}/home`)
      await take('no home')
      await webProxy.start()
      await page.goto(`${webProxy.url}/home`)
      await expect(new EntrancePage(page).logIn).toBeVisible()
      await take('no home')
      await write(`log-out-${theme}`)
    })

    test('an upgrade of the server with an open page: the message, a page of the old build, the new build [PK7]', async () => {
      await keep()
      await page.reload()
      await expect(new HomePage(page).cards.first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page.keyboard.press('Shift')
      await take()
      webProxy.show({ id: 'build-of-tomorrow', at: '2999-01-01T00:00:00.000Z', gone: 'activity-screen' })
      await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
      await expect(page.getByText(t('page.newVersion'))).toBeVisible()
      await take()
      await page
        .getByRole('link', { name: t('home.activity') })
        .first()
        .click()
      await expect(page.getByRole('heading', { name: t('home.activity') }).first()).toBeVisible()
      await take()
      await page.getByRole('button', { name: t('crash.action') }).click()
      await expect(page.getByText(t('page.newVersion'))).toHaveCount(0)
      await page.goto(`${webProxy.url}/home`)
      await expect(new HomePage(page).cards.first()).toBeVisible()
      await take()
      await write(`upgrade-${theme}`)
    })
  })
