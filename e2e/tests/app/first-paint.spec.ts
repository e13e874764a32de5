import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import type { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

test.describe('what a page needs at first', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(
      server,
      1,
      [],
      [
        { name: 'Living room', type: 'roller_shutter' },
        { name: 'Front door', type: 'home_door' },
      ],
    ))
  })

  test.afterAll(async () => product.stop())

  const heading = (page: Page) => page.getByRole('heading', { level: 1 })

  const places: Record<string, () => Promise<string>> = {
    login: async () => '/',
    home: async () => '/home',
    shade: async () => `/device?deviceId=${(await owner.first('roller_shutter')).id}`,
    door: async () => `/doordeviceinfopage?deviceId=${(await owner.first('home_door')).id}`,
  }

  test('the document of each page names every script of it', { tag: '@all' }, async ({ page }) => {
    let named: string[] = []
    await page.route('**/assets/*.js', async (route) => {
      const isNamed = named.includes(new URL(route.request().url()).pathname)
      await (isNamed ? route.continue() : route.abort())
    })
    await page.route('**/*', async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback()
      const response = await route.fetch()
      const html = await response.text()
      named.push(...[...html.matchAll(/(?:href|src)="([^"]+\.js)"/g)].map(([, file = '']) => file))
      await route.fulfill({ response })
    })
    for (const [name, place] of Object.entries(places)) {
      await test.step(`the document of the ${name} page names every script of it`, async () => {
        if (name === 'home') await new EntrancePage(page).bringSession(product)
        named = []
        await page.goto(product.url + (await place()))
        await expect(heading(page)).toBeVisible()
        expect(named.length).toBeGreaterThan(4)
        expect(named.length).toBeLessThanOrEqual(22)
      })
    }
  })

  const guestPlaces: Record<string, (token: string, deviceId: string) => string> = {
    'list of what is shared': (token) => `/device-link?${new URLSearchParams({ token })}`,
    'shared shade': (token, deviceId) => `/device-link/device?${new URLSearchParams({ token, deviceId })}`,
  }
  const asGuest = async (place: (token: string, deviceId: string) => string): Promise<string> => {
    const { id } = await owner.first('roller_shutter')
    return place((await new OwnerLinks(owner).make({ devices: [id] })).token, id)
  }
  const expectFirstPaint = async (page: Page, address: string) => {
    await page.goto(address)
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
      .toBe(1)
  }

  test('the first paint of a page needs its document and nothing else', { tag: '@all' }, async ({ page }) => {
    await page.route('**/*', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    )
    for (const [name, place] of Object.entries(guestPlaces)) {
      await test.step(`the first paint of the ${name} page needs its document and nothing else`, async () =>
        expectFirstPaint(page, product.url + (await asGuest(place))))
    }
    for (const [name, place] of Object.entries(places)) {
      await test.step(`the first paint of the ${name} page needs its document and nothing else`, async () => {
        if (name === 'home') await new EntrancePage(page).bringSession(product)
        await expectFirstPaint(page, product.url + (await place()))
      })
    }
  })

  for (const name of ['home', 'shade']) {
    test(`the ${name} page asks for its devices before the app has come, and once`, { tag: '@all' }, async ({
      page,
    }) => {
      await new EntrancePage(page).bringSession(product)
      const calls: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/auth/api/') || pathname === '/auth/login') calls.push(pathname)
      })
      const deviceCalls = () => calls.filter((path) => /login|\/device\//.test(path))
      let letThrough = () => {}
      const held = new Promise<void>((done) => {
        letThrough = done
      })
      await page.route(/assets\/(?!(queries|core|base)-).*\.js$/, async (route) => {
        await held
        await route.continue()
      })
      // The websocket stays away: once it is accepted, the page asks for everything again.
      await page.routeWebSocket(/websocket/, () => undefined)
      await page.goto(product.url + ((await places[name]?.()) ?? ''), { waitUntil: 'commit' })
      const needed = [
        '/auth/login',
        ...(name === 'home' ? ['/auth/api/v1/device/list'] : []),
        '/auth/api/v1/device/info',
      ]
      await expect.poll(deviceCalls).toEqual(needed)
      letThrough()
      await expect(heading(page)).toBeVisible()
      await expect(heading(page)).not.toHaveAttribute('aria-busy', 'true')
      expect(deviceCalls()).toEqual(needed)
    })
  }

  test('the header is painted before any script has come, at the place where it stays', {
    tag: '@all',
  }, async ({ page }) => {
    const letThrough = await holdScripts(page)
    await page.goto(`${product.url}/nowhere`, { waitUntil: 'commit' })
    const name = page.getByText('Senca', { exact: true }).first()
    await expect(name).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await name.boundingBox()
    letThrough()
    await expect(heading(page)).toBeVisible()
    expect(await name.boundingBox()).toEqual(before)
  })

  test('the page for logging in has the name on its wall, and never in its header', {
    tag: '@all',
  }, async ({ page }) => {
    const letThrough = await holdScripts(page)
    await page.goto(product.url, { waitUntil: 'commit' })
    await expect(page.locator('#root svg').first()).toBeVisible()
    await expect(page.locator('#root').getByText('Senca', { exact: true })).toBeHidden()
    letThrough()
    await expect(page.getByRole('main').getByText('Senca', { exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Senca', { exact: true })).toBeHidden()
  })

  test('a part that is loaded later does not ask again for the styles in the document', {
    tag: '@all',
  }, async ({ page }) => {
    const styles: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') styles.push(new URL(request.url()).pathname)
    })
    const answer = await page.goto(product.url)
    const html = (await answer?.text()) ?? ''
    const written = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)" disabled>/g)].map(
      ([, file]) => file,
    )
    expect(written.length).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Create account' }).click()
    await expect(heading(page)).toBeVisible()
    await expect(page).toHaveURL(/register/)
    expect(styles.filter((file) => written.includes(file))).toEqual([])
  })
})

/** Holds the scripts of a page back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((done) => {
    letThrough = done
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}
