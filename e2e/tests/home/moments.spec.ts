import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Furniture, type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const FURNITURE: readonly Furniture[] = [
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'Terrace awning', type: 'awning' },
  { name: 'Front door', type: 'home_door' },
  { name: 'Lamp', type: 'light' },
]

test.describe('moments', () => {
  let home: Home

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8, [], FURNITURE)
  })
  test.afterAll(async () => home.product.stop())

  const idOf = async (name: string) =>
    Object.values(await home.owner.devices()).find((device) => device.name === name)?.id ?? ''
  const message = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible({ timeout: 60_000 })

  test('are made from a template, run by one key, and end with words that are true [SC32]', async ({
    page,
  }) => {
    test.setTimeout(300_000)
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/home`)
    await test.step('the home offers to add the first', async () => {
      await page.getByRole('link', { name: 'Add a moment' }).click()
      await page.getByRole('link', { name: 'Leave' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('')
      await page.getByRole('button', { name: 'Create moment' }).click()
      await expect(page.getByText('Give the moment a name')).toBeVisible()
      await page.getByRole('textbox', { name: 'Name' }).fill('Leave')
      await page.getByRole('button', { name: 'Create moment' }).click()
      await expect(page.getByRole('button', { name: 'Run Leave' })).toBeVisible()
    })

    await test.step('everything is closed and locked, and the lamp is off', async () => {
      await page.goto(`${home.product.url}/home`)
      await page.getByRole('button', { name: 'Run Leave' }).click()
      await message(page, 'Everything is closed and locked. All lights are off.')
    })

    await test.step('an open door is named, and the list has the key for what can be done', async () => {
      await home.product.provoke(await idOf('Front door'), { door: 'open' })
      await page.getByRole('button', { name: 'Run Leave' }).click()
      await message(page, 'Front door: the door is open')
      await page.getByRole('button', { name: 'Show' }).click()
      const dialog = page.getByRole('dialog', { name: 'Leave' })
      await expect(dialog.getByText('Front door: the door is open')).toBeVisible()
      await dialog.getByRole('button', { name: 'Done' }).click()
    })

    await test.step('it is changed and removed', async () => {
      await page.goto(`${home.product.url}/moments`)
      await page.getByRole('link', { name: 'Edit Leave' }).click()
      await page.getByRole('button', { name: 'Remove All lights off' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(
        page.getByText('Close all shades, bring in awnings · Check and lock the doors'),
      ).toBeVisible()
      await page.getByRole('link', { name: 'Edit Leave' }).click()
      await page.getByRole('button', { name: 'Delete moment' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete moment' }).click()
      await expect(page.getByRole('link', { name: 'Good night' })).toBeVisible()
    })
  })
})
