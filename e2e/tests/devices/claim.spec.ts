import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { provision } from '#product/client.ts'
import { createHardware } from '#product/hardware.ts'
import { startHome } from '#product/home.ts'
import { OPERATOR_TOKEN, type Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { expectNoViolation } from '#product/views.ts'

let product: Product

test.beforeAll(async ({ server }) => {
  ;({ product } = await startHome(server, 1, [], []))
})

test.afterAll(async () => product.stop())

type Camera = { code: string } | { failure: string }

/** Gives the browser a camera that reads a code or fails, as `setCamera` says. */
const giveCamera = (page: Page) =>
  page.addInitScript(() => {
    let camera: Camera = { failure: 'NotFoundError' }
    Object.assign(window, {
      setCamera: (given: Camera) => {
        camera = given
      },
    })
    Object.defineProperty(window, 'BarcodeDetector', {
      value: class {
        async detect() {
          return [{ rawValue: 'code' in camera ? camera.code : '' }]
        }
      },
    })
    const getUserMedia = async () => {
      if ('failure' in camera) throw new DOMException('', camera.failure)
      const canvas = document.createElement('canvas')
      setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 50)
      return canvas.captureStream()
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  })
const setCamera = (page: Page, camera: Camera) => page.evaluate(`setCamera(${JSON.stringify(camera)})`)

test.describe('adding a device', () => {
  const open = async (page: Page) => {
    await new EntrancePage(page).bringSession(product)
    await page.goto(`${product.url}/claim`)
  }
  const code = (page: Page) => page.getByRole('textbox', { name: 'Claim code' })

  test('by the camera', async ({ page }) => {
    await giveCamera(page)
    await open(page)
    const dialog = page.getByRole('dialog')
    for (const [failure, words] of [
      ['NotAllowedError', 'The browser does not allow the camera.'],
      ['NotFoundError', 'No camera was found.'],
    ] as const) {
      await test.step(`with a camera that answers ${failure} says so and leads to the field`, async () => {
        await setCamera(page, { failure })
        await page.getByRole('button', { name: 'Scan the QR code' }).click()
        await expect(dialog.getByRole('alert')).toContainText(words)
        await expectNoViolation(page, failure)
        await dialog.getByRole('button', { name: 'Type the code' }).click()
        await expect(code(page)).toBeFocused()
      })
    }

    await test.step('by the camera fills in the code and goes on to the name [DV5]', async () => {
      await setCamera(page, { code: 'ABCD-EFGH' })
      await page.getByRole('button', { name: 'Scan the QR code' }).click()
      await expect(code(page)).toHaveValue('ABCD-EFGH')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    })
  })

  test('by typing in a browser that reads no codes, and the device shows which one it is', {
    tag: '@smoke',
  }, async ({ page }) => {
    const { claimCode, ...credentials } = await provision(product.url, OPERATOR_TOKEN, 'roller_shutter')
    const folder = mkdtempSync(join(tmpdir(), 'senca-e2e-claim-'))
    const homeFile = join(folder, 'home.json')
    const device = { ...credentials, name: 'Attic', type: 'roller_shutter' }
    writeFileSync(homeFile, JSON.stringify({ mqtt: product.mqtt, devices: [device] }))
    const hardware = createHardware(() => homeFile, ['--speed', '10'])
    await hardware.startSimulator()
    const { id } = credentials
    const place = async () => (await hardware.inspect(id)).position ?? -1
    try {
      await test.step('in a browser that reads no codes is done by typing', async () => {
        await page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'))
        await open(page)
        await expect(code(page)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Scan the QR code' })).toHaveCount(0)
        await code(page).fill(claimCode)
      })

      await test.step('lets it show which one it is: a shade goes a little way and comes back [DV4]', async () => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Attic')
        await page.getByRole('combobox', { name: 'Room' }).selectOption({ label: 'New room' })
        await page.getByRole('textbox', { name: 'Name of the new room' }).fill('Upstairs')
        await page.getByRole('button', { name: 'Add the device' }).click()
        const key = page.getByRole('button', { name: 'Move it briefly' })
        await expect(key).toBeVisible({ timeout: 120_000 })
        await expectNoViolation(page, 'a device that was added')
        const start = await place()
        await key.click()
        await expect(key).toHaveAttribute('aria-busy', 'true')
        await expect
          .poll(async () => Math.abs((await place()) - start), { intervals: [50] })
          .toBeGreaterThan(0.05)
        await expect(key).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
        expect(await place()).toBeCloseTo(start, 1)
        await page.getByRole('link', { name: 'Go to home' }).click()
        await expect(
          page.getByRole('region', { name: 'Upstairs', exact: true }).getByRole('article', { name: 'Attic' }),
        ).toBeVisible()
      })
    } finally {
      await hardware.endSimulator()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
