import { expect, type Page } from '@playwright/test'
import { DoorPage } from '#pages/door.page.ts'
import { LinksPage } from '#pages/links.page.ts'
import type { Client } from '#product/client.ts'
import { type Furniture, startHome } from '#product/home.ts'
import { expectNoViolation, inEveryLook } from '#product/looks.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const HOUR_MS = 3_600_000
/** More than the form of a link shows at once, and each kind of terms. */
const FURNITURE: readonly Furniture[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'Study', type: 'venetian_blind' },
  { name: 'Garden pergola', type: 'pergola' },
  { name: 'Front door', type: 'home_door' },
  { name: 'Terrace lights', type: 'light', parts: ['light_1', 'light_2', 'light_1_dimmer'] },
]

test.describe('no violation by axe, and nothing to scroll sideways', () => {
  let product: Product
  let owner: Client
  let doorId: string

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], FURNITURE))
    doorId = (await owner.first('home_door')).id
    const devices = [doorId]
    const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
    const windows = [{ days: [1, 2, 3, 4, 5], from: '08:00', until: '12:00' }]
    const shared = new OwnerLinks(owner)
    await shared.make({
      name: 'Ana, cleaning',
      devices,
      expiresAt: at(200),
      windows,
      pin: '4711',
      maxUses: 5,
    })
    await shared.make({ devices, startsAt: at(24), expiresAt: at(200) })
  })

  test.afterAll(async () => product.stop())

  const check = (page: Page, screen: string) =>
    inEveryLook(page, async ({ title }) => {
      await expectNoViolation(page, `${screen}, ${title}`)
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(isWide, `${screen}, ${title}`).toBe(false)
    })

  const enter = async (page: Page): Promise<LinksPage> => {
    const links = new LinksPage(page, product)
    await links.enter()
    return links
  }

  test('on the pages of what is shared', async ({ page }) => {
    test.setTimeout(120_000)
    const links = await enter(page)
    await links.open()
    await expect(links.entry('Ana, cleaning')).toBeVisible()
    await check(page, 'links')
    await links.main.getByRole('button', { name: 'Show Ana, cleaning as a QR code' }).click()
    await expect(links.dialog).toBeVisible()
    await check(page, 'the address of a link')
    await links.dialog.getByRole('button', { name: 'Done' }).click()
    await links.press('Edit', 'Ana, cleaning')
    await expect(links.field('PIN')).toBeVisible()
    await check(page, 'editing a link')

    await links.open(`/links/new?deviceId=${doorId}`)
    await check(page, 'a new link')
    await links.unfold('Name', 'Devices', 'When')
    await links.main.getByRole('button', { name: 'Other devices' }).click()
    for (const checkbox of await links.main.getByRole('checkbox').all()) await checkbox.click()
    await links.choice('Choose dates').click()
    await links.field('Until').fill('2020-01-01T10:00')
    await links.main.getByText('More options').click()
    await links.main.getByRole('switch', { name: 'Only at certain times' }).click()
    await links.main.getByRole('switch', { name: 'Require a PIN' }).click()
    await links.create().click()
    await expect(links.main.getByText('It must end after it starts')).toBeVisible()
    await check(page, 'a new link with faults')

    await links.open('/access')
    await expect(links.entry('Ana, cleaning')).toBeVisible()
    await check(page, 'who can open')
    await links.freeze().click()
    await expect(links.dialog).toBeVisible()
    await check(page, 'freezing')
  })

  test('where a door with a PIN is lent', async ({ page }) => {
    test.setTimeout(120_000)
    const guard = { token: doorId, unlockBy: 'pin', pin: '2468', password: product.account.password }
    await owner.post('device/unlock-guard', guard)
    const links = await enter(page)
    await links.open(`/links/new?deviceId=${doorId}`)
    await links.create().click()
    await expect(links.dialog.getByLabel('Password', { exact: true })).toBeVisible()
    await check(page, 'the password before a link is made')

    const door = new DoorPage(page, product.url)
    await door.openSettings(doorId)
    await door.row('Unlocking').click()
    await expect(door.dialog).toContainText('2 links open this door without its PIN or passkey.')
    await check(page, 'what unlocking takes')
  })
})
