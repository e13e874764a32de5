import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { follow } from '#pages/follow.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { type Home, manyDevices, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

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
/** Each language at its time of day, and the theme of every other screen. In November the sun sets at four in Ljubljana. */
const VARIANTS = [
  { language: 'en', time: 'day', theme: 'light' },
  { language: 'de', time: 'night', theme: 'dark' },
  { language: 'sl', time: 'day', theme: 'dark' },
  { language: 'rs_cyrl', time: 'night', theme: 'light' },
] as const
const MOMENTS = { day: '2026-11-20T10:20:00Z', night: '2026-11-20T20:10:00Z' } as const
const OTHER = { light: 'dark', dark: 'light' } as const

/** The order of the screens decides which of the looks each size of them has. */
const SCREENS = [
  'home-13',
  'home-60',
  'home-0',
  'shade',
  'door',
  'light',
  'link-form',
  'home-alarmed',
] as const

type Variant = (typeof VARIANTS)[number]
type Screen = (typeof SCREENS)[number]

/** Tolerates that machines draw letters differently, but not that something moved or is missing. */
const TOLERANCE = { threshold: 0.25, maxDiffPixelRatio: 0.04 }

/** The times when a device last reported, was seen or was opened. */
const REPORTED = /"(reportedAt|lastSeenAt|since|at)":"[^"]+"/g

/** Stops the page at one moment: its own clock does not move, and the server's data is from four minutes before. */
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
async function screenshotOf(page: Page): Promise<string> {
  await expect(page.locator('[aria-busy="true"], [data-painted="false"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  // The PNG is packed less, which takes less time; it is read at once.
  const { data } = await devtools.send('Page.captureScreenshot', { optimizeForSpeed: true })
  await devtools.detach()
  return data
}

async function pictureOf(page: Page, smaller: number): Promise<Buffer> {
  const source = await screenshotOf(page)
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

/** Opens a home at the moment of a look. */
async function open(page: Page, { product }: Home, { language, time }: Variant): Promise<void> {
  await stopAt(page, MOMENTS[time])
  await page.goto(`${product.url}/home?lang=${language}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Compares the pictures of the current screen in this look: each of its sizes has one of the looks. */
async function compare(page: Page, screen: Screen, variant: Variant): Promise<void> {
  const nth = SCREENS.indexOf(screen)
  const theme = nth % 2 === 0 ? variant.theme : OTHER[variant.theme]
  await page.emulateMedia({ colorScheme: theme })
  for (const [n, { width, height, smaller }] of SIZES.entries()) {
    if (VARIANTS[(nth + n) % VARIANTS.length] !== variant) continue
    await page.setViewportSize({ width, height })
    const name = `${screen}-${width}-${theme}-${variant.time}-${variant.language}.png`
    // Something may still move in the first one.
    await expect
      .soft(async () => expect(await pictureOf(page, smaller)).toMatchSnapshot(name, TOLERANCE), name)
      .toPass({ timeout: 120_000, intervals: [500, 2_000] })
  }
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

  for (const variant of VARIANTS) {
    test(`the screens of a home look as they did in ${variant.language}`, { tag: '@all' }, async ({
      page,
    }) => {
      test.setTimeout(600_000)
      await new EntrancePage(page).bringSession(home.product)
      await open(page, home, variant)
      await test.step('home-13', () => compare(page, 'home-13', variant))
      for (const [screen, path, name] of [
        ['shade', 'device', 'Study'],
        ['door', 'doordeviceinfopage', 'Front door'],
        ['light', 'device', 'Terrace lights'],
      ] as const) {
        await test.step(screen, async () => {
          await follow(page, `/${path}?deviceId=${home.idOf(name)}`)
          await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
          await compare(page, screen, variant)
        })
      }
      await test.step('link-form', async () => {
        await follow(page, '/links/new')
        const title = textsIn(variant.language)('linkForm.newTitle')
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await compare(page, 'link-form', variant)
      })
    })
  }

  for (const [screen, of] of [
    ['home-60', () => large],
    ['home-0', () => empty],
  ] as const) {
    test(`${screen} looks as it did`, { tag: '@all' }, async ({ page }) => {
      await new EntrancePage(page).bringSession(of().product)
      for (const variant of VARIANTS) {
        await open(page, of(), variant)
        await compare(page, screen, variant)
      }
    })
  }

  test('home-alarmed looks as it did', { tag: '@all' }, async ({ page }) => {
    await home.product.provoke(home.idOf('Front door'), { door: 'open' })
    await home.product.provoke(home.idOf('Living room'), { fault: { kind: 'lost_position' } })
    await home.product.provoke(home.idOf('Kitchen'), { fault: { kind: 'lost_link' } })
    await home.links.call('freeze', { frozen: true })
    await new EntrancePage(page).bringSession(home.product)
    for (const variant of VARIANTS) {
      await open(page, home, variant)
      // This line comes with a file of its own.
      const frozen = textsIn(variant.language)('home.notice.frozen')
      await expect(page.getByRole('link', { name: frozen })).toBeVisible()
      await compare(page, 'home-alarmed', variant)
    }
  })
})
