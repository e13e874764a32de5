import { generateKeyPairSync } from 'node:crypto'
import { expect } from '@playwright/test'
import { SettingsPage } from '#pages/settings.page.ts'
import type { Client } from '#product/client.ts'
import { everyDeviceIsOnline, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()

test.describe('the keys of a device', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 2, [], [{ name: 'Living room', type: 'roller_shutter' }]))
  })

  test.afterAll(async () => product.stop())

  test('its keys', async ({ page }) => {
    const { id } = await owner.named('Living room')
    const settings = new SettingsPage(page, product)
    await settings.enter(id)
    await settings.openHardware()
    await page.getByRole('link', { name: 'Keys' }).click()

    await test.step('the device makes one, signs in with it, and comes back by its secret when it is deleted', async () => {
      await expect(page.getByRole('heading', { name: 'No key yet' })).toBeVisible()
      await page.getByRole('button', { name: 'Ask the device for a key' }).click()
      await expect(page.getByText(/^Key ending in/)).toBeVisible()
      await expect(page.getByText(/not used yet/)).toBeVisible()

      // Without its secret the device can only reconnect with its key.
      await page.getByRole('switch', { name: 'Also allow login with the factory password' }).click()
      await expect(page.getByText('The device logs in with its keys only')).toBeVisible()
      await everyDeviceIsOnline(owner)
      await page.reload()
      await expect(page.getByText(/last used/)).toBeVisible()
      await page.getByRole('button', { name: /^Delete key/ }).click()
      const question = page.getByRole('dialog', { name: 'Delete key' })
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(/only way the device can log in/)).toBeVisible()

      await page.getByRole('switch', { name: 'Also allow login with the factory password' }).click()
      await expect(page.getByText('The device may use its factory password again')).toBeVisible()
      await page.getByRole('button', { name: /^Delete key/ }).click()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('heading', { name: 'No key yet' })).toBeVisible()
      await everyDeviceIsOnline(owner)
    })

    await test.step('a pasted one is added, and anything else is refused by the field', async () => {
      await page.getByRole('button', { name: 'Paste a public key' }).click()
      const dialog = page.getByRole('dialog', { name: 'Paste a public key' })
      const field = dialog.getByRole('textbox', { name: 'Public key' })
      await field.fill('nonsense')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('This key cannot be read')
      await field.fill(publicKey)
      await dialog.getByRole('button', { name: 'Add' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(/^Key ending in/)).toBeVisible()
    })
  })
})
