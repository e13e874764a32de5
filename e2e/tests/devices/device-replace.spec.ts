import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { SettingsPage } from '#pages/settings.page.ts'
import { type Client, provision } from '#product/client.ts'
import { createHardware } from '#product/hardware.ts'
import { startHome } from '#product/home.ts'
import { OPERATOR_TOKEN, type Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('a controller that is replaced', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    const devices = [{ name: 'Attic', type: 'roller_shutter' as const }]
    ;({ product, owner } = await startHome(server, 5, [], devices))
  })
  test.afterAll(async () => product.stop())

  test('by one of another kind stays, and by one of its own kind goes, name and all', async ({ page }) => {
    const old = await owner.named('Attic')
    const { claimCode, ...credentials } = await provision(product.url, OPERATOR_TOKEN, 'roller_shutter')
    const light = await provision(product.url, OPERATOR_TOKEN, 'light')
    const folder = mkdtempSync(join(tmpdir(), 'senca-e2e-replace-'))
    const homeFile = join(folder, 'home.json')
    const device = { ...credentials, type: 'roller_shutter' }
    writeFileSync(homeFile, JSON.stringify({ mqtt: product.mqtt, devices: [device] }))
    const hardware = createHardware(() => homeFile, ['--speed', '5'])
    try {
      await hardware.startSimulator()
      const settings = new SettingsPage(page, product)
      await settings.enter(old.id)
      await settings.openHardware()
      await page.getByRole('link', { name: 'Replace the controller' }).click()
      const code = page.getByRole('textbox', { name: 'Device code of the new controller' })
      const submit = page.getByRole('button', { name: 'Replace', exact: true })
      await submit.click()
      await expect(page.getByText('Enter the code from the label')).toBeVisible()
      await code.fill(light.claimCode)
      await submit.click()
      await expect(page.getByRole('alert')).toBeVisible()
      expect((await owner.named('Attic')).id).toBe(old.id)
      await code.fill(claimCode)
      await submit.click()
      await expect(page.getByText('Attic has a new controller')).toBeVisible()
      expect((await owner.named('Attic')).id).toBe(credentials.id)
      await expect.poll(async () => (await owner.device(credentials.id)).connected).toBe(true)
    } finally {
      await hardware.endSimulator()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
