import { expect, type Page } from '@playwright/test'
import { LIMITS } from '@senca/contract'
import { notificationsSchema } from '@senca/contract/notifications'
import type { PushServiceDouble } from '@senca/server/testing/doubles/push-service.ts'
import { HomePage } from '#pages/home.page.ts'
import { Client } from '#product/client.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import {
  deliveryOf,
  type PushedBrowser,
  type PushedHome,
  startPushedBrowser,
  startPushedHome,
} from '#product/pushed-browser.ts'
import { test } from '#product/test.ts'

/** A door for each test, because a kind of a device is pushed once a minute. */
const DOORS = ['Front door', 'Back door', 'Garage door', 'Cellar door']

let service: PushServiceDouble
let home: PushedHome
let product: Product
let owner: Client
let browser: PushedBrowser
let page: Page
/** The phone of another session, so that a visible page of this one does not take the place of its pushes. */
let phone: string

test.beforeAll(async () => {
  home = await startPushedHome(DOORS.map((name) => ({ name, type: 'home_door' as const })))
  ;({ service, product, owner } = home)
  const { name, json } = service.subscription()
  phone = name
  await owner.post('push/subscribe', json)
})
test.afterAll(async () => {
  await home.stop()
})

test.beforeEach(async ({ launchOptions }) => {
  await new OwnerLinks(owner).clear()
  browser = await startPushedBrowser(launchOptions, product)
  ;({ page } = browser)
  await expect(new HomePage(page).cards.first()).toBeVisible()
})
test.afterEach(async () => browser.stop())

const deliverNext = (kind: string, cause: () => Promise<unknown>) =>
  deliveryOf({ service, phone, browser }, kind, cause)

const list = async () => {
  const { body } = await owner.call('GET', '/api/v1/notification/list', { bearer: true })
  return notificationsSchema.parse(body)
}
const isFrozen = async () => {
  const { body } = await owner.call('GET', '/api/v1/device-link/freeze', { bearer: true })
  return Object(body).frozen
}

/** A guest unlocks the door by a link. */
async function useLink(door: string): Promise<void> {
  const { id } = await owner.named(door)
  const { token } = await new OwnerLinks(owner).make({ devices: [id], name: 'Courier' })
  const answer = await fetch(`${product.url}/auth/api/v1/device-link/action`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-link-token': token },
    body: JSON.stringify({ deviceIds: [id], action: { command: 'unlock', lockType: 'motor' } }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([200, [{ status: 'success' }]])
}

test('a push confirms that it was shown and opened, and sets the number on the icon [PK20] [PK30]', async () => {
  await browser.worker().evaluate(() => {
    const scope = Object(globalThis)
    scope.navigator.setAppBadge = async (badge: number) => {
      scope.badge = badge
    }
  })
  const { id, tag } = await deliverNext('test', () => owner.post('push/test', {}))
  const states = async () => (await list()).find((entry) => entry.id === id)?.phones.map(({ state }) => state)
  await expect.poll(states).toEqual(['shown'])
  const { unseen } = Object((await owner.call('GET', '/api/v1/notification/state', { bearer: true })).body)
  expect(unseen).toBeGreaterThan(0)
  expect(await browser.worker().evaluate(() => Object(globalThis).badge)).toBe(unseen)
  await browser.press(tag)
  await expect.poll(states).toEqual(['opened'])
  await expect(page).toHaveURL(`${product.url}/notifications?id=${id}`)
  // A receipt marks nothing as seen; the page does, a second later.
  await expect.poll(async () => (await list()).find((entry) => entry.id === id)?.seenAt).not.toBeNull()
})

test('the page asks what is shown only when something was seen, and never while a push comes [PK20] [PK27]', async () => {
  const bell = page.getByRole('link', { name: /^Notifications/ }).first()
  const asked = () => page.evaluate(() => Number(Object(globalThis).asked))
  const makeNext = async () => {
    const { body } = await owner.call('POST', '/api/v1/push/test', { bearer: true, json: {} })
    return String(Object(body).id)
  }
  const first = await makeNext()
  await expect(bell).toHaveAccessibleName(/new: \d/)
  await page.evaluate(() => {
    const { prototype } = ServiceWorkerRegistration
    const { getNotifications } = prototype
    const scope = Object(globalThis)
    scope.asked = 0
    prototype.getNotifications = function (filter) {
      scope.asked += 1
      return getNotifications.call(this, filter)
    }
  })
  const words = await bell.getAttribute('aria-label')
  await makeNext()
  await expect(bell).not.toHaveAccessibleName(words ?? '')
  expect(await asked()).toBe(0)
  await owner.post('notification/seen', { ids: [first] })
  await expect.poll(asked).toBe(1)
})

test('a button is carried out without a page, and says so in its place [PK29]', async () => {
  const { tag } = await deliverNext('link_used', () => useLink('Front door'))
  expect(await isFrozen()).toBe(false)
  await browser.press(tag, 'freeze')
  await expect
    .poll(async () => (await browser.shown()).filter((each) => each.tag === tag))
    .toMatchObject([{ body: 'Sent.' }])
  expect(await isFrozen()).toBe(true)
  await expect(page).toHaveURL(`${product.url}/home`)
})

test('a link that ten wrong PINs blocked is answered by pausing all sharing [PK16] [PK29]', async () => {
  const { id } = await owner.named('Cellar door')
  const { token } = await new OwnerLinks(owner).make({ devices: [id], name: 'Cleaner', pin: '2468' })
  const { tag } = await deliverNext('link_blocked', async () => {
    for (let tries = 0; tries < LIMITS.DEVICE_LINK_PIN_TRIES; tries += 1)
      await fetch(`${product.url}/auth/api/v1/device-link/info`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ deviceLinkToken: token, pin: '1357' }),
      })
  })
  await browser.press(tag, 'freeze')
  expect((await browser.shown()).filter((each) => each.tag === tag)).toMatchObject([{ body: 'Sent.' }])
  expect(await isFrozen()).toBe(true)
})

test('a button that the server refuses says so in its place', async () => {
  const { tag } = await deliverNext('link_used', () => useLink('Back door'))
  await browser.worker().evaluate(() => {
    const scope = Object(globalThis)
    const { fetch: send } = scope
    // What the server answers to a button that it never offered.
    scope.fetch = (address: string, init: { body?: string }) =>
      send(address, { ...init, ...(init.body ? { body: init.body.replace('freeze', 'stop') } : {}) })
  })
  await browser.press(tag, 'freeze')
  await expect
    .poll(async () => (await browser.shown()).filter((each) => each.tag === tag))
    .toMatchObject([{ body: 'It did not work. Open Senca to see why.' }])
})

test('a button without a session waits on the page, also after the login [PK29]', async () => {
  const { id, tag } = await deliverNext('link_used', () => useLink('Garage door'))
  // No page is open any more, and the session has ended. A browser opens a window only after a real press.
  await page.goto('about:blank')
  await browser.context.clearCookies({ name: 'senca_session' })
  await browser.worker().evaluate(() => {
    const scope = Object(globalThis)
    scope.clients.openWindow = async (address: string) => {
      scope.opened = address
    }
  })
  await browser.press(tag, 'freeze')
  const opened = () => browser.worker().evaluate(() => String(Object(globalThis).opened))
  await expect.poll(opened).toBe(`${product.url}/notifications?id=${id}&pressed=freeze`)
  await page.goto(await opened())
  await page.getByLabel('E-mail').fill(product.account.email)
  await page.getByLabel('Password', { exact: true }).fill(product.account.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${product.url}/notifications?id=${id}&pressed=freeze`)
  await expect(page.getByText('“Pause sharing” was not carried out. Press it again.')).toBeVisible()
  const button = page.getByRole('button', { name: 'Pause sharing' }).first()
  await expect(button).toBeFocused()
  expect(await isFrozen()).toBe(false)
  await button.click()
  await expect.poll(isFrozen).toBe(true)
  await expect(page).toHaveURL(`${product.url}/notifications?id=${id}`)
})

test('a subscription that the browser replaced is sent to the server without a page [PK34]', async () => {
  const client = new Client(product.url)
  await client.signIn(product.account.email, product.account.password)
  const { name, json } = service.subscription()
  await browser.worker().evaluate((subscription) => {
    const scope = Object(globalThis)
    const event = new scope.ExtendableEvent('pushsubscriptionchange')
    event.oldSubscription = null
    event.newSubscription = { toJSON: () => subscription }
    scope.dispatchEvent(event)
  }, json)
  const ofBrowser = async () => {
    const { body } = await owner.call('GET', '/api/v1/push/list', { bearer: true })
    return Array.isArray(body) ? body.filter(({ current }) => !current) : []
  }
  await expect.poll(async () => (await ofBrowser()).length).toBe(1)
  const [{ id }] = await ofBrowser()
  await owner.post('push/test', { id })
  await expect.poll(() => service.of(name).length).toBe(1)
})
