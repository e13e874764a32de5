import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { screensOf } from '#pages/places.ts'
import { type Home, manyDevices, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Search by name, room or type' })
const leave = async (page: Page) => {
  await field(page).press('Escape')
  await expect(page.getByRole('search')).toBeHidden()
}
const status = (page: Page) => page.getByRole('search').getByRole('status')

test.describe('a home of sixty devices', () => {
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

  const begin = async (page: Page) => {
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).cards.first()).toBeVisible()
  }

  test('is searched by name, room and kind, as a part of the address', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('finds by name, room and kind', async () => {
      await begin(page)
      for (const [query, name] of [
        ['cajna', 'Čajna kuhinja'],
        ['spavaca', 'Спаваћа соба'],
      ] as const) {
        await test.step(`finds ${name} by “${query}”`, async () => {
          await page.keyboard.press('/')
          await field(page).fill(query)
          await expect(new HomePage(page).cards).toHaveCount(1)
          await expect(new HomePage(page).card(name)).toBeVisible()
        })
        await leave(page)
      }

      await test.step('finds by room', async () => {
        const { id } = await home.owner.named('South window')
        const room = await home.owner.post('room/create', { name: 'Šuplja soba', devices: [id] })
        await page.keyboard.press('/')
        await field(page).fill('supl')
        await expect(new HomePage(page).cards).toHaveCount(1)
        await expect(new HomePage(page).card('South window')).toBeVisible()
        await home.owner.post('room/delete', { id: z.object({ id: z.string() }).parse(room).id })
      })
      await leave(page)

      await test.step('finds by kind, and says how many, and when nothing', async () => {
        await page.getByRole('button', { name: 'Search', exact: true }).click()
        await field(page).fill('pergola')
        await expect(status(page)).toHaveText('4 found')
        await expect(new HomePage(page).cards).toHaveCount(4)
        await field(page).fill('nowhere')
        await expect(status(page)).toHaveText('Nothing found')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/home\?q=nowhere$/)
      })
      await leave(page)

      await test.step('keeps every letter, however fast they come', async () => {
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
      await leave(page)

      await test.step('leaves "/" to fields and dialogs', async () => {
        await page.keyboard.press('/')
        await field(page).press('/')
        await expect(field(page)).toHaveValue('/')
        await field(page).press('Escape')
        await new HomePage(page).openMenu()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.keyboard.press('/')
        await expect(page.getByRole('search')).toBeHidden()
      })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await test.step('opens a device by keyboard', async () => {
        await page.keyboard.press('/')
        await expect(field(page)).toBeFocused()
        await page.keyboard.type('study 3')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1, name: 'Study 3' })).toBeVisible()
      })
    })

    await test.step('is a part of the address', async () => {
      await begin(page)
      await test.step('stands in the address: back and reload know it, Escape leaves it', async () => {
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

      await test.step('searches among what a notice filters, and back leads to the filter', async () => {
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

      await test.step('is short in tiles, and asks before it moves many', async () => {
        await test.step('asks each time before it moves more than ten shades, and says how many [SN2]', async () => {
          const moves = movesOf(page)
          const dialog = page.getByRole('dialog')
          let asked = 0
          for (const answer of ['Cancel', 'Cancel', 'Close all']) {
            await page.getByRole('button', { name: 'Close all' }).click()
            expect(moves).toEqual([])
            const title = await dialog
              .getByRole('heading', { name: /^Close all shades \(\d+\)\?$/ })
              .innerText()
            asked = Number(/\d+/.exec(title))
            await dialog.getByRole('button', { name: answer }).click()
            await expect(dialog).toHaveCount(0)
          }
          expect(asked).toBeGreaterThan(10)
          await expect(
            page.getByRole('status').filter({ hasText: `Closing the shades: ${asked}` }),
          ).toBeAttached()
          await page.getByRole('button', { name: 'Stop all' }).click()
          expect(moves).toHaveLength(1)
          expect(moves[0]).toHaveProperty('commands.length', asked)
        })

        await test.step('has at most seven screens in tiles on a phone', async () => {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.getByRole('button', { name: 'Small tiles', exact: true }).click()
          await expect(new HomePage(page).cards).toHaveCount(60)
          expect(await screensOf(page)).toBeLessThanOrEqual(7)

          const ids = Object.keys(await home.owner.devices())
          for (let floor = 0; floor < 10; floor += 1) {
            const devices = ids.slice(6 * floor, 6 * floor + 6)
            await home.owner.post('room/create', { name: `Room ${floor + 1}`, devices })
          }
          await expect(page.getByRole('heading', { name: 'Room 10', exact: true })).toBeAttached()
          expect(await screensOf(page)).toBeLessThanOrEqual(7)
        })
      })
    })
  })
})
