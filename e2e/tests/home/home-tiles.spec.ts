import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf, screensOf } from '#pages/places.ts'
import { type Home, isAtRest, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const PHONE = { width: 390, height: 844 }

/** Whether the home is in tiles. */
const expectTiles = (page: Page, isSo = true) =>
  expect(page.locator('[data-density="compact"]')).toHaveCount(isSo ? 1 : 0)

test.describe('a home of thirteen devices', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
  })
  test.afterAll(async () => home.product.stop())

  test.beforeEach(async () => {
    await home.owner.call('POST', '/account/preferences', { json: { density: 'comfortable' } })
  })

  const enter = async (page: Page) => {
    await page.setViewportSize(PHONE)
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).card('Study')).toBeVisible()
  }

  test('is in tiles by choice', async ({ page, browser }) => {
    await enter(page)
    await test.step('is as dense as the account wants it, on all of its pages at once [SN4]', async () => {
      const other = await (await browser.newContext()).newPage()
      await new EntrancePage(other).enter(home.product)
      await expect(new HomePage(other).slider('Bedroom')).toBeVisible()
      await new HomePage(page).toggleTiles()
      await expectTiles(other)
      await expect(new HomePage(other).slider('Bedroom')).toBeHidden()
      await other.reload()
      await expectTiles(other)
      await new HomePage(other).toggleTiles()
      await expect(new HomePage(page).slider('Bedroom')).toBeVisible()
      await other.context().close()
    })

    await test.step('says so where the choice could not be kept, and shows what the account has', async () => {
      await page.route('**/account/preferences', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await new HomePage(page).toggleTiles()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectTiles(page, false)
      await expect(new HomePage(page).slider('Bedroom')).toBeVisible()
      await page.unroute('**/account/preferences')
    })

    await test.step('leads on with one tap or key', async () => {
      await test.step('is used by keyboard alone', async () => {
        await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
        await page.getByRole('button', { name: 'Small tiles', exact: true }).press('Enter')
        await expectTiles(page)
        const link = page.getByRole('link', { name: 'Study', exact: true })
        await link.focus()
        await page.keyboard.press('Tab')
        await expect(new HomePage(page).card('Study').getByRole('button')).toBeFocused()
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/device\?/)
      })

      await page.goBack()
      await test.step('leads to who has access from the menu', async () => {
        await new HomePage(page).openMenu()
        const menu = page.getByRole('dialog')
        for (const name of ['People and links'])
          await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
      })
    })
  })

  test('in tiles fits every size', { tag: '@all' }, async ({ page }) => {
    const tiles = new HomePage(page).cards
    await enter(page)
    await test.step('in tiles has two in a row and at most 2.3 screens on a phone', async () => {
      await new HomePage(page).toggleTiles()
      await expectTiles(page)
      await expect(tiles).toHaveCount(13)
      const [first, second, third] = await Promise.all([0, 1, 2].map((index) => boxOf(tiles.nth(index))))
      expect(second?.y).toBe(first?.y)
      expect(third?.x).toBe(first?.x)
      expect(await screensOf(page)).toBeLessThanOrEqual(2.3)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

      await new HomePage(page).toggleTiles()
      await expect(new HomePage(page).slider('Bedroom')).toBeVisible()
    })

    await new HomePage(page).toggleTiles()
    await test.step('opens the control by a tap on a tile, and comes back to the tiles', async () => {
      await page.getByRole('link', { name: 'Bedroom', exact: true }).click()
      await expect(page).toHaveURL(/\/device\?/)
      await page.goBack()
      await expectTiles(page)
    })

    for (const [width, height, least, most] of [
      [844, 390, 4, 6],
      [1280, 800, 4, 8],
      [1920, 1080, 4, 8],
      [2560, 1440, 4, 8],
      [320, 568, 1, 1],
    ] as const) {
      await test.step(`has ${least} to ${most} tiles in a row at ${width}`, async () => {
        await page.setViewportSize({ width, height })
        await expectTiles(page)
        await expect(tiles).toHaveCount(13)
        const { y } = await boxOf(tiles.first())
        const rows = await Promise.all((await tiles.all()).map((tile) => boxOf(tile)))
        const inFirst = rows.filter((box) => box.y === y).length
        expect(inFirst).toBeGreaterThanOrEqual(least)
        expect(inFirst).toBeLessThanOrEqual(most)
      })
    }

    await test.step('acts by the key on a tile', async () => {
      await page.setViewportSize(PHONE)
      await test.step('moves a shade by its key [SN4]', async () => {
        const tile = new HomePage(page).card('Living room')
        const key = tile.getByRole('button', { name: /^(Open|Close) Living room$/ })
        const isOpening = (await key.getAttribute('aria-label'))?.startsWith('Open')
        await key.click()
        await isAtRest(home.owner, idOf('Living room'), { position: isOpening === true ? 0 : 1 })
        await expect(tile).toContainText(isOpening === true ? 'Open' : 'Closed')
      })

      await test.step('switches a light by its key, and never unlocks a door by a tap [DR8]', async () => {
        const lamp = page.getByRole('button', { name: 'Hallway light', exact: true })
        const wasPressed = (await lamp.getAttribute('aria-pressed')) === 'true'
        await lamp.click()
        await expect(lamp).toHaveAttribute('aria-pressed', String(!wasPressed))
        await page.getByRole('link', { name: 'Front door', exact: true }).click()
        await expect(page).toHaveURL(/\/doordeviceinfopage\?/)
      })
    })
  })

  test('in tiles and four rooms has at most 2.3 screens on a phone, in languages of long words too', {
    tag: '@all',
  }, async ({ page }) => {
    const rooms: string[] = []
    for (const [name, ...devices] of [
      ['Ground floor', 'Living room', 'Kitchen', 'South window'],
      ['Sleeping', 'Bedroom', 'Study', 'Front door'],
      ['Garden', 'Terrace awning', 'Garden pergola', 'Terrace lights', 'Balcony fly screen'],
      ['Stairs', 'Stairwell falcon', 'Hallway light', 'Garage door'],
    ]) {
      const room = await home.owner.post('room/create', { name, devices: devices.map(idOf) })
      rooms.push(z.object({ id: z.string() }).parse(room).id)
    }
    await home.owner.call('POST', '/account/preferences', { json: { density: 'compact' } })
    await page.setViewportSize(PHONE)
    await new EntrancePage(page).bringSession(home.product)
    for (const language of ['en', 'de', 'rs_cyrl']) {
      await page.goto(`${home.product.url}/home?lang=${language}`)
      const garden = page.getByRole('region', { name: 'Garden', exact: true })
      await expect(garden.getByRole('article')).toHaveCount(4)
      await expect(page.locator('[data-density="compact"]')).toHaveCount(rooms.length)
      expect(await screensOf(page), language).toBeLessThanOrEqual(2.3)
    }
    const [first, alone] = await Promise.all(
      ['Stairwell falcon', 'Garage door'].map(async (name) => boxOf(new HomePage(page).card(name))),
    )
    const list = await boxOf(page.getByRole('region', { name: 'Stairs', exact: true }).getByRole('list'))
    expect(alone?.width).toBe(list.width)
    expect(alone?.height).toBe(first?.height)
    for (const id of rooms) await home.owner.post('room/delete', { id })
  })
})

test.describe('a home whose shade moves about as slowly as a real one', () => {
  let home: Home
  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 2, [], [{ name: 'Living room', type: 'roller_shutter' }])
  })
  test.afterAll(async () => home.product.stop())

  test('shows the remaining time of a movement in its tile, which does not grow', { tag: '@all' }, async ({
    page,
  }) => {
    const { id } = await home.owner.first('roller_shutter')
    const move = (position: number) => home.owner.move([{ token: id, command: 'move', position }], false)
    await home.owner.call('POST', '/account/preferences', { json: { density: 'compact' } })
    await page.setViewportSize(PHONE)
    await new EntrancePage(page).enter(home.product)
    const tile = new HomePage(page).card('Living room')
    await expect(tile).toBeVisible()
    // It is a card until the preferences have come.
    await expect(new HomePage(page).slider('Living room')).toHaveCount(0)
    const { height } = await boxOf(tile)
    const { position } = (await home.owner.device(id)).state
    await move(position === 0 ? 100 : 0)
    const left = tile.getByRole('img', { name: /^about \d+\ss$/ })
    await expect(left).toHaveText(/^\d+\ss$/)
    expect((await boxOf(tile)).height).toBe(height)
    await isAtRest(home.owner, id, { position: position === 0 ? 1 : 0 })
    await expect(left).toHaveCount(0)
  })
})
