import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import type { WebProxy } from '#product/doubles/web-proxy.ts'
import { startHome } from '#product/home.ts'
import { keptHome, test } from '#product/lasting-browser.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { secondAccount } from '#product/second-account.ts'
import type { Server } from '#product/server.ts'
import { textsIn } from '#product/texts.ts'

const t = textsIn('en')
let product: Product
let owner: Client

test.beforeAll(async ({ server }) => {
  ;({ product, owner } = await startHome(
    server,
    3,
    [],
    [
      { name: 'Living room', type: 'roller_shutter' },
      { name: 'Front door', type: 'home_door' },
    ],
  ))
})
test.afterAll(async () => product.stop())

const keep = (page: Page, { url }: WebProxy) =>
  new EntrancePage(page).keepHome({ url, account: product.account }, ['Living room'])

test('a home without its server is shown as it was, says so, and turns live when the server is back [PK12] [PK13] [PK14]', async ({
  page,
  webProxy,
}) => {
  await keep(page, webProxy)
  const home = new HomePage(page)
  await webProxy.stop()
  await page.goto(`${webProxy.url}/home`)
  await expect(home.card('Living room')).toBeVisible()
  await expect(home.card('Front door')).toBeVisible()
  await expect(home.connection).toBeVisible()
  await expect(home.connection).toContainText(/^No connection. As of \d\d:\d\d, .*/)
  await page.screenshot({ path: test.info().outputPath('kept.png') })
  await webProxy.start()
  await page.getByRole('button', { name: t('connection.retry') }).click()
  await expect(home.connection).toHaveCount(0)
  const shade = await owner.first('roller_shutter')
  await owner.move([{ token: shade.id, command: 'move', position: 0 }], true)
  await expect.poll(() => home.position(shade.name)).toBe(0)
})

test('the page of a device that starts with the kept home turns live too [PK14]', async ({
  page,
  webProxy,
}) => {
  await keep(page, webProxy)
  const shade = await owner.first('roller_shutter')
  await page.goto(`${webProxy.url}/device?deviceId=${shade.id}`)
  const close = page.getByRole('button', { name: 'Close', exact: true })
  await expect(close).toBeVisible()
  await expect(close).not.toHaveAttribute('aria-disabled', 'true')
  await close.click()
  await expect.poll(async () => (await owner.device(shade.id)).state.position).toBeGreaterThan(0)
  await owner.move([{ token: shade.id, command: 'move', position: 50 }], true)
})

test('without a connection it is removed from the device, and the first contact ends the session [PK5]', async ({
  context,
  page,
  webProxy,
}) => {
  await keep(page, webProxy)
  const cookies = await context.cookies()
  await webProxy.stop()
  await page.goto(`${webProxy.url}/menu`)
  await page.getByRole('button', { name: t('accountMenu.removeHere') }).click()
  await page
    .getByRole('dialog', { name: t('accountMenu.removeHereAsk') })
    .getByRole('button', { name: t('accountMenu.removeHere') })
    .click()
  await expect(new EntrancePage(page).logIn).toBeVisible()
  await expect.poll(() => keptHome(page)).toBeNull()
  await webProxy.start()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/auth')) calls.push(pathname)
  })
  await page.reload()
  await expect.poll(() => calls[0]).toBe('/auth/logout')
  const session = cookies.find(({ name }) => name.includes('session'))
  await expect
    .poll(async () => {
      const headers = { cookie: `${session?.name}=${session?.value}` }
      return (await fetch(`${product.url}/auth/account/whoami`, { headers })).status
    })
    .toBe(401)
})

test('an ended session takes the kept home along within a second [PK5] [PK14]', async ({
  context,
  page,
  webProxy,
}) => {
  await keep(page, webProxy)
  await page.goto('about:blank')
  await context.clearCookies({ name: /session/ })
  await page.goto(`${webProxy.url}/home`)
  await expect(new EntrancePage(page).logIn).toBeVisible()
  await expect.poll(() => keptHome(page), { timeout: 5_000 }).toBeNull()
})

/** What only its owner may know: a link with a PIN, a door with one, logins for bridges, the key of the hook, a person with a role. */
async function makeSecrets(server: Server): Promise<string[]> {
  const other = await secondAccount(server, 'neighbor')
  const { id } = await owner.first('home_door')
  const link = await new OwnerLinks(owner).make({ devices: [id], name: 'Courier', pin: '48213957' })
  const permissions = ['command']
  await owner.post('role/create', {
    name: 'Neighbors',
    permissions,
    devices: [id],
    users: [other.account.email],
  })
  const { username, password } = Object(await owner.post('mqtt/credentials', { name: 'Bridge' }))
  const { key } = Object(await owner.post('hook/key', {}))
  const made = [other.account.email, link.token, '48213957', username, password, key].map(String)
  expect(made.every((secret) => secret.length > 5)).toBe(true)
  return made
}

test('a phone keeps no token, PIN, password or foreign address after a journey [PK11]', async ({
  context,
  page,
  webProxy,
  server,
}) => {
  const secrets = new Set([product.account.password, ...(await makeSecrets(server))])
  page.on('response', async (response) => {
    if (!/\/auth\/(login|account\/websocket\/token)/.test(response.url())) return
    const { token } = await response.json().catch(() => ({}))
    if (typeof token === 'string') secrets.add(token)
  })
  await keep(page, webProxy)
  const paths = ['links', 'people', 'security', 'sessions', 'activity', 'bridges', 'notifications']
  for (const path of [...paths.map((name) => `/${name}`), '/notifications/choices', '/home']) {
    await page.goto(webProxy.url + path)
    await expect(page.getByRole('main')).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await expect.poll(() => secrets.size).toBeGreaterThan(9)
  for (const { name, value } of await context.cookies()) if (name.includes('session')) secrets.add(value)
  const kept = await page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return texts
  })
  kept.push((await keptHome(page)) ?? '')
  for (const secret of secrets) expect(kept.filter((text) => text.includes(secret))).toEqual([])
})
