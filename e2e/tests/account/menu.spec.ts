import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

let product: Product

test.beforeAll(async ({ server }) => {
  ;({ product } = await startHome(server, 1, [], []))
})

test.afterAll(async () => product.stop())

test('the menu of the account', async ({ page }) => {
  await new EntrancePage(page).bringSession(product)
  await page.goto(`${product.url}/menu`)
  const menu = page.getByRole('dialog', { name: 'Account' })

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 320, height: 568 },
  ]) {
    await test.step(`at ${viewport.width} × ${viewport.height} logging out is in sight, and deletion comes last`, async () => {
      await page.setViewportSize(viewport)
      await expect(menu.getByRole('button', { name: 'Log out', exact: true })).toBeInViewport({ ratio: 1 })
      const last = menu.getByRole('list').last()
      await expect(last.getByRole('listitem')).toHaveText(['Delete account'])
      await expect(last.getByRole('listitem')).not.toBeInViewport()
    })
  }

  await test.step('logging out everywhere is in the section of the sessions, and names what it does', async () => {
    const section = page
      .getByRole('list')
      .filter({ has: page.getByRole('link', { name: 'Logged-in devices' }) })
    await section.getByRole('button', { name: 'Log out everywhere' }).click()
    const question = page.getByRole('dialog', { name: 'Log out everywhere?' })
    await expect(question.getByRole('button')).toHaveText(['Cancel', 'Log out everywhere'])
  })
})
