import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { provision } from '#product/client.ts'
import { type Home, startHome } from '#product/home.ts'
import { OPERATOR_TOKEN } from '#product/product.ts'
import { test } from '#product/test.ts'

declare global {
  interface Window {
    /** How far down the first device has been since the page began. */
    firstDeviceAt?: number[]
  }
}

/** Notes at each frame how far down the first device is. */
function noteFirstDevice(): void {
  const places: number[] = []
  window.firstDeviceAt = places
  const note = () => {
    const first = document.querySelector('article')
    const y = first === null ? null : Math.round(first.getBoundingClientRect().y)
    if (y !== null && !places.includes(y)) places.push(y)
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

test.describe('groups', () => {
  let home: Home
  let ids: Map<string, string>

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
  })
  test.afterAll(async () => home.product.stop())

  /** The page is updated by a push. */
  const deleteGroups = async () => {
    await home.owner.deleteAll('group')
  }
  const begin = async (page: Page) => {
    await deleteGroups()
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/groups`)
    await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()
  }

  const positionOf = async (name: string) => (await home.owner.device(ids.get(name) ?? '')).state.position

  test('are made, moved, and have their place on the home', async ({ page }) => {
    test.setTimeout(600_000)
    const membersOf = (group: string) =>
      page.getByRole('region', { name: group }).getByRole('button', { expanded: false })
    await test.step('are made and changed', async () => {
      await begin(page)
      await test.step('are made of one kind, changed and deleted', async () => {
        await expect(page.getByText('No groups yet')).toBeVisible()
        await page.getByRole('link', { name: 'New group' }).click()
        await page.getByRole('button', { name: 'Create group' }).click()
        await expect(page.getByText('Give the group a name')).toBeVisible()
        await page.getByRole('textbox', { name: 'Name' }).fill('Shutters')
        await page.getByRole('button', { name: 'Create group' }).click()
        await expect(page.getByText('Choose at least one device')).toBeVisible()
        await page.getByRole('checkbox', { name: 'Bedroom' }).click()
        await expect(page.getByRole('checkbox', { name: 'Kitchen' })).toBeHidden()
        await page.getByRole('checkbox', { name: 'Living room' }).click()
        await page.getByRole('button', { name: 'Create group' }).click()
        const card = page.getByRole('region', { name: 'Shutters' })
        await card.getByRole('button', { name: 'Devices: 2' }).click()
        await expect(card.getByRole('link')).toContainText(['Living room', 'Bedroom'].toSorted())

        await card.getByRole('link', { name: 'Edit Shutters' }).click()
        await page.getByRole('textbox', { name: 'Name' }).fill('Roller shutters')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('link', { name: 'Edit Roller shutters' }).click()
        await page.getByRole('button', { name: 'Delete group' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
        await expect(page.getByText('No groups yet')).toBeVisible()
      })

      await test.step('take whole rooms, and say what does not fit', async () => {
        const rooms = { Upstairs: ['Living room', 'Bedroom', 'Kitchen'], Kitchen: ['Kitchen'] }
        for (const [name, devices] of Object.entries(rooms).reverse())
          await home.owner.post('room/create', { name, devices: devices.map((device) => ids.get(device)) })
        await page.getByRole('link', { name: 'New group' }).click()
        await page.getByRole('textbox', { name: 'Name' }).fill('Upstairs')
        await page.getByRole('checkbox', { name: 'All in Upstairs' }).click()
        await expect(page.getByRole('checkbox', { name: 'Living room' })).toBeChecked()
        await expect(page.getByRole('checkbox', { name: 'Bedroom' })).toBeChecked()
        await expect(page.getByRole('button', { name: /^\d+ of another type$/ })).toBeVisible()
        await page.getByRole('button', { name: 'Create group' }).click()
        await expect(membersOf('Upstairs')).toHaveAccessibleName(/^Devices: 2\./)
      })

      await test.step('find their members by name among many', async () => {
        for (const name of ['Attic lamp', 'Cellar lamp']) {
          const { claimCode } = await provision(home.product.url, OPERATOR_TOKEN, 'light')
          await home.owner.post('device/claim', { claimCode, name })
        }
        await page.reload()
        await page.getByRole('link', { name: 'New group' }).click()
        const search = page.getByRole('searchbox', { name: 'Find a device' })
        await search.fill('LIVING')
        await page.getByRole('checkbox', { name: 'Living room' }).click()
        await expect(page.getByRole('checkbox')).toHaveCount(1)
        await search.fill('bed')
        await page.getByRole('checkbox', { name: 'Bedroom' }).click()
        await page.getByRole('textbox', { name: 'Name' }).fill('Found')
        await page.getByRole('button', { name: 'Create group' }).click()
        // What was chosen before stays chosen, though it was not to be seen.
        await expect(membersOf('Found')).toHaveAccessibleName(/^Devices: 2\./)
      })
    })

    await test.step('are moved', async () => {
      await begin(page)
      const devices = ['Living room', 'Bedroom'].map((name) => ids.get(name) ?? '')
      await home.owner.post('group/create', { name: 'Shutters', devices })
      await test.step('move all their members, say how they stand, and are moved by their slider', async () => {
        // The page is updated by a push.
        const card = page.getByRole('region', { name: 'Shutters' })
        await card.getByRole('button', { name: 'Open Shutters' }).click()
        await expect(card).toContainText('2 of 2 open', { timeout: 120_000 })
        expect(await Promise.all(['Living room', 'Bedroom'].map(positionOf))).toEqual([0, 0])
        // A member that is open already does not prevent the others from being opened.
        await expect(card.getByRole('button', { name: 'Open Shutters' })).toBeEnabled()

        const slider = card.getByRole('slider', { name: 'All devices' })
        await slider.focus()
        await page.keyboard.press('End')
        await expect(card).toContainText('2 moving')
        // The slider shows the target beside the current position.
        await expect(slider).toHaveValue('1')
        await expect(card).toContainText('All closed', { timeout: 120_000 })
        expect(await Promise.all(['Living room', 'Bedroom'].map(positionOf))).toEqual([1, 1])
      })

      await test.step('name the members for which it did not work, and try those again', async () => {
        const card = page.getByRole('region', { name: 'Shutters' })
        await expect(card).toBeVisible()
        await page.route(
          '**/device/move',
          (route) =>
            route.fulfill({
              json: [
                { status: 'success', device_ids: [devices[0]] },
                {
                  status: 'error',
                  error: 'device_offline',
                  error_description: 'The device is offline.',
                  device_ids: [devices[1]],
                },
              ],
            }),
          { times: 1 },
        )
        await card.getByRole('button', { name: 'Close Shutters' }).click()
        await expect(card.getByRole('alert')).toContainText('Bedroom')
        const again = page.waitForRequest('**/device/move')
        await card.getByRole('button', { name: 'Try again' }).click()
        expect((await again).postDataJSON()).toEqual({
          commands: [{ token: devices[1], command: 'move', position: 100 }],
          wait: false,
        })
        await expect(card.getByRole('alert')).toBeHidden()
      })

      await test.step('tilt the slats of all their members, and leave them where they are', async () => {
        const devices = ['Study', 'Kitchen'].map((name) => ids.get(name) ?? '')
        await home.owner.post('group/create', { name: 'Blinds', devices })
        await home.owner.post('device/move', {
          commands: devices.map((token) => ({ token, command: 'move', position: 100, inclination: 0 })),
          wait: true,
        })
        const card = page.getByRole('region', { name: 'Blinds' })
        const tilt = card.getByRole('slider', { name: 'Tilt' })
        await tilt.focus()
        await page.keyboard.press('End')
        const stateOf = async (id: string) => (await home.owner.device(id)).state
        for (const id of devices)
          await expect
            .poll(
              async () => {
                const { position, inclination } = await stateOf(id)
                return [position, inclination]
              },
              { timeout: 120_000 },
            )
            .toEqual([1, 1])
        await expect(tilt).toHaveValue('1')
      })
    })

    await test.step('have their place on the home', async () => {
      await begin(page)
      const devices = ['Living room', 'Bedroom'].map((name) => ids.get(name) ?? '')
      await home.owner.post('group/create', { name: 'Shutters', devices })
      await test.step('are pinned to the home, and moved from there', async () => {
        await page
          .getByRole('button', { name: 'Pin Shutters to the top of the home', pressed: false })
          .click()
        await expect(page.getByText('Shutters pinned to the top of the home')).toBeVisible()
        const home = page
          .getByRole('navigation', { name: 'Parts of the home' })
          .getByRole('link', { name: 'Home' })
        await expect(home).toHaveAttribute('aria-current', 'page')
        await home.click()
        const pinned = page.getByRole('region', { name: 'Shutters' })
        await pinned.getByRole('button', { name: 'Open Shutters' }).click()
        await expect(pinned).toContainText('2 of 2 open', { timeout: 120_000 })
        await test.step('and come with the devices, which stay where they first are', async () => {
          await page.addInitScript(noteFirstDevice)
          const loaded = page.waitForResponse('**/api/v1/device/info*')
          await page.route('**/api/v1/group/list', async (route) => {
            await loaded
            await route.continue()
          })
          await page.goto(page.url())
          await expect(pinned).toBeVisible()
          await expect(page.getByRole('article').first()).toBeVisible()
          expect(await page.evaluate(() => window.firstDeviceAt)).toHaveLength(1)
          await page.unroute('**/api/v1/group/list')
          await page.goto(new URL('/groups', page.url()).href)
        })
        await page.getByRole('button', { name: 'Pin Shutters to the top of the home', pressed: true }).click()
        await home.click()
        await expect(page.getByRole('region', { name: 'Whole home' })).toBeVisible()
        await expect(pinned).toBeHidden()
      })
    })
  })
})
