import { expect } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import { LinksPage } from '#pages/links.page.ts'
import { ownTime } from '#product/clock.ts'
import { type OwnerLinks, startLinksHome } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('an owner makes a link', () => {
  let product: Product
  let shared: OwnerLinks
  let door: DeviceInfo
  let blind: DeviceInfo
  let light: DeviceInfo

  test.beforeAll(async ({ server }) => {
    ;({ product, links: shared, door, blind, light } = await startLinksHome(server))
  })

  test.afterAll(async () => product.stop())

  test.afterEach(async () => {
    await shared.clear()
  })

  const list = () => shared.list()

  test('a door once, from its settings, with an address to copy, to scan and to send', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: async (shared: ShareData) => {
          // The title cannot be used, because the page that opens in the meantime sets its own.
          document.documentElement.dataset.shared = `${shared.title} ${shared.url}`
        },
      })
    })
    const links = new LinksPage(page, product)
    await links.enter()
    await links.open(`/doorsettingspage?deviceId=${door.id}`)
    await page.getByRole('link', { name: 'Share' }).click()
    await links.unfold('Devices', 'Name', 'When')
    await expect(links.device(door.name)).toBeChecked()
    await expect(links.device(blind.name)).toHaveCount(0)
    await links.field('Name').fill('Parcel')
    await links.choice('Once').click()
    await links.create().click()

    // The native share dialog opened without a further tap.
    const given = page.locator('html')
    await expect(given).toHaveAttribute('data-shared', /^Parcel http/)
    await expect(links.dialog).toHaveAccessibleName('Your link is ready')
    const address = await links.address()
    const [link] = await list()
    expect(address).toBe(`${product.url}/device-link?token=${link?.token}`)
    expect(link).toMatchObject({ name: 'Parcel', devices: [door.id], multiUse: false, state: 'active' })
    await expect(links.dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await links.dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(links.dialog.getByRole('status')).toHaveText('Address copied')
    await expect(links.dialog.getByRole('button', { name: 'Address copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await links.dialog.getByRole('button', { name: 'Share' }).click()
    await expect(given).toHaveAttribute('data-shared', `Parcel ${address}`)
    await expect(page).toHaveURL(`${product.url}/access`)

    await links.dialog.getByRole('button', { name: 'Done' }).click()
    await expect(links.dialog).toHaveCount(0)
    await expect(links.entry('Parcel')).toContainText(door.name)
    await expect(links.entry('Parcel')).toContainText('Active')
    await expect(links.entry('Parcel')).toContainText('For one use')
    await page.reload()
    await expect(links.entry('Parcel')).toBeVisible()
    await expect(links.dialog).toHaveCount(0)
  })

  test('from a device by two taps', { tag: '@smoke' }, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const links = new LinksPage(page, product)
    await links.enter()
    for (const [kind, name, viewport] of [
      ['door', 'a phone', { width: 390, height: 844 }],
      ['shade', 'a phone on its side', { width: 844, height: 390 }],
    ] as const) {
      await test.step(`from a ${kind} by two taps, the key in sight on ${name} [LN15]`, async () => {
        await page.setViewportSize(viewport)
        const device = kind === 'door' ? door : blind
        await links.open(`/${kind === 'door' ? 'doordeviceinfopage' : 'device'}?deviceId=${device.id}`)
        await page.getByRole('link', { name: 'Share' }).click()
        await expect(links.main).toContainText(`Anyone with the link can use ${device.name} until`)
        await expect(links.create()).toBeInViewport({ ratio: 1 })
        await links.main.getByText('More options').click()
        await expect(links.main.getByRole('switch', { name: 'Require a PIN' })).toBeVisible()
        await expect(links.create()).toBeInViewport({ ratio: 1 })
        await links.create().click()
        // Without a native share dialog the browser copies the URL.
        await expect(page.getByText('Address copied')).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await links.address())
      })
    }
  })

  test('for a weekend, and by the form', { tag: '@all' }, async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('for a weekend', async () => {
      const links = new LinksPage(page, product)
      await ownTime(page)
      await page.clock.setFixedTime('2026-11-27T18:00:00Z')
      await links.enter()
      await links.open(`/links/new?deviceId=${door.id}`)
      await links.unfold('When')

      await test.step('for the weekend on a Friday evening, which ends on the next Sunday', async () => {
        await links.choice('Weekend').click()
        await expect(links.main).toContainText(
          `Anyone with the link can use ${door.name} until Sun 29 Nov, 23:59.`,
        )
      })

      await test.step('that begins later says from when', async () => {
        await page.clock.setFixedTime('2026-11-25T18:00:00Z')
        await links.choice('One week').click()
        await links.choice('Weekend').click()
        await expect(links.main).toContainText('from Fri 27 Nov, 17:00 until Sun 29 Nov, 23:59')
      })
    })

    await test.step('by the form', async () => {
      const links = new LinksPage(page, product)
      // The server has no other clock, and refuses a weekend that is over.
      await page.clock.setFixedTime(Date.now())
      await links.enter()

      await test.step('nothing by mistake: an error is shown at its field, and a refusal is shown', async () => {
        await links.open('/links/new')
        await links.create().click()
        await expect(links.main.getByText('Choose at least one device')).toBeVisible()
        await expect(links.main.getByRole('checkbox').first()).toBeFocused()
        await links.device(door.name).click()
        await links.device(blind.name).click()
        await links.unfold('When')
        await links.choice('Once').click()
        await expect(links.main.getByText('A link for one use can have only one device')).toBeVisible()
        await links.choice('More than once').click()
        await links.choice('Choose dates').click()
        await links.field('Until').fill('2020-01-01T10:00')
        await links.create().click()
        await expect(links.main.getByText('It must end after it starts')).toBeVisible()
        await expect(links.field('Until')).toBeFocused()
        await links.choice('One week').click()
        expect(await list()).toEqual([])

        const refuse = (status: number, error: string) =>
          page.route(
            '**/device-link/create',
            (route) => route.fulfill({ status, json: { error, error_description: '' } }),
            { times: 1 },
          )
        await refuse(409, 'device_links_limit_exceeded')
        await links.create().click()
        await expect(page.getByText('You have reached the limit of links')).toBeVisible()
        await refuse(403, 'account_confirmation_required')
        await links.create().click()
        await expect(page.getByText('Confirm your account first', { exact: false }).first()).toBeVisible()
        await expect(links.main.getByRole('button', { name: 'Send again' })).toBeVisible()
        await links.create().click()
        await expect(links.dialog).toHaveAccessibleName('Your link is ready')
      })

      await test.step('with every term, and each stands in the list in words', async () => {
        await links.dialog.getByRole('button', { name: 'Done' }).click()
        await shared.clear()
        await page.getByRole('button', { name: 'Give access' }).click()
        await links.dialog.getByRole('link', { name: 'By a link' }).click()
        await links.unfold('Name', 'When')
        await links.field('Name').fill('Ana, cleaning')
        for (const { name } of [door, blind, light]) await links.device(name).click()
        await links.choice('One week').click()
        await links.main.getByText('More options').click()
        await links.main.getByRole('switch', { name: 'Only at certain times' }).click()
        await links.main.getByRole('button', { name: 'Wednesday' }).click()
        await links.field('Number of uses').fill('5')
        await links.main.getByRole('switch', { name: 'Require a PIN' }).click()
        await links.field('PIN').fill('4711')
        for (const { name } of [door, blind, light]) await links.termsOf(name).click()
        const actions = links.main.getByRole('group', { name: `${door.name}: What guests may do` })
        await actions.getByRole('checkbox', { name: 'Switch the magic foil' }).click()
        await links.main.getByRole('slider', { name: `${blind.name}: open up to` }).press('PageUp')
        const lamps = links.main.getByRole('group', { name: `${light.name}: Which lights` })
        await lamps.getByRole('checkbox').nth(1).click()
        await links.create().click()
        await links.dialog.getByRole('button', { name: 'Done' }).click()

        const [link] = await list()
        expect(link).toMatchObject({
          maxUses: 5,
          hasPin: true,
          windows: [{ days: [1, 2, 4, 5], from: '08:00', until: '18:00' }],
          timeZone: 'Europe/Ljubljana',
          deviceSpecifiers: { [light.id]: { light1: true, light2: false } },
          limits: { [blind.id]: { minPosition: 0.1, maxPosition: 1 } },
        })
        expect(link?.actions[door.id]).not.toContain('magic_foil_apply')
        expect(Object.keys(link?.actions ?? {})).toEqual([door.id])
        const entry = links.entry('Ana, cleaning')
        await expect(entry).toContainText('Mon, Tue, Thu, Fri, 08:00–18:00')
        await expect(entry).toContainText('Used 0 of 5 times')
        await expect(entry).toContainText('Requires a PIN')
      })
    })
  })
})
