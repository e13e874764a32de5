import { expect, type Locator, type Page } from '@playwright/test'
import { LANGUAGE_CODES } from '@senca/contract'
import { turnTo } from '#pages/gallery-control.ts'
import { boxOf } from '#pages/places.ts'
import { test } from '#product/test.ts'

/** A device type for each layout; the other types look like the roller shutter. */
const KINDS = ['roller_shutter', 'venetian_blind', 'pergola']
/** What is shown in each language. States differ in their words: last reported in another year, moving, offline. Kinds differ in their keys. */
const SHOWN = [
  ['venetian_blind', 'oldest'],
  ['venetian_blind', 'moving'],
  ['venetian_blind', 'offline'],
  ['roller_shutter', 'moving'],
  ['pergola', 'moving'],
] as const

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)

test('at 400 % zoom the control of a shade keeps its room, its head and its menu', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`${gallery.url}control.html`)
  const main = page.getByRole('main')
  for (const kind of KINDS) {
    await test.step(`at 400 % zoom the control of a ${kind} keeps its room, its head and its menu`, async () => {
      await turnTo(page, kind, 'rest')
      for (const key of [
        main.getByRole('button', { name: 'Back', exact: true }),
        main.getByRole('link', { name: 'Settings', exact: true }),
        main.getByRole('button', { name: kind === 'pergola' ? 'Open louvers' : 'Open', exact: true }),
      ]) {
        await key.scrollIntoViewIfNeeded()
        await expect(key).toBeInViewport({ ratio: 0.99 })
        // Nothing covers the button.
        await key.click({ trial: true })
      }
      await expect(page.getByRole('slider')).toBeVisible()
      const room = await page.locator('[data-device-room]').boundingBox()
      expect(room?.width).toBe(320)
      expect(room?.height).toBeGreaterThanOrEqual(kind === 'pergola' ? 180 : 260)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
  }
})

/** The buttons are found by their order, because their texts depend on the language. */
async function keysOf(page: Page, state: string): Promise<Locator> {
  const main = page.getByRole('main')
  const menu = main.getByRole('list').getByRole('button')
  await expect(menu).toHaveCount(state === 'offline' ? 0 : 4)
  const stop = main.locator('[aria-keyshortcuts="S"]')
  await expect(stop).toHaveCount(state === 'moving' ? 1 : 0)
  return main.getByRole('link', { name: 'Settings', exact: true }).or(menu).or(stop)
}

/** The buttons that are not completely visible after scrolling to them, or are covered. */
const outOfReach = (keys: Locator): Promise<(string | null)[]> =>
  keys.evaluateAll((elements) =>
    elements
      .filter((key) => {
        key.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, right, top, bottom } = key.getBoundingClientRect()
        // A difference below one pixel is a rounding error.
        const isInView = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
        return !isInView || !key.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
      })
      .map((key) => key.getAttribute('aria-label') ?? key.textContent),
  )

test('in every language the control has room for its words', { tag: '@all' }, async ({ page, gallery }) => {
  test.setTimeout(600_000)
  await page.goto(`${gallery.url}control.html`)
  for (const language of LANGUAGE_CODES) {
    await test.step(`the icons of the menu are in one row on a phone with the words of ${language}`, async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await turnTo(page, 'venetian_blind', 'rest', language)
      const icons = page.getByRole('main').getByRole('list').locator('button > svg')
      await expect(icons).toHaveCount(4)
      const tops = await Promise.all((await icons.all()).map(async (icon) => (await boxOf(icon)).y))
      expect.soft(new Set(tops).size).toBe(1)
    })

    await test.step(`at 400 % zoom the keys of the control are whole in view with the words of ${language}`, async () => {
      await page.setViewportSize({ width: 320, height: 256 })
      for (const [kind, state] of SHOWN) {
        const name = `${language}, ${kind}, ${state}`
        await turnTo(page, kind, state)
        expect.soft(await outOfReach(await keysOf(page, state)), name).toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320)
      }
    })

    await test.step(`fits a low window in landscape while slats are tilted, with the words of ${language}`, async () => {
      await page.setViewportSize({ width: 740, height: 360 })
      await turnTo(page, 'venetian_blind', 'tilted')
      await expect.poll(() => heightOf(page), { message: language }).toBe(360)
    })
  }
})

/** The width of a dial whose arc has a radius of 104 pixels, as in the design for phones. */
const DESIGNED = 212

const SIZES = [
  [390, 844, DESIGNED],
  [844, 390, 130],
  [1280, 800, DESIGNED],
] as const

test('Stop lies where no other key was, and moves none, and a dial is large', { tag: '@all' }, async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery.url}control.html`)
  const menu = page.getByRole('main').getByRole('list').getByRole('button')
  const placesIn = async (kind: string, state: string) => {
    await turnTo(page, kind, state)
    await expect(menu).toHaveCount(4)
    return Promise.all((await menu.all()).map(boxOf))
  }
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  for (const [width, height, least] of SIZES) {
    await test.step(`Stop lies where no other key was, and moves none, and a dial is large, at ${width} × ${height} [SN11]`, async () => {
      await page.setViewportSize({ width, height })
      for (const [kind, rest, moving] of [
        ['roller_shutter', 'rest', 'moving'],
        ['venetian_blind', 'rest', 'moving'],
        ['venetian_blind', 'tilted', 'turning'],
        ['pergola', 'rest', 'moving'],
      ] as const) {
        const before = await placesIn(kind, rest)
        await expect(stop).toHaveCount(0)
        expect(await placesIn(kind, moving), `${kind}, ${moving}`).toEqual(before)
        const over = await boxOf(stop)
        const covered = before.filter(
          ({ x, y, width, height }) =>
            x < over.x + over.width && over.x < x + width && y < over.y + over.height && over.y < y + height,
        )
        expect(covered, `${kind}, ${moving}`).toEqual([])
        expect(await heightOf(page)).toBe(height)
        const dial = await boxOf(page.getByRole('slider').last())
        if (moving === 'turning' || kind === 'pergola') expect(dial.width).toBeGreaterThanOrEqual(least)
      }
    })
  }
})

test('back and settings come before the slider', { tag: '@all' }, async ({ page, gallery }) => {
  await page.goto(`${gallery.url}control.html?kind=roller_shutter`)
  const main = page.getByRole('main')
  for (const [width, height] of SIZES) {
    await test.step(`back and settings come before the slider at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await main.getByRole('button', { name: 'Back', exact: true }).focus()
      await page.keyboard.press('Tab')
      await expect(main.getByRole('link', { name: 'Settings', exact: true })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('slider')).toBeFocused()
    })
  }
})
