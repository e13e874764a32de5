import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { follow } from '#pages/follow.ts'
import { HomePage } from '#pages/home.page.ts'
import { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import { expectNoViolation, expectNoViolationInAnyLook, inEveryLook } from '#product/looks.ts'
import { linkIn } from '#product/mailbox.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('no violation by axe', () => {
  let product: Product
  let resetLink: string

  test.beforeAll(async ({ server }) => {
    ;({ product } = await startHome(server))
    const query = `email=${encodeURIComponent(product.account.email)}&confirmtype=link&lang=en`
    await new Client(product.url).call('GET', `/account/resetpassword?${query}`)
    resetLink = linkIn(await product.mailbox.newest(product.account.email, 2), '/resetpassword')
  })

  test.afterAll(async () => product.stop())

  test('on any screen', async ({ page }) => {
    test.setTimeout(300_000)
    const entrance = new EntrancePage(page)
    await page.goto(product.url)
    await expect(entrance.logIn).toBeVisible()
    await expectNoViolationInAnyLook(page, 'login')
    // The message disappears by itself, so it is shown again for every look.
    await inEveryLook(page, async ({ title }) => {
      await entrance.logIn.click()
      await expect(entrance.message).toBeVisible()
      await expectNoViolation(page, `login with a message, ${title}`)
    })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolationInAnyLook(page, 'help')
    await page.goto(`${product.url}/register`)
    await entrance.password.fill('12345678')
    await entrance.confirmation.fill('87654321')
    await entrance.email.focus()
    await expectNoViolationInAnyLook(page, 'register')

    await page.goto(`${product.url}/forgottenpassword`)
    await expect(entrance.email).toBeVisible()
    await expectNoViolationInAnyLook(page, 'forgotten password')
    await page.goto(resetLink)
    await page.getByLabel('New password', { exact: true }).fill('sommer-2026')
    await page.getByLabel('Confirm new password', { exact: true }).fill('winter')
    await expect(page.getByText(/^Password strength/)).toBeVisible()
    await expectNoViolationInAnyLook(page, 'reset password')
    await page.goto(`${product.url}/addpassword?request=any`)
    await expectNoViolationInAnyLook(page, 'set password')
    await page.goto(`${product.url}/deleteaccount`)
    await expect(page.getByText('An error occurred, please try again.')).toBeVisible()
    await expectNoViolationInAnyLook(page, 'delete account without a token')

    await entrance.signIn(product.url, product.account.email, product.account.password)
    const home = new HomePage(page)
    await expect(home.card('Living room')).toContainText('Open')
    await expectNoViolationInAnyLook(page, 'home')
    await follow(page, '/menu')
    await page.getByRole('button', { name: /^Language/ }).click()
    await expect(page.getByRole('dialog', { name: 'Language' })).toBeVisible()
    await expectNoViolationInAnyLook(page, 'menu with the language dialog')
    await follow(page, '/claim')
    await page.getByRole('button', { name: 'Add the device' }).click()
    await expectNoViolationInAnyLook(page, 'claim')
    for (const path of ['changepassword', 'sessions', 'security', 'securityevents']) {
      const before = await page.title()
      await follow(page, `/${path}`)
      await expect(page).not.toHaveTitle(before)
      await expect(page.getByRole('main').getByRole('button').last()).toBeVisible()
      await expectNoViolationInAnyLook(page, path)
    }
    await follow(page, '/nowhere')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expectNoViolationInAnyLook(page, 'not found')
  })
})
