import { expect, type Page } from '@playwright/test'
import { preferencesSchema } from '@senca/contract'
import { EntrancePage } from '#pages/entrance.page.ts'
import { FacadePage, luminanceOf } from '#pages/facade.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { boxOf } from '#pages/places.ts'
import { ownTime } from '#product/clock.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

test.describe('the front of the house', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
    await home.owner.post('moment/create', { name: 'Leave', steps: [{ act: 'close_shades' }] })
  })
  test.afterAll(async () => home.product.stop())

  const open = async (page: Page, path: string) => {
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(home.product.url + path)
  }
  const savedOn = async (page: Page) => {
    const answer = await page.request.get(`${home.product.url}/auth/account/preferences`)
    return preferencesSchema.parse(await answer.json()).facade
  }

  test('is arranged by drag and by keys, kept, shown on every page, and opens devices [SN30] [SN31]', async ({
    page,
    context,
  }) => {
    const facade = new FacadePage(page)
    await open(page, '/home')
    const moves = movesOf(page)
    await test.step('is proposed by rooms, behind the key of the home', async () => {
      const list = await new HomePage(page).openMore()
      await list.getByRole('link', { name: 'House front' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'House front' })).toBeVisible()
      await expect(facade.window('Study')).toBeVisible()
      await expect(facade.window('Front door')).toBeVisible()
      await expect(page.getByRole('link', { name: /^Hallway light/ })).toHaveCount(0)
    })

    const other = await context.newPage()
    await other.goto(`${home.product.url}/facade`)
    const second = new FacadePage(other)
    await expect(second.window('Study')).toBeVisible()
    const placeOf = async (what: FacadePage, name: string) => boxOf(what.window(name))
    const before = await placeOf(second, 'Study')

    await test.step('is arranged by drag', async () => {
      await facade.arrange.click()
      await facade.drag(facade.movable('Study'), { x: 0, y: -37 })
      await expect.poll(async () => (await placeOf(second, 'Study')).y).toBeLessThan(before.y - 20)
    })

    await test.step('is arranged by keys, in place and size', async () => {
      const start = (await savedOn(page)).find(({ device }) => device === idOf('Study'))
      await facade.movable('Study').focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowDown')
      await expect
        .poll(async () => (await savedOn(page)).find(({ device }) => device === idOf('Study')))
        .toEqual({
          ...start,
          x: expect.closeTo((start?.x ?? 0) + 0.02, 4),
          h: expect.closeTo((start?.h ?? 0) + 0.01, 4),
        })
    })

    await test.step('has a tray for what has no place', async () => {
      await facade.movable('Kitchen').focus()
      await page.keyboard.press('Delete')
      await expect(second.window('Kitchen')).toHaveCount(0)
      const inTray = page.getByRole('button', { name: 'Put on the wall: Kitchen' })
      const [tray, wall] = [await boxOf(inTray), await boxOf(facade.windows)]
      await facade.drag(inTray, {
        x: wall.x + wall.width / 2 - tray.x - tray.width / 2,
        y: wall.y + wall.height * 0.45 - tray.y - tray.height / 2,
      })
      await expect(second.window('Kitchen')).toBeVisible()
      await expect(page.getByText('Everything has its place.')).toBeVisible()
    })

    await test.step('is the same after a reload, and a tap opens a control', async () => {
      const kept = await savedOn(page)
      expect(kept.map(({ device }) => device)).toContain(idOf('Kitchen'))
      await page.reload()
      const place = kept.find(({ device }) => device === idOf('Study'))
      const there = await placeOf(second, 'Study')
      await expect.poll(async () => (await placeOf(facade, 'Study')).x).toBeCloseTo(there.x, 0)
      expect(place?.y).toBeGreaterThan(0)
      await facade.window('Study').click()
      await expect(page).toHaveURL(new RegExp(`deviceId=${idOf('Study')}`))
      await expect(page.getByRole('heading', { level: 1, name: 'Study' })).toBeVisible()
    })
    expect(moves).toEqual([])
    await other.close()
  })

  test('is lit as it is, and says it', async ({ page }) => {
    await open(page, '/facade')
    const facade = new FacadePage(page)
    await expect(facade.window('Bedroom')).toBeVisible()
    await home.owner.post('device/move', {
      commands: [{ token: idOf('Bedroom'), command: 'move', position: 100 }],
      wait: true,
    })
    await expect(page.getByRole('link', { name: 'Bedroom: Closed' })).toBeVisible()
    await home.product.provoke(idOf('Bedroom'), { fault: { kind: 'lost_link' } })
    await expect(page.getByRole('link', { name: /^Bedroom: Offline/ })).toBeVisible()
  })

  test('is all that the wall shows with its moments, and is dimmed at night [SN6]', async ({ browser }) => {
    const openAt = async (hour: number) => {
      const page = await browser.newPage({ viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' })
      await ownTime(page)
      await page.clock.install({ time: new Date().setUTCHours(hour, 0, 0, 0) })
      await open(page, '/home?wall')
      await expect(new FacadePage(page).window('Study')).toBeVisible()
      await page.waitForFunction(() => document.querySelectorAll('[data-device] canvas').length > 0)
      await page.clock.runFor(1_000)
      return page
    }
    const noon = await openAt(11)
    const night = await openAt(22)
    await test.step('shows the house, the moments and a way out', async () => {
      await expect(noon.getByRole('banner')).toBeHidden()
      await expect(noon.getByRole('main').getByRole('button')).toHaveText(['Leave', ''])
    })
    await test.step('says what may not be missed, in one line', async () => {
      const line = noon.getByRole('main').getByRole('status').filter({ hasText: /./ })
      await expect(line).toHaveCount(0)
      await home.product.provoke(idOf('Front door'), { door: 'open' })
      await expect(line).toHaveText('Front door open')
      await home.product.provoke(idOf('Front door'), { door: 'close' })
      await expect(line).toHaveCount(0)
    })
    await test.step('is at most half as bright at night as at noon', async () => {
      for (const page of [noon, night]) await page.clock.fastForward(31_000)
      const sheet = (page: Page) => page.locator('[data-brightness]')
      await expect(sheet(night)).toHaveAttribute('data-brightness', 'dim')
      await expect.poll(() => sheet(night).evaluate((it) => getComputedStyle(it).opacity)).toBe('0.7')
      await expect(sheet(noon)).toHaveAttribute('data-brightness', 'bright')
      const [bright, dim] = [await luminanceOf(noon), await luminanceOf(night)]
      expect(bright).toBeGreaterThan(0.1)
      expect(dim).toBeLessThanOrEqual(bright / 2)
    })
    await test.step('is woken by a touch, which does nothing else', async () => {
      const moves = movesOf(night)
      const runs: string[] = []
      night.on('request', (request) => request.method() === 'POST' && runs.push(request.url()))
      const key = await boxOf(night.getByRole('button', { name: /Leave$/ }).first())
      await night.mouse.click(key.x + key.width / 2, key.y + key.height / 2)
      await expect(night.locator('[data-brightness]')).toHaveAttribute('data-brightness', 'bright')
      await expect(night).toHaveURL(/\/home\?wall$/)
      expect([moves, runs.filter((url) => url.includes('moment/run'))]).toEqual([[], []])
      await new FacadePage(night).window('Study').click()
      await expect(night).toHaveURL(new RegExp(idOf('Study')))
    })
    await noon.close()
    await night.close()
  })

  test('the day with its automations is shown along the arc, and sends nothing [SN7]', async ({ page }) => {
    await home.owner.post('home/create', { name: 'Home', lat: 46.05, lon: 14.5 })
    // The sun of the home is up at noon, whenever the test runs: the page lives in the morning of tomorrow.
    const names = ['Living room', 'Study']
    for (const name of names)
      await home.owner.post('scenario/create', {
        name: `Noon ${name}`.slice(0, 20),
        enabled: true,
        targets: [idOf(name)],
        triggers: [{ type: 'TimeOfDay', hour: 12, minute: 0 }],
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      })
    const morning = new Date(Date.now() + 86_400_000)
    morning.setUTCHours(8, 0, 0, 0)
    await ownTime(page)
    await page.clock.install({ time: morning })
    await page.route('**/scenario/outlook?*', async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('hours', '60')
      await route.continue({ url: url.href })
    })
    await open(page, '/home')
    await expect(new HomePage(page).card('Study')).toBeVisible()
    const posted: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.url())
    })
    const arc = page.getByRole('slider', { name: 'Preview the light at another time' })
    const line = page.getByText(/^At \d\d:\d\d: two shades half closed$/)
    // Waits until the line of the arc has its place.
    await arc.hover()
    const { x, y, width, height } = await boxOf(arc)
    await page.mouse.move(x + width * 0.3, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 4 })
    await expect(line).toBeVisible()
    await expect(arc).toHaveAttribute('aria-valuetext', /two shades half closed$/)
    await page.mouse.up()
    await expect(line).toBeHidden()
    await arc.focus()
    await page.keyboard.press('End')
    await expect(line).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(line).toBeHidden()
    expect(posted.filter((url) => !url.includes('/login'))).toEqual([])
  })
})
