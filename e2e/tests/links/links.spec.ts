import { expect } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import { LinksPage } from '#pages/links.page.ts'
import { Client } from '#product/client.ts'
import { type OwnerLinks, startLinksHome } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const HOUR_MS = 3_600_000

test.describe('an owner who shares', () => {
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

  const at = (ms: number): string => new Date(Date.now() + ms).toISOString()

  const make = (terms: Record<string, unknown>) => shared.make({ devices: [door.id], ...terms })
  const list = () => shared.list()

  /** The answer to a guest's call. The guest has no cookie and no account. */
  const asGuest = (name: string, json: Record<string, unknown>) =>
    new Client(product.url).call('POST', `/api/v1/device-link/${name}`, { json })

  test('keeps the list of links, and freezes them', async ({ page, context }) => {
    test.setTimeout(600_000)
    await test.step('keeps the list of links, and knows who can open a door', async () => {
      await test.step('keeps the list of links', async () => {
        const links = new LinksPage(page, product)
        await links.enter()

        await test.step('edits one field of a link and clears no other', async () => {
          const terms = {
            name: 'Ana',
            devices: [door.id, blind.id, light.id],
            maxUses: 20,
            windows: [{ days: [1, 2], from: '22:00', until: '06:00' }],
            timeZone: 'America/New_York',
            pin: '4711',
            actions: { [door.id]: ['unlock', 'lock'] },
            limits: { [blind.id]: { minPosition: 0.2 } },
            deviceSpecifiers: { [light.id]: { light1: false, light2: true } },
          }
          const before = await make(terms)
          await links.open()
          await expect(links.entry('Ana')).toContainText('New York time')
          await links.press('Edit', 'Ana')
          await expect(page).toHaveURL(`${product.url}/links/edit`)
          await links.unfold('Name')
          await links.field('Name').fill('Eva')
          await links.save().click()
          await expect(links.entry('Eva')).toBeVisible()
          expect(await list()).toEqual([{ ...before, name: 'Eva' }])

          await links.press('Edit', 'Eva')
          await links.field('Number of uses').fill('')
          await links.save().click()
          await expect(links.entry('Eva')).toContainText('Not used yet')
          expect(await list()).toEqual([{ ...before, name: 'Eva', maxUses: null }])

          await links.press('Edit', 'Eva')
          await links.main.getByRole('switch', { name: 'Require a PIN' }).click()
          await links.save().click()
          await expect(links.entry('Eva')).not.toContainText('Requires a PIN')
          expect(await list()).toEqual([{ ...before, name: 'Eva', maxUses: null, hasPin: false }])
        })

        await test.step('sees a use as it happens, and deletes what is no longer wanted', async () => {
          await shared.clear()
          const { token } = await make({ name: 'Ana', devices: [blind.id] })
          await links.comeBack()
          await expect(links.entry('Ana')).toContainText('Not used yet')
          const { body } = await asGuest('action', {
            deviceIds: [blind.id],
            deviceLinkToken: token,
            action: { command: 'move', position: (blind.state.position ?? 0) > 0.5 ? 20 : 80 },
          })
          expect(body).toMatchObject([{ status: 'success' }])
          await expect(links.entry('Ana')).toContainText('Used 1 time', { timeout: 120_000 })
          await expect(links.entry('Ana')).toContainText('Last used')

          await links.press('Delete', 'Ana')
          await links.dialog.getByRole('button', { name: 'Cancel' }).click()
          await expect(links.entry('Ana')).toBeVisible()
          await links.press('Delete', 'Ana')
          await links.dialog.getByRole('button', { name: 'Delete' }).click()
          await expect(page.getByText('Nothing is shared')).toBeVisible()
          expect((await asGuest('info', { deviceLinkToken: token })).status).toBe(403)
        })
      })

      await test.step('knows who can open a door, takes it away, and freezes everything', async () => {
        const ana = await make({ name: 'Ana' })
        const eva = await make({ name: 'Eva', startsAt: at(24 * HOUR_MS) })
        await make({ name: 'Blind only', devices: [blind.id] })
        const links = new LinksPage(page, product)
        await links.enter()
        await links.open(`/doorsettingspage?deviceId=${door.id}`)
        await page.getByRole('link', { name: 'Who can open' }).click()
        await expect(links.entry('You')).toContainText('At any time')
        await expect(links.entry('Ana')).toContainText('Active')
        await expect(links.entry('Eva')).toBeVisible()
        await expect(links.entry('Blind only')).toHaveCount(0)
        await links.press('Delete', 'Ana')
        await links.dialog.getByRole('button', { name: 'Delete' }).click()
        await expect(page.getByText('Link deleted')).toBeVisible()
        await expect(links.entry('Ana')).toHaveCount(0)
        expect((await asGuest('info', { deviceLinkToken: ana.token })).status).toBe(403)

        // A new link from here is one for the door.
        await expect(links.entry('Eva')).toContainText('Not yet valid')
        await page.getByRole('button', { name: 'Give access' }).click()
        await expect(links.dialog.getByRole('link', { name: 'By a link' })).toHaveAttribute(
          'href',
          /deviceId=/,
        )
        await links.dialog.getByRole('button', { name: 'Cancel' }).click()

        // People and links were pages of their own; their addresses still lead here, also after a reload.
        for (const path of ['/people', '/links?view=access', '/access']) {
          await links.open(path)
          await expect(links.entry('Blind only')).toContainText(blind.name)
          await page.reload()
          await expect(links.entry('Blind only')).toContainText(blind.name)
        }
        await links.freeze().click()
        await links.dialog.getByRole('button', { name: 'Pause' }).click()
        await expect(links.freeze()).toBeChecked()
        await expect(links.entry('Eva')).toContainText('Paused')
        await shared.call('freeze', { frozen: false })
        await expect(links.freeze()).not.toBeChecked()
        await links.freeze().click()
        await links.dialog.getByRole('button', { name: 'Pause' }).click()
        await expect(links.freeze()).toBeChecked()
        await expect(
          page.getByText('All sharing is paused. Links, shared access and connected apps do not work.'),
        ).toBeVisible()
        await expect(links.entry('Eva')).toContainText('Paused')
        expect(await asGuest('info', { deviceLinkToken: eva.token })).toMatchObject({
          body: { state: 'paused' },
        })
        await page.getByRole('button', { name: 'Resume sharing' }).click()
        await links.dialog.getByRole('button', { name: 'Resume sharing' }).click()
        await expect(links.entry('Eva')).toContainText('Not yet valid')
      })
    })

    await test.step('sees on the home that all is frozen, on every open page at once, and resumes it there', async () => {
      const ana = await make({ name: 'Ana' })
      const links = new LinksPage(page, product)
      await links.enter()
      await links.open('/home')
      const other = await context.newPage()
      await other.goto(`${product.url}/home`)
      const notices = [page, other].map((one) => one.getByRole('link', { name: 'Sharing paused' }))
      for (const one of [page, other]) await expect(one.getByRole('link', { name: door.name })).toBeVisible()
      for (const notice of notices) await expect(notice).toHaveCount(0)
      await shared.call('freeze', { frozen: true })
      for (const notice of notices) await expect(notice).toBeVisible()
      await page.getByRole('link', { name: 'Sharing paused' }).click()
      await page.getByRole('button', { name: 'Resume sharing' }).click()
      await links.dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(links.dialog).toHaveCount(0)
      expect((await asGuest('devices', { deviceLinkToken: ana.token })).status).toBe(403)
      await page.getByRole('button', { name: 'Resume sharing' }).click()
      await links.dialog.getByRole('button', { name: 'Resume sharing' }).click()
      await page.goBack()
      for (const notice of notices) await expect(notice).toHaveCount(0)
      expect((await asGuest('devices', { deviceLinkToken: ana.token })).status).toBe(200)
    })
  })
})
