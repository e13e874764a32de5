import { expect } from '@playwright/test'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

test('trying again to unlock', async ({ page, gallery }) => {
  await test.step('trying again to unlock asks first: a tap on "Try again" unlocks no door', async () => {
    const sent: string[] = []
    await page.goto(`${gallery.url}screens.html?screen=door&state=failed&tab=magnet`)
    page.on('request', (request) => request.resourceType() === 'fetch' && sent.push(request.url()))
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    const yes = page.getByRole('button', { name: 'Unlock', exact: true })
    await expect(yes).toBeFocused()
    expect(sent).toEqual([])

    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(again).toBeFocused()
    expect(sent).toEqual([])

    await again.click()
    await yes.click()
    await expect.poll(() => sent.length).toBeGreaterThan(0)
  })

  await test.step('trying again to unlock a door that must be held is not offered, but the button to hold', async () => {
    await page.goto(`${gallery.url}screens.html?screen=door&state=heldFailed&tab=magnet`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Hold to open · 1 s' })).toBeVisible()
  })
})
