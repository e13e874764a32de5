import { expect } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { LinksPage } from '#pages/links.page.ts'
import { Client } from '#product/client.ts'
import { type Furniture, startHome } from '#product/home.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const HOUR_MS = 3_600_000
const DAILY = [1, 2, 3, 4, 5, 6, 7]

/** More than the form of a link shows at once. */
const FURNITURE: readonly Furniture[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'South window', type: 'textile_screen' },
  { name: 'Terrace awning', type: 'awning' },
  { name: 'Front door', type: 'home_door' },
  { name: 'Garage door', type: 'home_door', parts: ['motor_lock', 'magnetic_sensor', 'door_light'] },
]

test.describe('an owner with links', () => {
  let product: Product
  let owner: Client
  let shared: OwnerLinks
  let devices: DeviceInfo[]
  let door: DeviceInfo

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], FURNITURE))
    shared = new OwnerLinks(owner)
    devices = Object.values(await owner.devices())
    door = await owner.first('home_door')
  })

  test.afterAll(async () => product.stop())

  test.afterEach(async () => {
    await shared.clear()
  })

  test('keeps a list of links', async ({ page }) => {
    const links = new LinksPage(page, product)
    await links.enter()

    await test.step('reads that a link is closed now and when it opens', async () => {
      const opening = Date.now() + 2 * HOUR_MS
      const clock = (moment: number) => new Date(moment).toISOString().slice(11, 16)
      const window = { days: DAILY, from: clock(opening), until: clock(opening + HOUR_MS) }
      await shared.make({ name: 'Ana', devices: [door.id], windows: [window], timeZone: 'UTC' })
      await shared.make({ name: 'Eva', devices: [door.id] })
      await links.open()
      const zone = { timeZone: 'Europe/Ljubljana' }
      const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...zone }).format(opening)
      await expect(links.entry('Ana')).toContainText('Outside its hours')
      await expect(links.entry('Ana')).toContainText(new RegExp(`Works from .*${time}`))
      await expect(links.entry('Eva')).toContainText('Active')
      await expect(links.entry('Eva')).not.toContainText('Works from')
    })

    await test.step('learns that a link is gone where it was open', async () => {
      await shared.clear()
      await links.comeBack()
      await expect(page.getByText('Nothing is shared')).toBeVisible()
      await shared.make({ name: 'Ana', devices: [door.id] })
      await links.comeBack()
      await links.press('Edit', 'Ana')
      await links.unfold('Name')
      await expect(links.field('Name')).toHaveValue('Ana')
      await shared.clear()
      await expect(page.getByText('This link no longer exists')).toBeVisible({ timeout: 120_000 })
      await links.main.getByRole('button', { name: 'Access' }).click()
      await expect(page.getByText('Nothing is shared')).toBeVisible()
    })

    await test.step('deletes one that somebody else has deleted meanwhile', async () => {
      const ana = await shared.make({ name: 'Ana', devices: [door.id] })
      await links.comeBack()
      await page.route('**/device-link/delete', async (route) => {
        await shared.call('delete', { token: ana.token })
        await route.continue()
      })
      await links.press('Delete', 'Ana')
      await links.dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Link deleted')).toBeVisible()
      await expect(page.getByText('Nothing is shared')).toBeVisible()
      await page.unroute('**/device-link/delete')
    })

    await test.step('finds one of many by its name or its devices', async () => {
      for (let number = 1; number <= 11; number += 1) {
        const device = devices[number % devices.length] ?? door
        await shared.make({ name: `Guest ${number}`, devices: [device.id] })
      }
      await links.comeBack()
      await expect(links.entry('Guest')).toHaveCount(11)
      await links.field('Find a person or link').fill('guest 11')
      await expect(links.entry('Guest')).toHaveCount(1)
      await links.field('Find a person or link').fill('nobody')
      await expect(page.getByText('Nothing found.')).toBeVisible()
      await links.field('Find a person or link').fill('')
      await expect(links.entry('Guest')).toHaveCount(11)
    })
  })

  test('fills in the form of a link', { tag: '@all' }, async ({ page }) => {
    const links = new LinksPage(page, product)
    await links.enter()

    await test.step('shares all devices of a kind at once', async () => {
      await links.open('/links/new')
      const doors = devices.filter(({ devicetype }) => devicetype === 'home_door')
      expect(doors.length).toBeGreaterThan(1)
      await links.device('All doors').click()
      for (const { name } of doors) await expect(links.device(name)).toBeChecked()
      await links.device(door.name).click()
      await expect(links.device('All doors')).toHaveAttribute('aria-checked', 'mixed')
      await links.device('All doors').click()
      await expect(links.device(door.name)).toBeChecked()
      await links.create().click()
      await expect(links.dialog).toBeVisible()
      const [link] = await shared.list()
      expect(link?.devices.toSorted()).toEqual(doors.map(({ id }) => id).toSorted())
    })

    await test.step('begins with the devices that an address names', async () => {
      const some = devices.slice(0, 2)
      await links.open(`/links/new?${new URLSearchParams(some.map(({ id }) => ['deviceId', id]))}`)
      await links.unfold('Devices')
      for (const { name } of some) await expect(links.device(name)).toBeChecked()
      await expect(links.main.getByRole('checkbox', { checked: true })).toHaveCount(2)
    })

    await test.step('reads that a link would never open', async () => {
      await links.main.getByText('More options').click()
      await links.main.getByRole('switch', { name: 'Only at certain times' }).click()
      const days = links.main.getByRole('group', { name: 'Days', exact: true })
      const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'Europe/Ljubljana' })
      const dayAfterTomorrow = weekday.format(Date.now() + 48 * HOUR_MS)
      for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
        const day = days.getByRole('button', { name })
        const isChosen = (await day.getAttribute('aria-pressed')) === 'true'
        if (isChosen !== (name === dayAfterTomorrow)) await day.click()
      }
      await links.create().click()
      await expect(links.main.getByText('These hours fall outside', { exact: false })).toBeVisible()
      await links.unfold('When')
      await links.choice('One week').click()
      await links.create().click()
      await expect(links.dialog).toHaveAccessibleName('Your link is ready')
    })
  })

  test('edits one link in two tabs, and neither undoes the other', { tag: '@all' }, async ({
    page,
    context,
  }) => {
    const before = await shared.make({ name: 'Ana', devices: [door.id] })
    const links = new LinksPage(page, product)
    await links.enter()
    await links.open()
    await links.press('Edit', 'Ana')
    const other = new LinksPage(await context.newPage(), product)
    await other.open()
    await other.press('Edit', 'Ana')
    await links.unfold('Name')
    await other.unfold('Name')
    await other.field('Name').fill('Eva')
    await other.save().click()
    await expect(other.entry('Eva')).toBeVisible()

    await expect(links.field('Name')).toHaveValue('Eva', { timeout: 120_000 })
    await links.main.getByText('More options').click()
    await links.field('Number of uses').fill('7')
    await links.save().click()
    await expect(links.entry('Eva')).toContainText('Used 0 of 7 times')
    expect(await shared.list()).toEqual([{ ...before, name: 'Eva', maxUses: 7 }])
  })

  test('confirms the identity before a door with a PIN is shared, and before its link opens more', async ({
    page,
  }) => {
    const guard = (intent: object) =>
      owner.post('device/unlock-guard', { token: door.id, password: product.account.password, ...intent })
    await shared.make({ name: 'Before', devices: [door.id] })
    await guard({ unlockBy: 'pin', pin: '2468' })
    const links = new LinksPage(page, product)
    const proof = links.dialog.getByLabel('Password', { exact: true })
    await links.enter()
    await links.open(`/links/new?deviceId=${door.id}`)
    await links.unfold('Name')
    await links.field('Name').fill('Ana')
    await links.create().click()
    await expect(links.dialog).toHaveAccessibleName(`Share “${door.name}” with guests?`)
    await expect(links.dialog).toContainText('Guests with this link need neither.')
    await proof.fill('not-the-password')
    await proof.press('Enter')
    await expect(links.dialog.getByRole('alert')).toHaveText('The password is incorrect')
    expect(await shared.list()).toHaveLength(1)
    await links.dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(links.field('Name')).toHaveValue('Ana')
    await links.create().click()
    await proof.fill(product.account.password)
    await links.dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(links.dialog).toHaveAccessibleName('Your link is ready')
    await links.dialog.getByRole('button', { name: 'Done' }).click()

    await links.press('Edit', 'Ana')
    await links.unfold('Name')
    await links.field('Name').fill('Eva')
    await links.save().click()
    await expect(links.entry('Eva')).toBeVisible()
    await links.press('Edit', 'Eva')
    await links.unfold('When')
    await links.choice('One week').click()
    await links.save().click()
    await proof.fill(product.account.password)
    await links.dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Link saved')).toBeVisible()

    const doorPage = new DoorPage(page, product.url)
    await doorPage.openSettings(door.id)
    await doorPage.row('Unlocking').click()
    await expect(links.dialog).toContainText('2 links open this door without its PIN or passkey.')
    await links.dialog.getByRole('radio', { name: 'Tap' }).click()
    await expect(links.dialog).not.toContainText('links open this door')
    await links.dialog.getByRole('radio', { name: 'Passkey' }).click()
    await links.dialog.getByRole('link', { name: 'Who can open' }).click()
    await expect(links.entry('Before')).toBeVisible()
    await guard({ unlockBy: 'tap' })
  })

  test('learns that an account must be confirmed before it shares', async ({ page }) => {
    const email = 'unconfirmed@example.com'
    const password = 'a long walk at dusk'
    await new Client(product.url).register(email, password)
    const links = new LinksPage(page, product)
    await new EntrancePage(page).signIn(product.url, email, password)
    await expect(page).toHaveURL(/\/home$/)
    for (const path of ['/links', '/links/new']) {
      await links.open(path)
      await expect(page.getByText('Confirm your account first')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Send again/ })).toBeVisible()
      await expect(links.create()).toHaveCount(0)
    }
  })
})
