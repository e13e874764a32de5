import { expect, type Page } from '@playwright/test'
import { turnTo } from '#pages/gallery-control.ts'
import { test } from '#product/test.ts'

test.use({ timezoneId: 'UTC' })
/** Three hours after the last report of the gallery's devices. */
const LATER = 'now=2026-11-20T12:30:00Z'
const threeHoursAgo = (page: Page) => page.locator('time', { hasText: /last known, 3 hr\.? ago/ })

async function expectNeverReported(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByText('Not reported yet').first()).toBeVisible()
  await expect(main.getByText(/last known|unknown|^\?$|Updated/i)).toHaveCount(0)
  await expect(main.getByRole('switch')).toHaveCount(0)
}

test('how old the state of a shade is', async ({ page, gallery }) => {
  test.setTimeout(600_000)
  await page.goto(`${gallery.url}control.html?${LATER}`)

  await test.step('an offline shade says how old its state is', async () => {
    await turnTo(page, 'roller_shutter', 'offline')
    await expect(threeHoursAgo(page)).toBeVisible()
  })

  for (const [name, state] of [
    ['shade', 'never'],
    ['shade that is offline', 'neverSeen'],
  ] as const) {
    await test.step(`the screen of a ${name} that never reported says so, and no state`, async () => {
      await turnTo(page, 'roller_shutter', state)
      await expectNeverReported(page)
    })
  }

  for (const [state, words] of [
    ['rest', /Updated 09:24$/],
    ['old', /Updated (Dec 31,|31 Dec) 2025/],
  ] as const) {
    await test.step(`the control says when it was last reported as shortly as is clear: ${state}`, async () => {
      await turnTo(page, 'roller_shutter', state)
      await expect(page.getByText(words)).toBeVisible()
    })
  }

  await test.step('a Bosnian date has its month and its weekday', async () => {
    await page.goto(`${gallery.url}control.html?state=rest&language=bs&now=2026-11-22T12:00:00Z`)
    await expect(page.getByText(/Ažurirano pet,? 09:24/)).toBeVisible()
    await turnTo(page, 'roller_shutter', 'old')
    await expect(page.getByText('Ažurirano 31. dec 2025.')).toBeVisible()
  })
})
