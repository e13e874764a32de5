import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { Client, provision } from '#product/client.ts'
import { OPERATOR_TOKEN, type Server } from '#product/server.ts'
import { test } from '#product/test.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const TAKEN = 'taken@example.com'
/** It is shown as it was typed. */
const NAME = '<script>x()</script>'

test.describe('creating an account', () => {
  let product: Server

  test.beforeAll(async ({ server }) => {
    product = server
    await new Client(server.url).register(TAKEN, PASSWORD)
  })

  test('asks for what it needs, and leads to an empty home, where a device is claimed by its code', {
    tag: '@smoke',
  }, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const { claimCode } = await provision(product.url, OPERATOR_TOKEN, 'awning')
    await page.goto(product.url)
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.waitForURL('**/register')
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    const form = new EntrancePage(page)

    await test.step('is possible once the e-mail is there and both passwords are long enough and equal', async () => {
      await expect(form.create).toBeDisabled()
      await form.email.fill('ana@example.com')
      await form.password.fill('1234567')
      await form.confirmation.fill('1234567')
      await expect(form.create).toBeDisabled()
      await form.password.fill('12345678')
      await form.confirmation.fill('12345679')
      await expect(page.getByText('Passwords do not match')).toBeVisible()
      await expect(form.create).toBeDisabled()
      await form.confirmation.fill('12345678')
      await expect(form.create).toBeEnabled()
    })

    for (const [title, email, password, message] of [
      ['an e-mail that is none', 'ana at home', PASSWORD, 'Email is invalid'],
      ['a password that anyone would guess', 'weak@example.com', 'password', 'The password is too weak'],
      ['an e-mail that is taken', TAKEN, PASSWORD, 'This e-mail address is already in use'],
    ] as const) {
      await test.step(`is refused with ${title}`, async () => {
        await form.email.fill(email)
        await form.password.fill(password)
        await form.confirmation.fill(password)
        await form.create.click()
        await expect(page.getByText(message)).toBeVisible()
        expect(new URL(page.url()).pathname).toBe('/register')
      })
    }

    await form.email.fill('ana@example.com')
    await form.password.fill(PASSWORD)
    await form.confirmation.fill(PASSWORD)
    await form.create.click()
    await page.waitForURL('**/home')
    await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Add a device' }).first().click()

    const add = page.getByRole('button', { name: 'Add the device' })
    await add.click()
    await expect(page.getByText('Device name cannot be empty')).toBeVisible()
    await page.getByRole('textbox', { name: 'Device code' }).fill('WRONG-CODE')
    await page.getByRole('textbox', { name: 'Name' }).fill('A name of more than twenty')
    await add.click()
    await expect(page.getByText('Invalid input')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
    await add.click()
    await expect(page.getByText(/^No device with this code can be added/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Device code' }).fill(claimCode)
    await page.getByRole('combobox', { name: 'Room' }).selectOption('New room')
    await page.getByRole('textbox', { name: 'Name of the new room' }).fill('Garden')
    await add.click()
    await expect(page.getByRole('status')).toContainText([`${NAME} is in your home`])
    await page.getByRole('link', { name: 'Go to home' }).click()
    await page.waitForURL('**/home')
    await expect(new HomePage(page).card(NAME)).toContainText('Not reported yet')
    await expect(page.getByRole('region', { name: 'Garden' })).toContainText(NAME)
    expect(errors).toEqual([])
  })
})
