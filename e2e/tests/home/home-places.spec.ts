import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf } from '#pages/places.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const ROOMS = [
  ['Ground floor', 'Living room', 'Kitchen', 'South window'],
  ['Sleeping', 'Bedroom', 'Study'],
  ['Garden', 'Terrace awning', 'Garden pergola', 'Terrace lights', 'Balcony fly screen'],
  ['Stairs', 'Stairwell falcon', 'Hallway light'],
  ['Doors', 'Front door', 'Garage door'],
] as const

/** How far down the first device may begin. */
const SIZES = [
  { width: 390, height: 844, most: 240 },
  { width: 1280, height: 800, most: 230 },
  { width: 844, height: 390, most: 130 },
] as const

const WHOLE_HOME = ['Open all', 'Stop all', 'Close all'] as const

test.describe('a home of thirteen devices in five rooms', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
    for (const [name, ...devices] of ROOMS)
      await home.owner.post('room/create', { name, devices: devices.map(idOf) })
  })
  test.afterAll(async () => home.product.stop())

  const enter = async (page: Page) => {
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).card('Garage door')).toBeAttached()
  }
  const key = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test('begins high on every screen, with the name of its first room [SN2]', { tag: '@smoke' }, async ({
    page,
  }) => {
    for (const { width, height, most } of SIZES) {
      await test.step(`at ${width} × ${height} the first device is at most ${most} down`, async () => {
        await page.setViewportSize({ width, height })
        await enter(page)
        expect((await boxOf(new HomePage(page).cards.first())).y).toBeLessThanOrEqual(most)
        for (const name of WHOLE_HOME) await expect(key(page, name)).toBeInViewport({ ratio: 1 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        const tabs = page.getByRole('navigation', { name: 'Parts of the home' })
        await expect(tabs.getByRole('link')).toHaveText(['Home', 'Automations', 'Activity'])
        await expect(tabs).toBeInViewport({ ratio: 1 })
        await expect(page.getByRole('heading', { level: 2, name: 'Ground floor' })).toBeInViewport({
          ratio: 1,
        })
      })
    }
  })

  test('has one left edge for logo, headline, names and cards', async ({ page }) => {
    for (const width of [390, 1280, 1920, 2560]) {
      await page.setViewportSize({ width, height: 844 })
      await enter(page)
      const { x } = await boxOf(page.getByRole('link', { name: 'Senca, start page' }))
      const name = page.getByRole('heading', { level: 2, name: 'Ground floor' })
      const places = [page.getByRole('heading', { level: 1 }), name, new HomePage(page).cards.first()]
      for (const place of places) expect((await boxOf(place)).x).toBe(x)
      const words = await boxOf(name)
      const open = await boxOf(key(page, 'Open the shades in Ground floor'))
      if (width > 390) expect(open.x - words.x - words.width).toBeLessThan(10)
    }
  })

  test('moves no key while one reaches for it, whatever comes or goes', async ({ page }) => {
    for (const { width, height } of SIZES) {
      await test.step(`at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await enter(page)
        const keys = [
          ...WHOLE_HOME,
          'Open the shades in Ground floor',
          'Close the shades in Ground floor',
          'Search',
          'More',
        ]
        const places = () => Promise.all(keys.map((name) => boxOf(key(page, name))))
        const notice = page.getByRole('list', { name: 'Needs attention' }).getByRole('link')
        const before = await places()
        await home.product.provoke(idOf('Front door'), { door: 'open' })
        await expect(notice).toHaveText(['1 door open'])
        expect(await places()).toEqual(before)
        await key(page, 'Close all').click()
        await home.product.provoke(idOf('Front door'), { door: 'close' })
        await expect(notice).toHaveCount(0)
        expect(await places()).toEqual(before)
        await key(page, 'Stop all').click()
        await key(page, 'Open all').click()
        expect(await places()).toEqual(before)
        await expect(key(page, 'Stop all')).toBeDisabled({ timeout: 120_000 })
        expect(await places()).toEqual(before)
      })
    }
  })

  test('leads on from "⋯", by hand and by keyboard', async ({ page }) => {
    await enter(page)
    const more = key(page, 'More')
    for (const [name, url] of [
      ['Arrange in rooms', /\/rooms$/],
      ['Add a device', /\/claim$/],
      ['Activity', /\/activity$/],
    ] as const) {
      await more.click()
      await page.getByRole('main').getByRole('list').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(url)
      await page.goto(`${home.product.url}/home`)
    }
    await more.press('Enter')
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(key(page, 'Small tiles')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await expect(more).toBeFocused()
  })

  test('runs a pinned scenario with one tap, and moves a pinned group by its keys', async ({ page }) => {
    const targets = [idOf('Study')]
    const scenario = await home.owner.post('scenario/create', {
      name: 'Reading',
      enabled: true,
      targets,
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 0.3 }],
    })
    const group = await home.owner.post('group/create', { name: 'Upstairs', devices: targets })
    const pinned = [String(Object(scenario).id), String(Object(group).id)]
    await home.owner.call('POST', '/account/preferences', { json: { pinned } })
    await enter(page)
    await key(page, 'Run now: Reading').click()
    await expect.poll(() => new HomePage(page).position('Study'), { timeout: 120_000 }).toBe(30)
    await page
      .getByRole('region', { name: 'Upstairs' })
      .getByRole('button', { name: 'Close Upstairs' })
      .click()
    await expect.poll(() => new HomePage(page).position('Study'), { timeout: 120_000 }).toBe(100)
    await home.owner.post('scenario/delete', { id: pinned[0] })
    await expect(key(page, 'Run now: Reading')).toHaveCount(0)
    await home.owner.call('POST', '/account/preferences', { json: { pinned: [] } })
  })

  test('is in the theme that was chosen in this browser [SN20]', async ({ page }) => {
    await enter(page)
    await new HomePage(page).openMenu()
    const isDark = () =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 17, 21)')
    expect(await isDark()).toBe(false)
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
    await expect.poll(isDark).toBe(true)
    await page.reload()
    await expect.poll(isDark).toBe(true)
    await page.getByRole('radio', { name: 'Same as system' }).check({ force: true })
    await expect.poll(isDark).toBe(false)
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system')
  })

  test('leaves no column empty, and shows its first room beside the moments on a phone', async ({ page }) => {
    for (const name of ['Good morning', 'Leave', 'Good night'])
      await home.owner.post('moment/create', { name, steps: [{ act: 'close_shades' }] })
    await enter(page)
    const room = (name: string) => page.getByRole('region', { name, exact: true })
    for (const width of [1280, 1920, 2560]) {
      await page.setViewportSize({ width, height: 1080 })
      for (const [name, first, second] of [
        ['Sleeping', 'Bedroom', 'Study'],
        ['Doors', 'Front door', 'Garage door'],
      ] as const) {
        const list = await boxOf(room(name).getByRole('list').first())
        const [left, right] = [
          await boxOf(new HomePage(page).card(first)),
          await boxOf(new HomePage(page).card(second)),
        ]
        expect(right.y).toBe(left.y)
        expect(Math.abs(left.width - right.width)).toBeLessThanOrEqual(1)
        expect(Math.abs(list.x + list.width - right.x - right.width)).toBeLessThanOrEqual(1)
      }
      const beside = await Promise.all(
        (await page.locator('main section[data-kind]').all()).map((section) => boxOf(section)),
      )
      const ends = beside.map(({ x, width }) => x + width)
      const rows = new Set(beside.map(({ y }) => y))
      const edge = Math.max(...ends)
      expect(ends.filter((end) => Math.abs(end - edge) <= 1)).toHaveLength(rows.size)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const moments = page.getByRole('list', { name: 'Moments' }).getByRole('button')
    await expect(moments).toHaveCount(3)
    for (const moment of await moments.all()) await expect(moment).toBeInViewport({ ratio: 1 })
    await expect(moments.first()).toHaveText('Good morning')
    await expect(page.getByRole('link', { name: 'Ground floor', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Sleeping', exact: true })).toBeInViewport()
  })
})
