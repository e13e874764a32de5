import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import type { WebProxy } from '#product/doubles/web-proxy.ts'
import { startHome } from '#product/home.ts'
import { keptHome, test } from '#product/lasting-browser.ts'
import type { Product } from '#product/product.ts'
import { textsIn } from '#product/texts.ts'

const t = textsIn('en')
let product: Product
let owner: Client
let shadeId: string
let doorId: string

test.beforeAll(async ({ server }) => {
  const devices = [
    { name: 'Living room', type: 'roller_shutter' },
    { name: 'Front door', type: 'home_door' },
  ] as const
  ;({ product, owner } = await startHome(server, 1, [], devices))
  shadeId = (await owner.first('roller_shutter')).id
  doorId = (await owner.first('home_door')).id
  await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
  await owner.post('room/create', { name: 'Ground floor', devices: [shadeId] })
  await owner.post('group/create', { name: 'South side', devices: [shadeId] })
  const evening = {
    enabled: true,
    targets: [shadeId],
    triggers: [],
    actions: [{ type: 'MoveSelf', position: 1 }],
  }
  await owner.post('scenario/create', { name: 'Evening', ...evening })
})
test.afterAll(async () => product.stop())

const PARTS = ['"Living room"', '"Evening"', '"South side"', '"notifications"']
const keep = (page: Page, { url }: WebProxy) =>
  new EntrancePage(page).keepHome({ url, account: product.account }, PARTS)

/** Pages with what they show of the kept home, and pages that need a connection for all of it. */
const KEPT: readonly (readonly [path: string, shows: string])[] = [
  ['/home', 'Living room'],
  ['/rooms', 'Ground floor'],
  ['/facade', 'Living room'],
  ['/groups', 'South side'],
  ['/moments', t('moments.title')],
  ['/scenarios', 'Evening'],
  ['/notifications', t('notifications.title')],
]
const NEEDING = [
  '/notifications/choices',
  '/weather',
  '/activity',
  '/sessions',
  '/security',
  '/securityevents',
  '/access',
  '/apps',
  '/claim',
  '/upgrades',
  '/transfer?token=offered',
]

/** Nothing turns, and nothing is said to be loading. */
async function rests(page: Page): Promise<void> {
  await expect(page.locator('main span[data-size][aria-hidden="true"]:empty')).toHaveCount(0)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

/** Changes the page as a link does. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

test('each page without a network shows what is kept or says that it needs one, and nothing turns [PK13]', {
  tag: '@all',
}, async ({ page, webProxy }) => {
  test.setTimeout(900_000)
  await keep(page, webProxy)
  await webProxy.stop()
  await page.goto(`${webProxy.url}/home`)
  const ofDevices = [
    ['/device', shadeId, 'Living room'],
    ['/doordeviceinfopage', doorId, 'Front door'],
    ['/devicesettingspage', shadeId, 'Living room'],
    ['/devicehardwarepage', shadeId, 'Living room'],
    ['/devicefavouritepage', shadeId, 'Living room'],
  ].map(([path, id, name]) => [`${path}?deviceId=${id}`, name] as const)
  const ways = [
    (path: string) => follow(page, path),
    async (path: string) => void (await page.goto(webProxy.url + path)),
  ]
  for (const go of ways) {
    for (const [path, shown = ''] of [...KEPT, ...ofDevices]) {
      await go(path)
      await expect(page.getByRole('main').getByText(shown).first(), path).toBeVisible()
      await rests(page)
    }
    for (const path of NEEDING) {
      await go(path)
      const words = page.getByText(new RegExp(`${t('connection.needed')}|${t('errors.network')}`))
      await expect(words.first(), path).toBeVisible()
      await rests(page)
    }
  }
})

test('what was moving then says so in one or two lines, and its stop is disabled, looks so and says why [PK12] [PK13]', async ({
  page,
  webProxy,
}) => {
  await keep(page, webProxy)
  await owner.move([{ token: shadeId, command: 'move', position: 0 }], true)
  await owner.move([{ token: shadeId, command: 'move', position: 100 }], false)
  await expect.poll(() => keptHome(page)).toContain('"closing"')
  await webProxy.stop()
  await page.goto(`${webProxy.url}/home`)
  const home = new HomePage(page)
  await expect(home.connection).toBeVisible()
  const age = home.card('Living room').locator('time')
  await expect(age).toHaveText(/^was moving at /)
  const lines = await age.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBeLessThanOrEqual(2)
  for (const path of ['/home', `/device?deviceId=${shadeId}`]) {
    await page.goto(webProxy.url + path)
    await expect(home.connection).toBeVisible()
    const stop = page.getByRole('main').getByRole('button', { name: /^Stop/ }).last()
    await expect(stop).toHaveAttribute('aria-disabled', 'true')
    await expect(stop).toHaveAccessibleDescription(t('connection.away'))
    await page.screenshot({ path: test.info().outputPath(`stop${path.replaceAll(/\W/g, '-')}.png`) })
  }
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCSS('opacity', '0.5')
  await webProxy.start()
  await owner.abort(shadeId)
})

test('a server that takes connections and never answers counts as no connection [PK13] [PK14]', async ({
  page,
  webProxy,
}) => {
  await keep(page, webProxy)
  await webProxy.hang()
  await page.goto(`${webProxy.url}/home`)
  const home = new HomePage(page)
  await expect(home.card('Living room')).toBeVisible()
  await expect(home.connection).toBeVisible()
  const open = home.button('Open', 'Living room')
  await expect(open).toHaveAttribute('aria-disabled', 'true')
  await expect(open).toHaveAccessibleDescription(t('connection.away'))
  await page.goto(`${webProxy.url}/activity`)
  await expect(page.getByText(t('connection.needed'))).toBeVisible()
  await webProxy.stop()
  await webProxy.start()
  await page.goto(`${webProxy.url}/home`)
  await expect(home.connection).toHaveCount(0)
})
