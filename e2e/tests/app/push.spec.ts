import { expect, type Page } from '@playwright/test'
import { HomePage } from '#pages/home.page.ts'
import { startHome } from '#product/home.ts'
import { keptHome } from '#product/lasting-browser.ts'
import type { Product } from '#product/product.ts'
import { markOf, type PushedBrowser, startPushedBrowser } from '#product/pushed-browser.ts'
import { test } from '#product/test.ts'

let product: Product
let browser: PushedBrowser
let page: Page
test.beforeAll(async ({ server }) => {
  ;({ product } = await startHome(server, 1, [], [{ name: 'Living room', type: 'roller_shutter' }]))
})
test.afterAll(async () => product.stop())

test.beforeEach(async ({ launchOptions }) => {
  browser = await startPushedBrowser(launchOptions, product)
  ;({ page } = browser)
  await expect(new HomePage(page).cards.first()).toBeVisible()
})
test.afterEach(async () => browser.stop())

const mark = (email = product.account.email) => markOf(email)
const readNote = (key: string) => browser.readNote(key)
const deliver = (data: string) => browser.deliver(data)
const shown = () => browser.shown()

/** A message of the server, whose data and words can be others. */
const message = (data: object = {}, words: object = {}) => ({
  web_push: 8030,
  mutable: true,
  app_badge: 3,
  notification: {
    title: 'Front door is open',
    body: 'Since 21:40 (15 minutes).',
    lang: 'en',
    dir: 'ltr',
    silent: false,
    tag: 'door_open:k3',
    navigate: `${product.url}/notifications?id=0f5b2a54-7a9e-4f0c-9d2e-5b1c3c5d7e9f`,
    mutable: true,
    app_badge: 3,
    actions: [{ action: 'snooze', title: 'In an hour', navigate: product.url }],
    ...words,
    data: {
      ...{ v: 1, id: '0f5b2a54-7a9e-4f0c-9d2e-5b1c3c5d7e9f', receipt: 'A'.repeat(22), account: mark() },
      ...{ level: 'normal', at: '2026-11-29T20:40:00.000Z', ...data },
    },
  },
})

const push = (data: object = {}, words: object = {}) => deliver(JSON.stringify(message(data, words)))

test('a push of this account is shown as it is, also while its page is visible [PK27]', async () => {
  await push()
  await expect.poll(shown).toEqual([
    {
      title: 'Front door is open',
      body: 'Since 21:40 (15 minutes).',
      tag: 'door_open:k3',
      requireInteraction: false,
    },
  ])
})

test('a must stays until somebody reacts', async () => {
  await push({ level: 'must' })
  await expect.poll(shown).toMatchObject([{ requireInteraction: true }])
})

test('a push of another account says no more than that there is something', async () => {
  await push({ account: mark('bor@example.com') })
  await expect.poll(shown).toMatchObject([{ title: 'Senca', body: 'Something at home needs you.' }])
})

test('an unreadable push is shown anyway', async () => {
  await deliver('no JSON')
  await expect.poll(shown).toMatchObject([{ title: 'Senca', body: 'Senca: open the app' }])
})

test('the last push of a session wipes what is kept of the home [PK33]', async () => {
  await expect.poll(() => keptHome(page), { timeout: 20_000 }).not.toBeNull()
  await push({ level: 'normal' })
  await expect.poll(shown).toHaveLength(1)
  await push(
    { id: null, end: true },
    { title: 'Logged out', body: 'You were logged out of Senca on this device.', tag: 'end', actions: [] },
  )
  await expect.poll(shown).toMatchObject([{ title: 'Logged out', tag: 'end' }])
  await expect.poll(() => readNote('/account')).toBeNull()
  await expect.poll(() => keptHome(page)).toBeNull()
})

test('the last push of another account wipes nothing', async () => {
  await push({ id: null, end: true, account: mark('bor@example.com') }, { title: 'Logged out', tag: 'end' })
  await expect.poll(shown).toMatchObject([{ title: 'Logged out' }])
  expect(await readNote('/account')).toBe(mark())
})

test('a tap opens the page of the notification, and only pages of this app [PK28]', async () => {
  await push()
  await expect.poll(shown).toHaveLength(1)
  await browser.press('door_open:k3')
  await expect(page).toHaveURL(/\/notifications\?id=0f5b2a54/)
  await push({}, { tag: 'foreign', navigate: 'https://example.com/home' })
  await expect.poll(shown).toHaveLength(1)
  await browser.press('foreign')
  await expect(page).toHaveURL(`${product.url}/notifications`)
})
