import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { DoorPage } from '../pages/door.page.ts'
import { EntrancePage } from '../pages/entrance.page.ts'
import { Client } from '../product/client.ts'
import { DEMO, type Product, startProduct } from '../product/product.ts'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

test.describe('no violation by axe on doors and lights', () => {
  let product: Product
  let owner: Client
  let front: string
  let terrace: string

  test.beforeAll(async () => {
    product = await startProduct()
    await product.startSimulator()
    owner = new Client(product.url)
    await owner.signIn(DEMO.email, DEMO.password)
    await expect
      .poll(async () => Object.values(await owner.devices()).every(({ connected }) => connected), {
        timeout: 20_000,
      })
      .toBe(true)
    const devices = Object.values(await owner.devices())
    front = devices.find(({ name }) => name === 'Front door')?.id ?? ''
    terrace = devices.find(({ name }) => name === 'Terrace lights')?.id ?? ''
  })

  test.afterAll(async () => product.stop())

  const guard = async (wish: Record<string, string>) =>
    owner.call('POST', '/api/v1/device/unlock-guard', {
      bearer: true,
      json: { token: front, password: DEMO.password, ...wish },
    })

  const check = async (page: Page, screen: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${screen}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`,
    )
    expect(found).toEqual([])
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      test(`${colorScheme}, ${size}`, async ({ browser }) => {
        test.setTimeout(300_000)
        const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await owner.refresh()
        await guard({ unlockBy: 'pin', pin: '2468' })
        await new EntrancePage(page).signIn(product.url, DEMO.email, DEMO.password)
        await page.waitForURL('**/home')
        const door = new DoorPage(page, product.url)
        for (const tab of ['magnet', 'foil', 'lights', 'motor'] as const) {
          await door.open(front, tab)
          await expect(door.panel).toBeVisible()
          await check(page, tab)
        }
        await door.lock().click()
        await door.enterPin('1111')
        await expect(door.dialog.getByRole('alert')).toBeVisible()
        await check(page, 'PIN')
        await door.enterPin('2468')
        await door.says('Unlocked')
        await check(page, 'unlocked')
        await door.says('Locked')
        await product.provoke(front, { fault: { kind: 'jam', lock: 'motor' } })
        await door.lock().click()
        await door.enterPin('2468')
        await door.says('Jammed')
        await check(page, 'jammed')
        await product.provoke(front, { clear: true })

        await page.goto(`${product.url}/doorsettingspage?deviceId=${front}`)
        for (const row of ['Magnet lock unlock type', 'Unlock duration', 'Unlocking']) {
          await page
            .getByRole('main')
            .getByRole('button', { name: new RegExp(`^${row}`) })
            .click()
          await expect(door.dialog).toHaveAccessibleName(row)
          await check(page, row)
          if (row !== 'Unlocking') await page.keyboard.press('Escape')
        }
        await door.dialog.getByRole('button', { name: 'Next' }).click()
        await check(page, 'new PIN')
        await door.enterPin('2468')
        await door.enterPin('2468')
        await check(page, 'proof')
        await page.keyboard.press('Escape')

        await guard({ unlockBy: 'hold' })
        await door.open(front, 'motor')
        await expect(door.openDoor).toHaveText('Hold to open the door')
        await door.openDoor.focus()
        await page.keyboard.press('Enter')
        await check(page, 'hold')

        await page.goto(`${product.url}/device?deviceId=${terrace}`)
        await expect(page.getByRole('switch')).toHaveCount(3)
        await check(page, 'light')
        await product.provoke(terrace, { fault: { kind: 'lost_link' } })
        await expect(page.getByRole('region', { name: 'Offline' })).toBeVisible()
        await check(page, 'light offline')
        await product.provoke(terrace, { clear: true })
        await context.close()
      })
    }
  }
})
