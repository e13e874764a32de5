import { expect, type Page } from '@playwright/test'
import { phonesSchema } from '@senca/contract/push'
import type { PushServiceDouble } from '@senca/server/testing/doubles/push-service.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import type { Product } from '#product/product.ts'
import {
  type PushedBrowser,
  type PushedHome,
  startPushedBrowser,
  startPushedHome,
} from '#product/pushed-browser.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'
import { expectNoViolationInAnyView } from '#product/views.ts'

const t = textsIn('en')
let service: PushServiceDouble
let home: PushedHome
let product: Product
let owner: Client
let browser: PushedBrowser
let page: Page

test.beforeAll(async () => {
  home = await startPushedHome([
    { name: 'Living room', type: 'roller_shutter' },
    { name: 'Front door', type: 'home_door' },
  ])
  ;({ service, product, owner } = home)
})
test.afterAll(async () => {
  await home.stop()
})
test.beforeEach(async ({ launchOptions }) => {
  browser = await startPushedBrowser(launchOptions, product)
  ;({ page } = browser)
  await expect(new HomePage(page).cards.first()).toBeVisible()
})
test.afterEach(async () => browser.stop())

const SUBSCRIPTION = 'test.subscription'

/** The browser lost its subscription, and gets no other one while `SUBSCRIPTION` is not set. */
async function lose(): Promise<void> {
  await page.addInitScript((key) => {
    let own: object | null = null
    PushManager.prototype.getSubscription = async () =>
      Object(own).endpoint === undefined ? null : Object(own)
    PushManager.prototype.subscribe = async (options) => {
      const given = localStorage.getItem(key)
      if (given === null) throw new DOMException('no push service', 'AbortError')
      const json = JSON.parse(given)
      own = { endpoint: json.endpoint, options, toJSON: () => json, unsubscribe: async () => true }
      return Object(own)
    }
  }, SUBSCRIPTION)
  await page.evaluate(() => localStorage.setItem('senca.endpoint', 'hash-of-an-endpoint'))
  await page.reload()
  await expect(page.getByText(t('phones.lost'))).toBeVisible()
}

const phones = async () => {
  const { body } = await owner.call('GET', '/api/v1/push/list', { bearer: true })
  return phonesSchema.parse(body)
}

test('a browser that lost its notifications says so on the home, and a tap turns them on again [PK34]', async () => {
  await lose()
  await expectNoViolationInAnyView(page, 'the line of a lost phone')
  const again = page.getByRole('button', { name: t('phones.turnOnAgain') })
  // The browser still has no push service: the line stays, and nothing is sent.
  await again.click()
  await expect(again).toBeEnabled()
  await expect(page.getByText(t('phones.lost'))).toBeVisible()
  expect(await phones()).toEqual([])
  const { name, json } = service.subscription()
  await page.evaluate(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [SUBSCRIPTION, JSON.stringify(json)],
  )
  await again.click()
  await expect(page.getByText(t('phones.lost'))).toHaveCount(0)
  const [phone] = await phones()
  await owner.post('push/test', { id: phone?.id })
  await expect.poll(() => service.of(name).length).toBe(1)
})

test('notifications that were lost can be left off, also at the next start [PK34]', async () => {
  await lose()
  await page.getByRole('button', { name: t('phones.leaveOff') }).click()
  await expect(page.getByText(t('phones.lost'))).toHaveCount(0)
  await page.reload()
  await expect(new HomePage(page).cards.first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(t('phones.lost'))).toHaveCount(0)
})

test('is shown in its place on a phone and on a desk', { tag: '@all' }, async () => {
  await lose()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await expect(page.getByText(t('phones.lost'))).toBeInViewport()
      await page.screenshot({ path: test.info().outputPath(`lost-${width}-${colorScheme}.png`) })
    }
})
