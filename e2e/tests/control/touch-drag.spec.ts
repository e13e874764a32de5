import { expect, type Locator, type Page } from '@playwright/test'
import { ControlPage } from '#pages/control.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { fingerOn, type Point } from '#pages/finger.ts'
import { boxOf } from '#pages/places.ts'
import { type ControlHome, startControlHome } from '#product/control-home.ts'
import { furniture, isAtRest } from '#product/home.ts'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

/** With this height the lists scroll, and with the lower one the screens of the shades too. */
const [HEIGHT, LOW] = [520, 395]

const ROOMS = ['Attic', 'Bath', 'Cellar', 'Den', 'Entry', 'Forge', 'Garage', 'Hall', 'Inn', 'Junk']

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

const middleOf = async (target: Locator): Promise<Point> => {
  const { x, y, width, height } = await boxOf(target)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Whether a finger at a point touches the target, and nothing that covers it. */
const isUnder = (target: Locator, { x, y }: Point): Promise<boolean> =>
  target.evaluate((element, [x, y]) => document.elementFromPoint(x, y) === element, [x, y] as const)

test.describe('dragging with a finger', () => {
  let home: ControlHome

  test.beforeAll(async ({ server }) => {
    home = await startControlHome(server, furniture('Living room', 'South window', 'Terrace awning'))
    for (const name of ROOMS) await home.owner.post('room/create', { name, devices: [] })
    const pinned = Object.keys(await home.owner.devices()).slice(0, 3)
    await home.owner.call('POST', '/account/preferences', { json: { pinned } })
  })
  test.beforeEach(async () => home.owner.refresh())
  test.afterAll(async () => home.product.stop())

  test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true, isMobile: true })

  test('a shade and the rows of a list', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('a shade', async () => {
      const { id } = await home.placed('roller_shutter', { position: 30 })
      const control = await home.show(page, id)
      const finger = await fingerOn(page)

      await test.step('a shade moves with the finger on its window, and the page does not', async () => {
        const [from, to] = [await control.at(0.5), await control.at(0.2)]
        await finger.drag(from, to.y - from.y)
        await expect(control.slider).toHaveAttribute('aria-valuenow', '20')
        expect(await scrolled(page)).toBe(0)
        await finger.lift()
        await isAtRest(home.owner, id, { position: 0.2 })
        expect(control.moves).toHaveLength(1)
      })

      await test.step('a shade stays where it is when the touch is taken away, or scrolls the page [SN9]', async () => {
        await page.setViewportSize({ width: 390, height: LOW })
        const control = new ControlPage(page)
        const from = await control.at(0.7)
        await finger.drag(from, -60)
        await expect(control.slider).not.toHaveAttribute('aria-valuenow', '20')
        await finger.cancel()
        await expect(control.slider).toHaveAttribute('aria-valuenow', '20')

        await finger.drag({ x: 16, y: from.y }, -120)
        await expect.poll(() => scrolled(page)).toBeGreaterThan(30)
        await finger.lift()
        expect(control.moves).toEqual([])
      })

      await test.step('the window of a shade without connection scrolls the page', async () => {
        const { id } = await home.owner.first('textile_screen')
        await home.product.provoke(id, { fault: { kind: 'lost_link' } })
        await page.setViewportSize({ width: 390, height: LOW })
        const control = new ControlPage(page)
        await control.open(home.product.url, id)
        await expect(control.slider).toHaveAttribute('aria-disabled', 'true')
        const { x, y, width, height } = await boxOf(control.slider)
        // The middle is behind the note that the shade is offline.
        const edge = { x: x + width * 0.95, y: y + height / 2 }
        expect(await isUnder(control.slider, edge)).toBe(true)
        await finger.drag(edge, -120)
        await expect.poll(() => scrolled(page)).toBeGreaterThan(30)
        await finger.lift()
      })
    })

    await test.step('the rows of a list', async () => {
      await new EntrancePage(page).bringSession(home.product)
      await page.goto(`${home.product.url}/rooms`)
      const finger = await fingerOn(page)

      for (const [what, rows, grips] of [
        ['a room', 'data-room', ROOMS.length],
        ['a pin', 'data-pin', 3],
      ] as const) {
        await test.step(`${what} moves with the finger on its grip, and the page with a finger beside it`, async () => {
          const list = page.locator(`[${rows}]`)
          await expect(list).toHaveCount(grips)
          const order = () => list.evaluateAll((all) => all.map((row) => row.textContent))
          const [first, second, ...others] = await order()
          await list.first().evaluate((row) => row.scrollIntoView({ block: 'center' }))
          const before = await scrolled(page)
          const grip = await middleOf(list.first().locator('[data-grip]'))
          const height = (await boxOf(list.nth(1))).y - (await boxOf(list.first())).y

          await finger.drag(grip, height)
          await finger.cancel()
          expect(await order()).toEqual([first, second, ...others])

          await finger.drag(grip, height)
          expect(await scrolled(page)).toBe(before)
          await finger.lift()
          await expect.poll(order).toEqual([second, first, ...others])

          await finger.drag({ x: grip.x + 60, y: grip.y }, -120)
          await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 60)
          await finger.lift()
          expect(await order()).toEqual([second, first, ...others])
        })
      }
    })
  })
})
