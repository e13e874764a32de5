import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { HomePage } from '#pages/home.page.ts'
import type { WebProxy } from '#product/doubles/web-proxy.ts'
import { startHome } from '#product/home.ts'
import { isWorkerActive, test } from '#product/lasting-browser.ts'
import { bringSession } from '#product/launch.ts'
import { ROOT } from '#product/processes.ts'
import type { Product } from '#product/product.ts'
import { startServer } from '#product/server.ts'
import { textsIn } from '#product/texts.ts'

const t = textsIn('en')
let product: Product

test.beforeAll(async ({ server }) => {
  ;({ product } = await startHome(server, 3, [], [{ name: 'Living room', type: 'roller_shutter' }]))
})
test.afterAll(async () => product.stop())

test.beforeEach(({ context, webProxy }) => bringSession(context, webProxy.url, product.account))

/** The builds that the browser has kept. */
const builds = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('senca-build-')))

async function openHome(page: Page, { url }: WebProxy): Promise<void> {
  await page.goto(`${url}/home`)
  await expect(new HomePage(page).cards.first()).toBeVisible()
}

/** Opens the home until its worker has kept the whole build. */
async function install(page: Page, webProxy: WebProxy): Promise<void> {
  await openHome(page, webProxy)
  await expect.poll(() => isWorkerActive(page)).toBe(true)
}

test('the app starts without its server, and a link from an e-mail leaves no address behind [PK6]', async ({
  page,
  webProxy,
}) => {
  await install(page, webProxy)
  await webProxy.stop()
  for (const path of ['/home', '/Scenarios/', '/transfer?token=secret-of-a-mail']) {
    await page.goto(webProxy.url + path)
    await expect(page.getByRole('link', { name: t('header.logo') })).toBeVisible()
  }
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url.slice(origin.length))
  })
  expect(kept).toContain('/app-shell')
  expect(kept.filter((path) => /secret-of-a-mail|^\/(home|scenarios|transfer|auth)/i.test(path))).toEqual([])
})

test('the first visit keeps its page while the worker is installed [PK7]', async ({ page, webProxy }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded.push(new URL(request.url()).pathname)
  })
  await install(page, webProxy)
  // The page decides at once whether it changes to a build that waits.
  await expect.poll(() => builds(page)).toHaveLength(1)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect(new HomePage(page).cards.first()).toBeVisible()
  expect(loaded).toEqual(['/home'])
})

test('the worker leaves calls, guest pages and unknown pages to the network [PK3] [PK10]', async ({
  page,
  webProxy,
}) => {
  await install(page, webProxy)
  await page.reload()
  const fromWorker = async (path: string) => (await page.goto(webProxy.url + path))?.fromServiceWorker()
  expect(await fromWorker('/home')).toBe(true)
  expect(await fromWorker('/Home/')).toBe(true)
  for (const path of ['/device-link?token=x', '/Device-Link/', '/device-link/device?token=x', '/nowhere'])
    expect(await fromWorker(path), path).toBe(false)
  await page.goto(`${webProxy.url}/home`)
  const call = page.waitForResponse(/\/auth\/api\/v1\/device\/list/)
  await page.reload()
  expect((await call).fromServiceWorker()).toBe(false)
  const before = await page.evaluate(() => caches.keys())
  await page.goto(`${webProxy.url}/device-link?token=x`)
  expect(await page.evaluate(() => caches.keys())).toEqual(before)
  await webProxy.stop()
  await expect(page.goto(`${webProxy.url}/device-link?token=x`)).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
})

for (const [name, answer] of [
  ['with other bytes', { headers: { 'content-type': 'text/javascript' }, body: 'alert(1)' }],
  ['that is missing', { status: 404 }],
  ['of another type', { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in to the Wi-Fi</h1>' }],
  ['that leads elsewhere', { status: 302, headers: { location: '/favicon.svg' } }],
] as const) {
  test(`a build with a file ${name} is not kept at all [PK6]`, async ({ page, webProxy }) => {
    const asked: string[] = []
    webProxy.answer((path) => {
      if (!/\/assets\/activity-screen-.*\.js$/.test(path)) return undefined
      asked.push(path)
      return answer
    })
    await openHome(page, webProxy)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await expect.poll(() => builds(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)))
      .toBe(0)
  })
}

test('a newer build waits, and the open page keeps all its parts until it is wanted [PK7]', async ({
  page,
  webProxy,
}) => {
  await install(page, webProxy)
  await page.reload()
  await expect(new HomePage(page).cards.first()).toBeVisible()
  const [first] = await builds(page)
  // Touches count from when the page follows builds, a moment after it is loaded.
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Shift')
  webProxy.show({ id: 'build-of-tomorrow', at: '2999-01-01T00:00:00.000Z', gone: 'activity-screen' })
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  await expect(page.getByText(t('page.newVersion'))).toBeVisible()
  expect((await builds(page)).sort()).toEqual([first, 'senca-build-build-of-tomorrow'].sort())
  await page
    .getByRole('link', { name: t('home.activity') })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: t('home.activity') }).first()).toBeVisible()
  await page.getByRole('button', { name: t('crash.action') }).click()
  const idOf = () =>
    page.evaluate(() => JSON.parse(document.getElementById('page-config')?.textContent ?? '{}').build?.id)
  await expect.poll(() => idOf().catch(() => null)).toBe('build-of-tomorrow')
  await expect.poll(() => builds(page)).toEqual(['senca-build-build-of-tomorrow'])
})

test('a wall shows nothing of a newer build, and changes to it by itself in the night [PK7]', async ({
  page,
  webProxy,
}) => {
  await install(page, webProxy)
  // Without the server's time the page goes by its own.
  await page.route('**/auth/**', async (route) => {
    try {
      const response = await route.fetch()
      const { date: _date, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    } catch {
      // The page was left meanwhile.
    }
  })
  await page.clock.install({ time: '2026-11-29T01:00:00Z' })
  await page.goto(`${webProxy.url}/home?wall`)
  await expect(page.getByRole('button', { name: t('wall.leave') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Shift')
  await page.clock.runFor(15_000)
  webProxy.show({ id: 'build-of-tomorrow', at: '2999-01-01T00:00:00.000Z', gone: 'activity-screen' })
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(() => builds(page)).toContain('senca-build-build-of-tomorrow')
  const idOf = () =>
    page.evaluate(() => JSON.parse(document.getElementById('page-config')?.textContent ?? '{}').build?.id)
  const first = await idOf()
  await page.clock.runFor(30_000)
  await expect(page.getByText(t('page.newVersion'))).toHaveCount(0)
  // The clock of the page also goes by itself, so each step is taken from where it is.
  const forwardTo = async (time: string) =>
    page.clock.fastForward(await page.evaluate((to) => Math.max(0, Date.parse(to) - Date.now()), time))
  await forwardTo('2026-11-29T02:29:00Z')
  await page.clock.runFor(15_000)
  expect(await idOf()).toBe(first)
  await forwardTo('2026-11-29T02:30:01Z')
  await expect.poll(() => idOf().catch(() => null)).toBe('build-of-tomorrow')
  await expect(page).toHaveURL(/\?wall/)
  await expect(page.getByText(t('page.newVersion'))).toHaveCount(0)
})

test('an earlier build is not taken the first time that it is seen [PK7]', async ({ page, webProxy }) => {
  await install(page, webProxy)
  await page.reload()
  webProxy.show({ id: 'build-of-yesterday', at: '2001-01-01T00:00:00.000Z', gone: 'activity-screen' })
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('senca-notes')).match('/earlier'))?.text()),
    )
    .toContain('build-of-yesterday')
  expect(await builds(page)).toHaveLength(1)
  expect(await isWorkerActive(page)).toBe(true)
})

test('a server that wants no worker removes it and what it kept [PK9]', async ({ page, webProxy }) => {
  await install(page, webProxy)
  await page.reload()
  // The page that starts writes to the caches too.
  await page.waitForLoadState('networkidle')
  const off = await startServer({ DEMO: 'off', OFFLINE: 'off' })
  const body = await (await fetch(`${off.url}/sw.js`)).text()
  await off.stop()
  webProxy.answer((path) =>
    path === '/sw.js' ? { headers: { 'content-type': 'text/javascript' }, body } : undefined,
  )
  // A page that nobody has touched would load again with the newer worker and write its notes.
  await page.keyboard.press('Shift')
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

test('one build is at most 650 KB over the line, and the worker 6 KB and 300 lines [PK11]', () => {
  const dist = join(ROOT, 'apps/web/dist')
  const { files, more } = JSON.parse(readFileSync(join(dist, 'worker/build.json'), 'utf8'))
  const sizeOf = (path: string) => {
    const compressed = statSync(join(dist, `${path}.br`), { throwIfNoEntry: false })
    return (compressed ?? statSync(join(dist, path))).size
  }
  const sizes = Object.values<string[]>(more).map((own) =>
    [...files, ...own].reduce((sum, path) => sum + sizeOf(path), 0),
  )
  expect(Math.max(...sizes)).toBeLessThan(650 * 1024)
  const worker = readFileSync(join(dist, 'worker/worker.js'))
  expect(gzipSync(worker).length).toBeLessThan(6 * 1024)
  expect(
    readFileSync(join(ROOT, 'apps/web/worker/worker.ts'), 'utf8').trimEnd().split('\n').length,
  ).toBeLessThanOrEqual(300)
})
