import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { type Home, manyDevices, startHome } from '#product/home.ts'
import { expectNoViolationInAnyLook } from '#product/looks.ts'
import { test } from '#product/test.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Search by name, room or kind' })
const status = (page: Page) => page.getByRole('search').getByRole('status')

test.describe('the search of a home of sixty devices', () => {
  let home: Home
  test.beforeAll(async ({ server }) => {
    const devices = manyDevices(60)
    home = await startHome(
      server,
      1,
      [],
      [
        ...devices.slice(0, 58),
        { name: 'Čajna kuhinja', type: 'roller_shutter' },
        { name: 'Спаваћа соба', type: 'roller_shutter' },
      ],
    )
  })
  test.afterAll(async () => home.product.stop())

  test.beforeEach(async ({ page }) => {
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).cards.first()).toBeVisible()
    await expect(page.getByText(/^You have many devices/)).toBeVisible()
  })

  test('opens a device within three seconds by keyboard', async ({ page }) => {
    const begin = Date.now()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('study 3')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Study 3' })).toBeVisible()
    expect(Date.now() - begin).toBeLessThan(3000)
  })

  for (const [query, name] of [
    ['cajna', 'Čajna kuhinja'],
    ['spavaca', 'Спаваћа соба'],
  ] as const) {
    test(`finds ${name} by “${query}”`, async ({ page }) => {
      await page.keyboard.press('/')
      await field(page).fill(query)
      await expect(new HomePage(page).cards).toHaveCount(1)
      await expect(new HomePage(page).card(name)).toBeVisible()
    })
  }

  test('finds by room', async ({ page }) => {
    const { id } = await home.owner.named('South window')
    await home.owner.post('room/create', { name: 'Šuplja soba', devices: [id] })
    await page.keyboard.press('/')
    await field(page).fill('supl')
    await expect(new HomePage(page).cards).toHaveCount(1)
    await expect(new HomePage(page).card('South window')).toBeVisible()
  })

  test('finds by kind, and says how many, and when nothing', async ({ page }) => {
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await field(page).fill('pergola')
    await expect(status(page)).toHaveText('4 found')
    await expect(new HomePage(page).cards).toHaveCount(4)
    await field(page).fill('nowhere')
    await expect(status(page)).toHaveText('Nothing found')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/home\?q=nowhere$/)
  })

  test('stands in the address: back and reload know it, Escape leaves it', async ({ page }) => {
    const { cards } = new HomePage(page)
    await page.keyboard.press('/')
    await field(page).pressSequentially('study 2')
    await expect(page).toHaveURL(/\/home\?q=study\+2$/)
    await expect(cards).toHaveCount(1)
    await page.reload()
    await expect(field(page)).toHaveValue('study 2')
    await expect(cards).toHaveCount(1)
    await page.getByRole('link', { name: 'Study 2', exact: true }).click()
    await expect(page).toHaveURL(/\/device\?/)
    await page.goBack()
    await expect(field(page)).toHaveValue('study 2')
    await expect(cards).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('search')).toBeHidden()
    await page.goForward()
    await expect(cards).toHaveCount(1)
    await field(page).press('Escape')
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('search')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
  })

  test('searches among what a notice filters, and back leads to the filter', async ({ page }) => {
    const { id } = await home.owner.named('Front door 2')
    await home.product.provoke(id, { door: 'open' })
    const { cards } = new HomePage(page)
    await page.getByRole('link', { name: /doors? open$/ }).click()
    await expect(page).toHaveURL(/\/home\?show=doorOpen$/)
    await expect(page.getByRole('heading', { name: 'Only open doors' })).toBeVisible()
    const open = await cards.count()
    await page.keyboard.press('/')
    await field(page).pressSequentially('door 2')
    await expect(page).toHaveURL(/\/home\?show=doorOpen&q=door\+2$/)
    await expect(cards).toHaveCount(1)
    await page.reload()
    await expect(field(page)).toHaveValue('door 2')
    await expect(new HomePage(page).card('Front door 2')).toBeVisible()
    await expect(cards).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(/\/home\?show=doorOpen$/)
    await expect(cards).toHaveCount(open)
    await page.goBack()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('heading', { name: 'Only open doors' })).toBeHidden()
  })

  test('keeps every letter, however fast they come', async ({ page }) => {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    const words = 'stairwell falcon study kitchen'
    await page.keyboard.type(words)
    await expect(status(page)).toHaveText('Nothing found')
    await expect(field(page)).toHaveValue(words)
    await expect(page).toHaveURL(/q=stairwell\+falcon\+study\+kitchen$/)
    for (const _ of words) await page.keyboard.press('Backspace')
    await page.keyboard.type('study 3')
    await expect(status(page)).toHaveText('1 found')
    await expect(field(page)).toHaveValue('study 3')
  })

  test('leaves "/" to fields and dialogs', async ({ page }) => {
    await page.keyboard.press('/')
    await field(page).press('/')
    await expect(field(page)).toHaveValue('/')
    await field(page).press('Escape')
    await new HomePage(page).openMenu()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('search')).toBeHidden()
  })

  test('has no violation by axe', async ({ page }) => {
    await page.keyboard.press('/')
    await field(page).fill('study')
    await expect(status(page)).not.toBeEmpty()
    await expectNoViolationInAnyLook(page, 'search')
  })
})

test('a home of twelve devices has nothing to search', async ({ page, server }) => {
  const home = await startHome(server, 1, [], manyDevices(12))
  await new EntrancePage(page).enter(home.product)
  await expect(new HomePage(page).cards).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('search')).toHaveCount(0)
  await home.product.stop()
})
