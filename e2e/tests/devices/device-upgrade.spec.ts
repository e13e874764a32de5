import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { SettingsPage } from '#pages/settings.page.ts'
import type { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import { ROOT } from '#product/processes.ts'
import type { Product } from '#product/product.ts'
import { type Server, startServer } from '#product/server.ts'
import { test } from '#product/test.ts'
import { expectNoViolation } from '#product/views.ts'

const SLOW_MS = 120_000

test.describe('controllers of the first generation', () => {
  let folder: string
  let server: Server
  let product: Product
  let owner: Client

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'senca-e2e-firmware-'))
    for (const type of ['roller_shutter', 'venetian_blind']) {
      const image = join(folder, `${type}.bin`)
      writeFileSync(image, `senca-firmware ${type} 2.0.0\n${'firmware '.repeat(2_000)}`)
      const key = ['--key', join(folder, 'firmware-key.pem')]
      execFileSync(process.execPath, [join(ROOT, 'scripts/firmware.mjs'), 'sign', image, ...key])
    }
    server = await startServer({ FIRMWARE_DIR: folder, DEMO: 'off' })
    const trusted = ['--firmware-key', join(folder, 'firmware-key.pub.pem')]
    ;({ product, owner } = await startHome(server, 1, trusted, [
      { name: 'Attic', type: 'roller_shutter', version: 1 },
      { name: 'Cellar', type: 'roller_shutter', version: 1 },
      { name: 'Study', type: 'venetian_blind', version: 1 },
    ]))
  })

  test.afterAll(async () => {
    await product.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('one of them, and all others from one place', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('one of them', async () => {
      const { id } = await owner.named('Attic')
      const settings = new SettingsPage(page, product)
      await settings.enter(id)
      await settings.openHardware()

      await test.step('is cut off and says what to do, is updated, and has the new version then', async () => {
        await expect(page.getByRole('link', { name: 'Replace the controller' })).toBeVisible()
        await page.getByRole('link', { name: /^Update/ }).click()
        await expect(page.getByRole('heading', { name: 'Version 2.0.0 is available' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'Replace the controller' })).toBeVisible()
        await expectNoViolation(page, 'the page of an update')

        await page.getByRole('button', { name: 'Update now' }).click()
        const progress = page.getByRole('progressbar', { name: 'Updating' })
        await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(15)
        await product.provoke(id, { fault: { kind: 'power_cut', ms: 500 } })
        await expect(page.getByRole('heading', { name: 'The last update failed' })).toBeVisible({
          timeout: SLOW_MS,
        })
        await expect(page.getByText(/interrupted, for example by a power cut/)).toBeVisible()
        expect((await owner.device(id)).version).toBe(1)

        await page.getByRole('button', { name: 'Try again' }).click()
        await expect(progress).toBeVisible()
        await expect(page.getByRole('heading', { name: 'This device is up to date' })).toBeVisible({
          timeout: SLOW_MS,
        })
        await expect(page.getByRole('heading', { name: 'The last update failed' })).toHaveCount(0)
        await page.getByRole('button', { name: 'Back' }).click()
        // Only the second generation has keys.
        await expect(page.getByRole('link', { name: 'Keys' })).toBeVisible()
      })

      await test.step('shows its condition, and what to do where it gets worse', async () => {
        await page.getByRole('link', { name: 'Condition' }).click()
        await expect(page.getByText('Nothing stands out.')).toBeVisible()
        await expect(page.getByText(/^(Good|Fair) \(−\d\d\sdBm\)$/)).toBeVisible()
        await expect(page.getByRole('row')).toHaveCount(5)
        for (let restart = 0; restart < 3; restart += 1) {
          const before = (await owner.health(id)).totalRestarts ?? 0
          await product.provoke(id, { fault: { kind: 'power_cut', ms: 200 } })
          await expect.poll(async () => (await owner.health(id)).totalRestarts).toBeGreaterThan(before)
        }
        await page.reload()
        await expect(page.getByRole('heading', { name: 'It restarts often' })).toBeVisible()
        await expectNoViolation(page, 'the condition of a device')
      })
    })

    await test.step('all others are updated from one place, one after the other', async () => {
      const all = Object.values(await owner.devices())
      const { length: old } = all.filter(({ version }) => version === 1)
      const settings = new SettingsPage(page, product)
      await settings.enter((await owner.named('Attic')).id)
      await settings.openHardware()
      await page.getByRole('link', { name: /^Update/ }).click()
      await page.getByRole('link', { name: 'Update all devices' }).click()
      await expect(page.getByRole('heading', { name: `${old} devices can be updated` })).toBeVisible()
      await page.getByRole('button', { name: 'Update all' }).click()
      await expect(page.getByRole('heading', { name: `0 of ${old} finished` })).toBeVisible()
      await expect(page.getByText('Waiting', { exact: true })).toHaveCount(old - 1)
      await expect(page.getByText(/^Updating/)).toHaveCount(1)
      await expectNoViolation(page, 'the updates of a home')
      await expect(page.getByRole('heading', { name: `${old} of ${old} finished` })).toBeVisible({
        timeout: old * SLOW_MS,
      })
      const versions = Object.values(await owner.devices()).map(({ version }) => version)
      expect(versions).toEqual([2, 2, 2])
    })
  })
})
