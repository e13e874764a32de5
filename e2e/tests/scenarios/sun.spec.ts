import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

test.describe('sun protection', () => {
  let home: Home

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8, [], [{ name: 'South window', type: 'textile_screen' }])
    // A place where it is noon now: the sun is in the south, neither low nor overhead, on every day of the year.
    const now = new Date()
    const lon = (12 - now.getUTCHours() - now.getUTCMinutes() / 60) * 15
    await home.owner.post('home/create', { name: 'Home', lat: 45, lon: Number(lon.toFixed(2)) })
  })
  test.afterAll(async () => home.product.stop())

  test('lets a shade follow the sun, pauses for a hand, and goes on', async ({ page }) => {
    await new EntrancePage(page).bringSession(home.product)
    const screen = await home.owner.first('textile_screen')
    await page.goto(`${home.product.url}/devicesettingspage?deviceId=${screen.id}`)
    await page.getByRole('link', { name: /Sun protection/ }).click()
    const rose = page.getByRole('slider', { name: 'The window faces' })
    await expect(rose).toHaveAttribute('aria-valuetext', 'Not chosen yet')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Choose which way the window faces')).toBeVisible()
    await rose.press('PageUp')
    await rose.press('PageDown')
    await expect(rose).toHaveAttribute('aria-valuetext', 'south, 180°')
    const depth = page.getByRole('textbox', { name: 'Sunlight may reach into the room (m)' })
    await depth.fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Enter a number from 0 to 20')).toBeVisible()
    await depth.fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Sun protection saved')).toBeVisible()
    await expect(page.getByRole('link', { name: /Sun protection/ })).toContainText('Against glare')

    await page.goto(`${home.product.url}/device?deviceId=${screen.id}`)
    await expect(page.getByText(/^Follows the sun: /)).toBeVisible()
    const place = async () => (await home.owner.device(screen.id)).state.position
    await expect.poll(place, { timeout: 120_000 }).toBe(1)

    await home.owner.post('device/move', {
      commands: [{ token: screen.id, command: 'move', position: 0 }],
      wait: true,
    })
    await expect(page.getByText(/^Moved by hand: sun protection pauses until /)).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText(/^Follows the sun: /)).toBeVisible()
    // The target has not changed, so the shade only moves at the next change.
    expect(await place()).toBe(0)
  })
})
