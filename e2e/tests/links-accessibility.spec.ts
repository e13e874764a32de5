import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { LinksPage } from '../pages/links.page.ts'
import { Client } from '../product/client.ts'
import { DEMO, type Product, startProduct } from '../product/product.ts'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const HOUR_MS = 3_600_000

test.describe('no violation by axe, and nothing to scroll sideways', () => {
  let product: Product
  let doorId: string

  test.beforeAll(async () => {
    product = await startProduct()
    const owner = new Client(product.url)
    await owner.signIn(DEMO.email, DEMO.password)
    doorId = (await owner.first('home_door')).id
    const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
    const windows = [{ days: [1, 2, 3, 4, 5], from: '08:00', until: '12:00' }]
    for (const [from, terms] of [
      [-1, { name: 'Ana, cleaning', windows, pin: '4711', maxUses: 5 }],
      [24, { name: null }],
    ] as const) {
      const { name, ...others } = terms
      const { status } = await owner.call('POST', '/api/v1/device-link/create', {
        bearer: true,
        json: {
          devices: [doorId],
          multiUse: true,
          startsAt: at(from),
          expiresAt: at(200),
          ...(name === null ? {} : { name }),
          ...others,
        },
      })
      expect(status).toBe(200)
    }
  })

  test.afterAll(async () => product.stop())

  const check = async (page: Page, screen: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${screen}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`,
    )
    expect(found).toEqual([])
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isWide, screen).toBe(false)
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      test(`on the pages of what is shared, ${colorScheme}, ${size}`, async ({ browser }) => {
        const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
        const page = await context.newPage()
        const links = new LinksPage(page, product.url)
        await links.enter(DEMO)
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
        await links.main.getByRole('button', { name: 'Other devices' }).click()
        for (const checkbox of await links.main.getByRole('checkbox').all()) await checkbox.click()
        await links.choice('Choose dates').click()
        await links.field('Until').fill('2020-01-01T10:00')
        await links.main.getByText('More terms').click()
        await links.main.getByRole('switch', { name: 'Only at certain hours' }).click()
        await links.main.getByRole('switch', { name: 'Ask for a PIN' }).click()
        await links.create().click()
        await expect(links.main.getByText('It must end after it starts')).toBeVisible()
        await check(page, 'a new link with faults')

        await links.open('/access')
        await expect(links.entry('Ana, cleaning')).toBeVisible()
        await check(page, 'who can open')
        await links.freeze().click()
        await expect(links.dialog).toBeVisible()
        await check(page, 'freezing')
        await context.close()
      })
    }
  }
})
