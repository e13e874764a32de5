import { expect } from '@playwright/test'
import type { PushServiceDouble } from '@senca/server/testing/doubles/push-service.ts'
import { createMovedClock } from '@senca/server/testing/moved-clock.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import type { Product } from '#product/product.ts'
import {
  deliveryOf,
  type PushedBrowser,
  type PushedHome,
  startPushedBrowser,
  startPushedHome,
} from '#product/pushed-browser.ts'
import { test } from '#product/test.ts'

/** One for each test, in a scenario of its own. */
const AWNINGS = ['Terrace awning', 'Balcony awning']
/** What is not in its safe place by then is notified. */
const NOTIFIED_AFTER_MS = 155_000

const clock = createMovedClock()
let setMs = 0
let service: PushServiceDouble
let home: PushedHome
let product: Product
let owner: Client
let browser: PushedBrowser
let phone: string
let hookUrl: string

test.beforeAll(async () => {
  home = await startPushedHome(
    AWNINGS.map((name) => ({ name, type: 'awning' as const })),
    clock.environment,
  )
  ;({ service, product, owner } = home)
  const subscription = service.subscription()
  phone = subscription.name
  await owner.post('push/subscribe', subscription.json)
  await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
  const key = Object(await owner.post('hook/key', {}))
  hookUrl = `${product.url}${new URL(key.url).pathname}`
})
test.afterAll(async () => {
  await home.stop()
  clock.remove()
})
test.beforeEach(async ({ launchOptions }) => {
  browser = await startPushedBrowser(launchOptions, product)
  await expect(new HomePage(browser.page).cards.first()).toBeVisible()
})
test.afterEach(async () => browser.stop())

const measure = async (gust: number) => {
  const answer = await fetch(hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'weather', wind_gust: gust }),
  })
  expect(answer.status).toBe(200)
}

/** The wind rises while the motor of an awning refuses, and the phone shows that it is not in. The motor then obeys again. */
async function leaveOut(name: string, out = 40) {
  const { id } = await owner.named(name)
  const state = async () => (await owner.device(id)).state
  await owner.deleteAll('scenario')
  await measure(2)
  await owner.post('device/move', { commands: [{ token: id, command: 'move', position: out }], wait: true })
  await expect.poll(async () => (await state()).position).toBe(out / 100)
  await product.provoke(id, { fault: { kind: 'refuse', error: 'device_blocked' } })
  await owner.post('scenario/create', {
    name: `Wind: ${name}`,
    enabled: true,
    targets: [id],
    triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10, holdFor: 0 }],
    actions: [{ type: 'MoveSelfSecurity' }],
  })
  await measure(14.4)
  await expect.poll(async () => (await owner.device(id)).safety).not.toBeNull()
  const { tag } = await deliveryOf({ service, phone, browser }, `hold_failed:${id}`, async () => {
    setMs += NOTIFIED_AFTER_MS
    clock.set(setMs)
  })
  expect((await state()).position).toBe(out / 100)
  await product.provoke(id, { clear: true })
  const words = async () => (await browser.shown()).filter((each) => each.tag === tag)
  expect(await words()).toMatchObject([{ requireInteraction: true }])
  return { id, tag, state, words }
}

test('a shade that is not in its safe place is brought there by a press on its notification [PK16] [PK29]', async () => {
  const { tag, state, words } = await leaveOut('Terrace awning')
  await browser.press(tag, 'retry')
  expect(await words()).toMatchObject([{ body: 'Sent.' }])
  await expect.poll(async () => (await state()).position, { timeout: 120_000 }).toBe(0)
})

test('a shade that moves is stopped by a press on its notification [PK29]', async () => {
  const { id, tag, state, words } = await leaveOut('Balcony awning', 100)
  await owner.post('device/move', { commands: [{ token: id, command: 'move', position: 0 }], wait: false })
  await expect.poll(async () => (await state()).position, { intervals: [50] }).toBeLessThan(1)
  await browser.press(tag, 'stop')
  expect(await words()).toMatchObject([{ body: 'Sent.' }])
  await expect.poll(async () => (await product.inspect(id)).status).toBe('ready')
  expect((await product.inspect(id)).position).toBeGreaterThan(0)
})
