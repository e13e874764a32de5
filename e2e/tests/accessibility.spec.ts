import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { EntrancePage } from '../pages/entrance.page.ts'
import { HomePage } from '../pages/home.page.ts'
import { Client } from '../product/client.ts'
import { linkIn } from '../product/mailbox.ts'
import { DEMO, type Product, startProduct } from '../product/product.ts'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

test.describe('no violation by axe', () => {
  let product: Product
  let resetLink: string

  test.beforeAll(async () => {
    product = await startProduct()
    await product.startSimulator()
    const query = `email=${encodeURIComponent(DEMO.email)}&confirmtype=link&lang=en`
    await new Client(product.url).call('GET', `/account/resetpassword?${query}`)
    resetLink = linkIn(await product.mailbox.newest(DEMO.email, 1), '/resetpassword')
  })

  test.afterAll(async () => product.stop())

  const check = async (page: Page, screen: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${screen}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`,
    )
    expect(found).toEqual([])
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      test(`on any screen, ${colorScheme}, ${size}`, async ({ browser }) => {
        const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
        const page = await context.newPage()
        const entrance = new EntrancePage(page)
        await page.goto(product.url)
        await expect(entrance.logIn).toBeVisible()
        await check(page, 'login')
        await entrance.logIn.click()
        await expect(entrance.message).toBeVisible()
        await check(page, 'login with a message')
        await page.getByRole('button', { name: 'Menu' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await check(page, 'help')
        await page.goto(`${product.url}/register`)
        await entrance.password.fill('12345678')
        await entrance.confirmation.fill('87654321')
        await entrance.email.focus()
        await check(page, 'register')

        await page.goto(`${product.url}/forgottenpassword`)
        await expect(entrance.email).toBeVisible()
        await check(page, 'forgotten password')
        await page.goto(resetLink)
        await page.getByLabel('New password', { exact: true }).fill('sommer-2026')
        await page.getByLabel('Confirm new password', { exact: true }).fill('winter')
        await expect(page.getByText(/^Password strength/)).toBeVisible()
        await check(page, 'reset password')
        await page.goto(`${product.url}/addpassword?request=any`)
        await check(page, 'set password')
        await page.goto(`${product.url}/deleteaccount`)
        await expect(page.getByText('An error occurred, please try again.')).toBeVisible()
        await check(page, 'delete account without a token')

        await entrance.signIn(product.url, DEMO.email, DEMO.password)
        const home = new HomePage(page)
        await expect(home.card('Living room')).toContainText('%')
        await check(page, 'home')
        await page.goto(`${product.url}/menu`)
        await page.getByRole('button', { name: /^Language/ }).click()
        await expect(page.getByRole('dialog', { name: 'Language' })).toBeVisible()
        await check(page, 'menu with the language dialog')
        await page.goto(`${product.url}/claim`)
        await page.getByRole('button', { name: 'Add the device' }).click()
        await check(page, 'claim')
        for (const path of ['changepassword', 'sessions', 'security', 'securityevents']) {
          await page.goto(`${product.url}/${path}`)
          await expect(page.getByRole('main').getByRole('button').last()).toBeVisible()
          await check(page, path)
        }
        await page.goto(`${product.url}/nowhere`)
        await expect(page.getByRole('heading', { name: 'There is only shadow here' })).toBeVisible()
        await check(page, 'not found')
        await context.close()
      })
    }
  }
})
