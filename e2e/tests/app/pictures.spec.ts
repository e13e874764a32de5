import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { type Home, manyDevices, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

/**
 * Sizes in CSS pixels, and the factor by which the pictures are reduced: they are meant to show where things are, not each
 * letter.
 */
const SIZES = [
  { width: 390, height: 844, smaller: 2 },
  { width: 844, height: 390, smaller: 2 },
  { width: 1280, height: 800, smaller: 3 },
  { width: 1920, height: 1080, smaller: 4 },
  { width: 2560, height: 1440, smaller: 5 },
] as const
const LANGUAGES = ['en', 'de', 'sl', 'rs_cyrl'] as const
/** Each theme by day and by night. In November the sun sets at four in Ljubljana. */
const LIGHTS = [
  { name: 'light-day', theme: 'light', moment: '2026-11-20T10:20:00Z' },
  { name: 'dark-night', theme: 'dark', moment: '2026-11-20T20:10:00Z' },
  { name: 'dark-day', theme: 'dark', moment: '2026-11-20T10:20:00Z' },
  { name: 'light-night', theme: 'light', moment: '2026-11-20T20:10:00Z' },
] as const

/** Tolerates that machines draw letters differently, but not that something moved or is missing. */
const TOLERANCE = { threshold: 0.25, maxDiffPixelRatio: 0.04 }

/** The times when a device last reported, was seen or was opened. */
const REPORTED = /"(reportedAt|lastSeenAt|since|at)":"[^"]+"/g

/** Stops the page at one moment: its own clock stands still, and the server's data is from four minutes before. */
async function stopAt(page: Page, moment: string): Promise<void> {
  const reported = new Date(Date.parse(moment) - 240_000).toISOString()
  const dated = (text: string) => text.replaceAll(REPORTED, `"$1":"${reported}"`)
  await page.clock.setFixedTime(moment)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), date: new Date(moment).toUTCString() }
    await route.fulfill({ response, headers, body: dated(await response.text()) })
  })
  await page.routeWebSocket(/\/websocket$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => socket.send(dated(String(message))))
  })
}

/** A screenshot of the page when it is complete; cards are painted one after the other. */
async function settledPicture(page: Page): Promise<string> {
  await expect(page.locator('[aria-busy="true"], [data-painted="false"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  let before = ''
  await expect
    .poll(
      async () => {
        const now = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')
        const isSettled = now === before
        before = now
        return isSettled
      },
      { timeout: 30_000, intervals: [100, 250] },
    )
    .toBe(true)
  return before
}

async function pictureOf(page: Page, smaller: number): Promise<Buffer> {
  const source = await settledPicture(page)
  const small = await page.evaluate(
    async ({ source, smaller }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(image.width / smaller)
      canvas.height = Math.round(image.height / smaller)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is no canvas.')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/png')
    },
    { source, smaller },
  )
  return Buffer.from(small.slice(small.indexOf(',') + 1), 'base64')
}

test.describe('the screens as they were judged', () => {
  let home: GuestHome
  let large: Home
  let empty: Home

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
    large = await startHome(server, 1, [], manyDevices(60))
    empty = await startHome(server, 1, [], [])
    for (const { owner } of [home, large, empty])
      await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
  })
  test.afterAll(async () => {
    for (const { product } of [home, large, empty]) await product.stop()
  })

  const screens: readonly {
    name: string
    of: () => Home
    path: () => string
    before?: () => Promise<void>
  }[] = [
    { name: 'home-13', of: () => home, path: () => '/home' },
    { name: 'home-60', of: () => large, path: () => '/home' },
    { name: 'home-0', of: () => empty, path: () => '/home' },
    { name: 'shade', of: () => home, path: () => `/device?deviceId=${home.idOf('Study')}` },
    { name: 'door', of: () => home, path: () => `/doordeviceinfopage?deviceId=${home.idOf('Front door')}` },
    { name: 'light', of: () => home, path: () => `/device?deviceId=${home.idOf('Terrace lights')}` },
    { name: 'link-form', of: () => home, path: () => '/links/new' },
    {
      name: 'home-alarmed',
      of: () => home,
      path: () => '/home',
      before: async () => {
        await home.product.provoke(home.idOf('Front door'), { door: 'open' })
        await home.product.provoke(home.idOf('Living room'), { fault: { kind: 'lost_position' } })
        await home.product.provoke(home.idOf('Kitchen'), { fault: { kind: 'lost_link' } })
        await home.links.call('freeze', { frozen: true })
      },
    },
  ]

  for (const [nth, screen] of screens.entries()) {
    test(`${screen.name} looks as it did`, async ({ page }) => {
      await screen.before?.()
      const { product } = screen.of()
      await page.setViewportSize({ width: 390, height: 844 })
      await new EntrancePage(page).bringSession(product)
      for (const [n, { width, height, smaller }] of SIZES.entries()) {
        const language = LANGUAGES[(nth + n) % LANGUAGES.length] ?? 'en'
        const light = LIGHTS[(nth * 3 + n) % LIGHTS.length] ?? LIGHTS[0]
        await stopAt(page, light.moment)
        await page.emulateMedia({ colorScheme: light.theme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
        await page.goto(
          `${product.url}${screen.path()}${screen.path().includes('?') ? '&' : '?'}lang=${language}`,
        )
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const name = `${screen.name}-${width}-${light.name}-${language}.png`
        expect.soft(await pictureOf(page, smaller), name).toMatchSnapshot(name, TOLERANCE)
      }
    })
  }
})
