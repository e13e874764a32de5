import { createHash } from 'node:crypto'
import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import { HomePage } from '#pages/home.page.ts'
import { startHome } from '#product/home.ts'
import { isWorkerActive, keptHome, startLastingBrowser } from '#product/lasting-browser.ts'
import { bringSession } from '#product/launch.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

/** The headless shell shows no notifications. `npm test` installs this one where that is possible. */
const PROGRAM = '/usr/bin/chromium'

let product: Product
let browser: Awaited<ReturnType<typeof startLastingBrowser>>
let context: BrowserContext
let page: Page
let cdp: CDPSession
let registrationId: string
test.beforeAll(async ({ server }) => {
  ;({ product } = await startHome(server, 1, [], [{ name: 'Living room', type: 'roller_shutter' }]))
})
test.afterAll(async () => product.stop())

test.beforeEach(async ({ launchOptions }) => {
  browser = await startLastingBrowser(launchOptions, PROGRAM)
  context = browser.context
  await context.grantPermissions(['notifications'], { origin: product.url })
  await bringSession(context, product.url, product.account)
  page = await context.newPage()
  cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await page.goto(`${product.url}/home`)
  await expect(new HomePage(page).cards.first()).toBeVisible()
  await expect.poll(() => isWorkerActive(page)).toBe(true)
  registrationId = await registered
  await expect.poll(() => readNote('/account')).toBe(mark())
})
test.afterEach(async () => browser.stop())

/** How the server calls the account in its messages. */
const mark = (email = product.account.email) =>
  createHash('sha256').update(email).digest('base64url').slice(0, 22)

const readNote = (key: string) =>
  page.evaluate(
    async (name) => (await (await caches.match(name, { cacheName: 'senca-notes' }))?.text()) ?? null,
    key,
  )

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

const deliver = (data: string) =>
  cdp.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data })
const push = (data: object = {}, words: object = {}) => deliver(JSON.stringify(message(data, words)))

const shown = () =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration()
    return ((await worker?.getNotifications()) ?? []).map((each) => ({
      title: each.title,
      body: each.body,
      tag: each.tag,
      requireInteraction: each.requireInteraction,
    }))
  })

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

test('an unreadable push is shown all the same', async () => {
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
  const [worker] = context.serviceWorkers()
  const tap = (tag: string) =>
    worker?.evaluate(async (of) => {
      const scope = Object(globalThis)
      const [notification] = await scope.registration.getNotifications({ tag: of })
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: '' }))
    }, tag)
  await push()
  await expect.poll(shown).toHaveLength(1)
  await tap('door_open:k3')
  await expect(page).toHaveURL(/\/notifications\?id=0f5b2a54/)
  await push({}, { tag: 'foreign', navigate: 'https://example.com/home' })
  await expect.poll(shown).toHaveLength(1)
  await tap('foreign')
  await expect(page).toHaveURL(`${product.url}/notifications`)
})
