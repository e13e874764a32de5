import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { type Home, isAtRest, startHome } from '#product/home.ts'
import { expectNoViolation } from '#product/looks.ts'
import { test } from '#product/test.ts'

/** The names of the controls of a card that the offer covers. */
const coveredIn = (page: Page, id: string): Promise<string[]> =>
  page.evaluate((device) => {
    const offer = document.querySelector('[aria-keyshortcuts="Control+Z Meta+Z"]')?.getBoundingClientRect()
    if (offer === undefined) throw new Error('There is no offer')
    return [...document.querySelectorAll(`[data-device="${device}"] :is(a, button, [role="slider"])`)]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return left < offer.right && offer.left < right && top < offer.bottom && offer.top < bottom
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '')
  }, id)

test.describe('undoing a move', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''
  const undo = (page: Page) => page.getByRole('button', { name: /^(Undo|Back to .*|(Open|Close) again)$/ })

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 4)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
  })
  test.afterAll(async () => home.product.stop())

  test.beforeEach(async ({ page }) => {
    await home.owner.refresh()
    await home.owner.move([{ token: idOf('Bedroom'), command: 'move', position: 31 }], true)
    await page.setViewportSize({ width: 390, height: 844 })
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).card('Study')).toBeVisible()
  })

  test('of one device leads back to where it was, once', async ({ page }) => {
    const moves = movesOf(page)
    await new HomePage(page).button('Close', 'Bedroom').click()
    await expect(undo(page)).toHaveText('Back to 31%')
    expect(await coveredIn(page, idOf('Bedroom'))).toEqual([])
    await undo(page).click()
    await expect(undo(page)).toBeHidden()
    await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })
    await page.keyboard.press('Control+z')
    expect(moves).toHaveLength(2)
  })

  test('has no fault that axe finds', async ({ page }) => {
    await new HomePage(page).button('Close', 'Bedroom').click()
    await expect(undo(page)).toBeVisible()
    await expectNoViolation(page, 'the offer to undo')
  })

  test('of the whole house by keyboard leads each shade back, and the offer goes after six seconds', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Close all' }).click()
    await expect(undo(page)).toHaveText('Undo')
    await page.keyboard.press('Control+z')
    await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })

    await new HomePage(page).button('Close', 'Bedroom').click()
    await expect(undo(page)).toBeVisible()
    await expect(undo(page)).toBeHidden({ timeout: 7_000 })
    await page.keyboard.press('Control+z')
    await isAtRest(home.owner, idOf('Bedroom'), { position: 1 })
  })

  test('is offered on the page of the device, beside its controls', async ({ page }) => {
    await page.getByRole('link', { name: 'Bedroom', exact: true }).click()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(undo(page)).toHaveText('Back to 31%')
    await undo(page).click()
    await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })
  })
})
