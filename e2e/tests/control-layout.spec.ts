import { expect, test } from '@playwright/test'
import { type Gallery, startGallery } from '../product/gallery.ts'

let gallery: Gallery
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.stop())

for (const kind of ['roller_shutter', 'venetian_blind', 'pergola']) {
  test(`at 400 % zoom the control of a ${kind} keeps its room, its head and its menu`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto(`${gallery.url}control.html?kind=${kind}`)
    const main = page.getByRole('main')
    for (const key of [
      main.getByRole('button', { name: 'Back', exact: true }),
      main.getByRole('link', { name: 'Settings', exact: true }),
      main.getByRole('button', { name: 'Open', exact: true }),
    ]) {
      await key.scrollIntoViewIfNeeded()
      await expect(key).toBeInViewport({ ratio: 1 })
      // Nothing lies over it.
      await key.click({ trial: true })
    }
    await expect(page.getByRole('slider')).toBeVisible()
    const room = await page.locator('[data-device-room]').boundingBox()
    expect(room?.width).toBe(320)
    expect(room?.height).toBeGreaterThanOrEqual(kind === 'pergola' ? 180 : 260)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1280, 800],
] as const) {
  test(`back and settings come before the slider at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(`${gallery.url}control.html?kind=roller_shutter`)
    const main = page.getByRole('main')
    const back = main.getByRole('button', { name: 'Back', exact: true })
    await back.focus()
    await page.keyboard.press('Tab')
    await expect(main.getByRole('link', { name: 'Settings', exact: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('slider')).toBeFocused()
  })
}
