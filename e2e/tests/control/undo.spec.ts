import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { type Home, isAtRest, startHome } from '#product/home.ts'
import { expectNoViolation } from '#product/looks.ts'
import { test } from '#product/test.ts'

/** How many controls, figures and words of a device the offer covers, on its card and on its page. */
const coveredOf = (page: Page, id: string): Promise<number> =>
  page.evaluate((device) => {
    const offer = document.querySelector('[aria-keyshortcuts="Control+Z Meta+Z"]')?.getBoundingClientRect()
    if (offer === undefined) throw new Error('There is no offer')
    const places = `:is([data-device="${device}"], [data-panel-of="${device}"])`
    const parts = `${places} :is(a, button, input, p, span), [role="slider"]${places}`
    return [...document.querySelectorAll(parts)].filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return left < offer.right && offer.left < right && top < offer.bottom && offer.top < bottom
    }).length
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
    await home.owner.call('POST', '/account/preferences', {
      json: { density: 'comfortable', tap: 'control' },
    })
    await home.owner.move([{ token: idOf('Bedroom'), command: 'move', position: 31 }], true)
    await page.setViewportSize({ width: 390, height: 844 })
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).card('Study')).toBeVisible()
  })

  test('of one device leads back to where it was, once', async ({ page }) => {
    const moves = movesOf(page)
    await new HomePage(page).button('Close', 'Bedroom').click()
    await expect(undo(page)).toHaveText('Back to 31%')
    expect(await coveredOf(page, idOf('Bedroom'))).toBe(0)
    await undo(page).click()
    await expect(undo(page)).toBeHidden()
    await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })
    await page.keyboard.press('Control+z')
    expect(moves).toHaveLength(2)
  })

  for (const density of ['comfortable', 'compact'] as const) {
    test(`covers nothing of the card that moves wherever the page is scrolled: ${density}`, async ({
      page,
    }) => {
      await home.owner.call('POST', '/account/preferences', { json: { density, tap: 'move' } })
      await page.reload()
      const card = new HomePage(page).card('Bedroom')
      await card.getByRole('button', { name: 'Close Bedroom' }).click()
      await expect(undo(page)).toBeVisible()
      const head = await card.evaluate((element) => element.getBoundingClientRect().top + scrollY)
      for (const top of [0, 8, 60, 200, 420, 600, 760]) {
        await page.evaluate((y) => scrollTo(0, y), head - top)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
        expect(await coveredOf(page, idOf('Bedroom'))).toBe(0)
      }
    })
  }

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
    expect(await coveredOf(page, idOf('Bedroom'))).toBe(0)
    await undo(page).click()
    await isAtRest(home.owner, idOf('Bedroom'), { position: 0.31 })
  })
})
