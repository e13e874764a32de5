import { expect } from '@playwright/test'
import { ActivityPage } from '#pages/activity.page.ts'
import { GuestPage } from '#pages/guest.page.ts'
import { LinksPage } from '#pages/links.page.ts'
import type { Client } from '#product/client.ts'
import { startGuestHome } from '#product/guest-home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const NAME = 'Ana, za nekaj dni'
const SHADE = 'Living room'
const BLIND = 'Study'
const DOOR = 'Front door'
const LIGHT = 'Terrace lights'

test.describe('a visit', () => {
  let product: Product
  let owner: Client
  let inspect: (name: string) => ReturnType<Product['inspect']>

  test.beforeAll(async ({ server }) => {
    const home = await startGuestHome(server)
    product = home.product
    owner = home.owner
    inspect = (name) => product.inspect(home.idOf(name))
  })

  test.afterAll(async () => product.stop())

  test('by a link, in Slovenian and without an account, is listed for the owner with each action', async ({
    page,
    browser,
  }) => {
    test.setTimeout(600_000)
    const { id: shade } = await owner.named(SHADE)
    await owner.move([{ token: shade, command: 'move', position: 100 }], true)
    expect((await inspect(SHADE)).position).toBe(1)
    expect((await inspect(BLIND)).inclination).not.toBe(1)

    // The owner shares four devices.
    const links = new LinksPage(page, product)
    await links.enter()
    await links.open('/links/new')
    await links.unfold('Name')
    await links.field('Name').fill(NAME)
    for (const name of [SHADE, BLIND, DOOR, LIGHT]) await links.device(name).click()
    await links.create().click()
    const address = await links.address()

    // A guest opens the link in a browser that was never used here before.
    const context = await browser.newContext({ locale: 'sl-SI', viewport: { width: 390, height: 844 } })
    const phone = await context.newPage()
    const t = textsIn('sl')
    const guest = new GuestPage(phone, product.url, t)
    await phone.goto(address)
    await expect(guest.heading(NAME)).toBeVisible()
    await expect(phone.locator('html')).toHaveAttribute('lang', 'sl')

    // The guest opens the shade and stops it while it moves.
    await guest.button('card.open', SHADE).click()
    await expect.poll(async () => (await inspect(SHADE)).position ?? 1).toBeLessThan(1)
    await guest.button('card.stop', SHADE).click()
    await expect.poll(async () => (await inspect(SHADE)).status).toBe('ready')
    const { position } = await inspect(SHADE)
    expect(position).toBeGreaterThan(0)
    expect(position).toBeLessThan(1)

    // The guest turns the slats of the blind and changes nothing else.
    const hung = (await inspect(BLIND)).position
    await guest.card(BLIND).getByRole('link', { name: BLIND }).click()
    await phone.getByRole('button', { name: t('guest.view.tilt') }).click()
    await phone.getByRole('slider', { name: t('card.inclination', { name: BLIND }) }).press('End')
    await expect.poll(async () => (await inspect(BLIND)).inclination, { timeout: 120_000 }).toBe(1)
    expect((await inspect(BLIND)).position).toBe(hung)
    await phone.getByRole('button', { name: t('header.back') }).click()

    // A tap is not enough to unlock the door; it must be held.
    const key = guest.unlockKey(DOOR)
    await key.click()
    await expect(guest.card(DOOR).getByText(t('card.holdOn')).first()).toBeVisible()
    expect((await inspect(DOOR)).motorLockState).toBe('locked')
    await key.hover()
    await phone.mouse.down()
    await expect.poll(async () => (await inspect(DOOR)).motorLockState).toBe('unlocked')
    await phone.mouse.up()

    // The guest switches one of two lights on.
    const before = await inspect(LIGHT)
    await guest.cards(LIGHT).first().getByRole('switch').click()
    await expect.poll(async () => (await inspect(LIGHT)).light1Brightness).toBe(1)
    expect((await inspect(LIGHT)).light2Brightness).toBe(before.light2Brightness)
    expect(await context.cookies()).toEqual([])
    await context.close()

    // The owner sees all of it in the activity, with the name of the link.
    await page.goto(`${product.url}/activity`)
    const activity = new ActivityPage(page)
    const by = `Via the link “${NAME}”`
    await expect(activity.entries.filter({ hasText: by })).toHaveCount(6)
    await expect(activity.entry(SHADE, /Open/, by)).toHaveCount(1)
    await expect(activity.entry(SHADE, 'Stopped', by).filter({ hasNotText: /Open/ })).toHaveCount(1)
    await expect(activity.entry(BLIND, 'Slats turned to 100\u202f%', by)).toHaveCount(1)
    await expect(activity.entry(DOOR, 'Motor lock: unlocked', by)).toHaveCount(1)
    await expect(activity.entry(DOOR, /Magnet lock: unlocked/, by)).toHaveCount(1)
    await expect(activity.entry(LIGHT, ': on', by)).toHaveCount(1)
  })
})
