import { expect, type Page } from '@playwright/test'
import { preferencesSchema } from '@senca/contract'
import { EntrancePage } from '#pages/entrance.page.ts'
import { follow } from '#pages/follow.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { type Home, isAtRest, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

test.describe('rooms', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
  })
  test.afterAll(async () => home.product.stop())

  /** The page is updated by a push. */
  const deleteRooms = async () => {
    await home.owner.deleteAll('room')
  }
  const begin = async (page: Page) => {
    await deleteRooms()
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).card('Study')).toBeVisible()
  }

  const addRoom = async (name: string, ...devices: string[]) =>
    home.owner.post('room/create', { name, devices: devices.map(idOf) })
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test('are made, at hand on a phone, and have pins above them', { tag: '@smoke' }, async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('are made, and stand on the home', async () => {
      await begin(page)
      await test.step('are made, filled, renamed, put in order by keyboard and deleted', async () => {
        await page.getByRole('link', { name: 'Arrange in rooms' }).click()
        await expect(page.getByText('No rooms yet')).toBeVisible()
        for (const [name, device] of [
          ['Upstairs', 'Bedroom'],
          ['Ground floor', 'Kitchen'],
        ] as const) {
          await page.getByRole('button', { name: 'New room' }).click()
          await page.getByRole('textbox', { name: 'Name' }).fill(name)
          await page.getByRole('checkbox', { name: new RegExp(`^${device}`) }).click()
          await page.getByRole('button', { name: 'Create room' }).click()
          await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
        }
        const rooms = page.getByRole('main').getByRole('listitem')
        await expect(rooms).toContainText(['Upstairs', 'Ground floor'])

        const up = page.getByRole('button', { name: 'Move Ground floor up' })
        await up.focus()
        await page.keyboard.press('Enter')
        await expect(rooms).toContainText(['Ground floor', 'Upstairs'])
        await expect(
          page.getByRole('status').filter({ hasText: 'Ground floor is now number 1 of 2.' }),
        ).toBeAttached()
        await expect(page.getByRole('button', { name: 'Move Ground floor up' })).toBeFocused()

        await page.getByRole('button', { name: 'Edit Upstairs' }).click()
        await page.getByRole('textbox', { name: 'Name' }).fill('ground floor')
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('You already have a room with this name')).toBeVisible()
        await page.getByRole('textbox', { name: 'Name' }).fill('Attic')
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(rooms).toContainText(['Ground floor', 'Attic'])

        await page.getByRole('button', { name: 'Edit Attic' }).click()
        await page.getByRole('button', { name: 'Delete room' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete room' }).click()
        await expect(rooms).toHaveCount(1)
      })

      await deleteRooms()
      await page.getByRole('link', { name: 'Devices', exact: true }).click()
      await test.step('stand in their order on the home, what has none last, and move with one key [SN2]', async () => {
        await addRoom('Sleeping', 'Bedroom', 'Study')
        await addRoom('Cooking', 'Kitchen', 'Terrace awning')
        await expect(page.getByRole('heading', { level: 2 })).toContainText([
          'Sleeping',
          'Cooking',
          'Without a room',
        ])
        const sleeping = section(page, 'Sleeping')
        await expect(sleeping.getByRole('article')).toHaveCount(2)
        const moves = movesOf(page)
        const close = sleeping.getByRole('button', { name: 'Close the shades in Sleeping' })
        await close.click()
        await expect(sleeping.getByText('All closed')).toBeVisible({ timeout: 120_000 })
        await isAtRest(home.owner, idOf('Bedroom'), { position: 1 })
        expect(moves).toHaveLength(1)

        await home.owner.move([{ token: idOf('Kitchen'), command: 'move', position: 60 }], true)
        await home.owner.move([{ token: idOf('Terrace awning'), command: 'move', position: 0 }], true)
        const cooking = section(page, 'Cooking')
        await expect(cooking.getByText('1 of 2 open')).toBeVisible()
        await expect(new HomePage(page).card('Terrace awning')).toContainText('Retracted')
        await expect(page.getByRole('button', { name: 'Extend Terrace awning', exact: true })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Close the louvers of Garden pergola' })).toBeVisible()
        await cooking.getByRole('button', { name: 'Close the shades in Cooking' }).click()
        await page.getByRole('button', { name: 'Undo', exact: true }).click()
        await isAtRest(home.owner, idOf('Kitchen'), { position: 0.6 })
        await isAtRest(home.owner, idOf('Terrace awning'), { position: 0 })
        const targets = (position: number) => expect.objectContaining({ position })
        expect(moves.slice(1)).toMatchObject([
          { commands: [targets(100), targets(100)] },
          { commands: [targets(60), targets(0)] },
        ])

        await sleeping.getByRole('button', { name: 'Open the shades in Sleeping' }).click()
        await sleeping.getByRole('button', { name: 'Stop the shades in Sleeping' }).click()
        await expect(sleeping.getByRole('button', { name: 'Stop the shades in Sleeping' })).toBeDisabled({
          timeout: 120_000,
        })
      })
    })

    await test.step('are at hand on a phone', async () => {
      await begin(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await test.step('are arranged in the place of the cards, and what is above stays [SN3]', async () => {
        await addRoom('Sleeping', 'Bedroom', 'Study')
        await addRoom('Cooking', 'Kitchen')
        const summary = page.getByRole('heading', { level: 1 })
        await page
          .getByRole('navigation', { name: 'Rooms' })
          .getByRole('link', { name: 'Arrange in rooms' })
          .click()
        await expect(section(page, 'Rooms').getByRole('listitem')).toHaveCount(2)
        await expect(page.getByRole('article')).toHaveCount(0)
        await expect(summary).toBeInViewport({ ratio: 1 })
        await expect(page.getByRole('link', { name: 'Devices', exact: true })).toHaveAttribute(
          'aria-current',
          'page',
        )
        await page.getByRole('button', { name: 'Move Cooking up' }).click()
        await page.getByRole('button', { name: 'Rename Sleeping' }).click()
        await page.getByRole('textbox', { name: 'Name' }).fill('Upstairs')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('button', { name: 'Rename Upstairs' })).toBeFocused()
        await page.goBack()
        await expect(page.getByRole('heading', { level: 2 })).toContainText(['Cooking', 'Upstairs'])
        await expect(page.getByRole('article').first()).toBeVisible()
      })

      await deleteRooms()
      await test.step('are jumped to by the bar above them', async () => {
        await addRoom('Sleeping', 'Bedroom', 'Study')
        await addRoom('Cooking', 'Kitchen')
        const bar = page.getByRole('navigation', { name: 'Rooms' })
        // Until then there is the deleted room with the same name.
        await expect(bar.getByRole('link', { name: 'Sleeping' })).toBeVisible()
        await bar.getByRole('link', { name: 'Cooking' }).click()
        const heading = page.getByRole('heading', { level: 2, name: 'Cooking' })
        await expect(heading).toBeInViewport()
        await expect(heading).toBeFocused()
        await expect(bar.getByRole('link', { name: 'Cooking' })).toHaveAttribute('aria-current', 'location')
        await expect(bar).toBeInViewport()
        const close = page.getByRole('button', { name: 'Close the shades in Cooking' })
        await expect(close).toBeInViewport({ ratio: 1 })
      })

      await deleteRooms()
      await test.step('are arranged one tap from the home, however many there are', async () => {
        for (const device of ['Bedroom', 'Study', 'Kitchen', 'Living room', 'South window', 'Garden pergola'])
          await addRoom(`Room ${device}`.slice(0, 20), device)
        const bar = page.getByRole('navigation', { name: 'Rooms' })
        await expect(bar.getByRole('link')).toHaveCount(8)
        const arrange = bar.getByRole('link', { name: 'Arrange in rooms' })
        await expect(arrange).toBeInViewport({ ratio: 1 })
        await bar.getByRole('link', { name: 'Without a room' }).click()
        await expect(bar.getByRole('link', { name: 'Without a room' })).toBeInViewport({ ratio: 1 })
        await arrange.click()
        await expect(page).toHaveURL(/\/rooms$/)
        const rooms = section(page, 'Rooms')
        await expect(rooms.getByRole('heading', { name: 'Rooms' })).toBeFocused()
        await expect(rooms.getByRole('heading', { name: 'Rooms' })).toBeInViewport({ ratio: 1 })
        await expect(rooms.getByRole('button', { name: 'Rename Room Bedroom' })).toBeInViewport({ ratio: 1 })
        await rooms.getByRole('button', { name: 'Done' }).click()
        await expect(bar).toBeVisible()
      })
    })

    await test.step('have pins above them', async () => {
      await begin(page)
      await test.step('of the pins the first is what was pinned in its settings, until their order is changed', async () => {
        const pins = async () => {
          const { body } = await home.owner.call('GET', '/account/preferences')
          return preferencesSchema.parse(body).pinned
        }
        for (const device of ['Study', 'Kitchen']) {
          await follow(page, `/devicesettingspage?deviceId=${idOf(device)}`)
          await page.getByRole('button', { name: 'Pin to the top of the home' }).click()
          await expect(page.getByText(`${device} pinned`)).toBeVisible()
          await expect(page.getByRole('button', { name: 'Unpin from the top of the home' })).toBeVisible()
        }
        expect(await pins()).toEqual([idOf('Study'), idOf('Kitchen')])
        await follow(page, '/rooms')
        const rows = page.getByRole('region', { name: 'Pinned' }).getByRole('listitem')
        await expect(rows).toContainText(['Study', 'Kitchen'])
        await page.getByRole('button', { name: 'Move Kitchen up' }).focus()
        await page.keyboard.press('Enter')
        await expect(rows).toContainText(['Kitchen', 'Study'])
        await expect(
          page.getByRole('status').filter({ hasText: 'Kitchen is now number 1 of 2.' }),
        ).toBeAttached()
        await expect(page.getByRole('button', { name: 'Move Kitchen up' })).toBeFocused()
        expect(await pins()).toEqual([idOf('Kitchen'), idOf('Study')])

        await follow(page, '/home')
        const first = section(page, 'Pinned').getByRole('article')
        await expect(first).toHaveCount(2)
        await expect(first.first()).toContainText('Kitchen')

        await follow(page, '/rooms')
        for (const device of ['Kitchen', 'Study']) {
          await page.getByRole('button', { name: `Unpin ${device}` }).click()
          await expect(
            page.getByRole('status').filter({ hasText: `${device} is no longer pinned` }),
          ).toBeAttached()
          if (device === 'Kitchen')
            await expect(page.getByRole('button', { name: 'Unpin Study' })).toBeFocused()
        }
        await expect(rows).toHaveCount(0)
        expect(await pins()).toEqual([])
      })
    })
  })
})
