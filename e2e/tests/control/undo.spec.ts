import { expect, type Locator, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { type Home, isAtRest, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

/** How many controls, figures and words on the page of a device the message bar covers. */
const coveredOf = (page: Page, id: string): Promise<number> =>
  page.evaluate((device) => {
    const key = document.querySelector('[aria-keyshortcuts="Control+Z Meta+Z"]')
    const bar = key?.closest('[role="status"]')?.getBoundingClientRect()
    if (bar === undefined) throw new Error('There is no offer')
    const place = `[data-panel-of="${device}"]`
    const parts = `${place} :is(a, button, input, p, span), [role="slider"]${place}`
    return [...document.querySelectorAll(parts)].filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return left < bar.right && bar.left < right && top < bar.bottom && bar.top < bottom
    }).length
  }, id)

test.describe('undoing a move', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''
  const undo = (page: Page) => page.getByRole('button', { name: /^(Undo|Back to .*|(Open|Close) again)$/ })

  const prefer = (json: Record<string, string>) => home.owner.call('POST', '/account/preferences', { json })

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 4)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
  })
  test.afterAll(async () => home.product.stop())

  const begin = async (page: Page) => {
    await home.owner.refresh()
    await prefer({ density: 'comfortable', tap: 'control' })
    await home.owner.move([{ token: idOf('Bedroom'), command: 'move', position: 31 }], true)
    await page.setViewportSize({ width: 390, height: 844 })
    await new EntrancePage(page).bringSession(home.product)
  }

  const open = async (page: Page): Promise<HomePage> => {
    await page.goto(`${home.product.url}/home`)
    const screen = new HomePage(page)
    await expect(screen.card('Study')).toBeVisible()
    return screen
  }

  test('is offered once, where it covers no control of the device', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('is offered once, and leads back', async () => {
      await begin(page)
      const screen = await open(page)

      await test.step('of one device leads back to where it was, once', async () => {
        const moves = movesOf(page)
        await screen.button('Close', 'Bedroom').click()
        await expect(undo(page)).toHaveText('Back to 31\u202f%')
        await undo(page).click()
        await expect(undo(page)).toBeHidden()
        await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })
        await page.keyboard.press('Control+z')
        expect(moves).toHaveLength(2)
      })

      await test.step('does not lie over the card whose key was pressed, which is at the end of the window', async () => {
        const card = screen.card('Bedroom')
        const boxOf = async (place: Locator) => {
          const box = await place.boundingBox()
          if (box === null) throw new Error('It is not shown')
          return box
        }
        await page.getByRole('button', { name: 'Dismiss the message' }).click()
        const { y, height } = await boxOf(card)
        await page.setViewportSize({ width: 390, height: Math.ceil(y + height) })
        await screen.button('Close', 'Bedroom').click()
        const over = await boxOf(page.getByRole('status').filter({ has: undo(page) }))
        expect(over.y + over.height).toBeLessThanOrEqual((await boxOf(card)).y)
        await undo(page).click()
        await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })
        await page.setViewportSize({ width: 390, height: 844 })
      })

      await test.step('is offered on the page of the device, beside its controls', async () => {
        await page.getByRole('link', { name: 'Bedroom', exact: true }).click()
        await page.getByRole('button', { name: 'Close', exact: true }).click()
        await expect(undo(page)).toHaveText('Back to 31\u202f%')
        for (const viewport of [
          { width: 1260, height: 800 },
          { width: 390, height: 844 },
        ]) {
          await page.setViewportSize(viewport)
          // The room is laid out again a frame after the window has changed.
          await expect.poll(() => coveredOf(page, idOf('Bedroom'))).toBe(0)
        }
        await undo(page).click()
        await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })
      })

      await test.step('of the whole house by keyboard leads each shade back, and the offer goes after six seconds', async () => {
        await page.getByRole('link', { name: 'Senca, start page' }).click()
        await page.getByRole('button', { name: 'Close all' }).click()
        await expect(undo(page)).toHaveText('Undo')
        await page.keyboard.press('Control+z')
        await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })

        await screen.button('Close', 'Bedroom').click()
        await expect(undo(page)).toBeVisible()
        await expect(undo(page)).toBeHidden({ timeout: 120_000 })
        await page.keyboard.press('Control+z')
        await isAtRest(home.owner, idOf('Bedroom'), { position: 1 })
      })
    })
  })
})
