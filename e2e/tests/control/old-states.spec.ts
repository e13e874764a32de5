import { expect, type Locator } from '@playwright/test'
import { test } from '#product/test.ts'

test.use({ timezoneId: 'UTC' })
/** Three hours after the last report of the gallery's devices. */
const LATER = 'now=2026-11-20T12:30:00Z'
const inkOf = (words: Locator): Promise<string> =>
  words.evaluate((element) => getComputedStyle(element).color)

test('an offline door shows its last state as old, and how old', async ({ page, gallery }) => {
  await page.goto(`${gallery.url}screens.html?screen=door&state=locked&tab=magnet&${LATER}`)
  const ink = await inkOf(page.getByText('Locked', { exact: true }))

  await page.goto(`${gallery.url}screens.html?screen=door&state=offline&tab=magnet&${LATER}`)
  await expect(page.getByText(/last known, 3 hr\.? ago/)).toBeVisible()
  expect(await inkOf(page.getByText('Locked', { exact: true }))).not.toBe(ink)
  expect(await inkOf(page.getByText('Door closed'))).toBe(
    await inkOf(page.getByText('Locked', { exact: true })),
  )

  for (const tab of ['foil', 'lights']) {
    await page.goto(`${gallery.url}screens.html?screen=door&state=offline&tab=${tab}&${LATER}`)
    await expect(page.getByText(/last known, 3 hr\.? ago/)).toBeVisible()
  }
})

test('the foil and the lights of a door say how old their state is while the connection is lost', async ({
  page,
  gallery,
}) => {
  for (const tab of ['foil', 'lights']) {
    await page.goto(`${gallery.url}screens.html?screen=door&state=stale&tab=${tab}&${LATER}`)
    await expect(page.getByText(/last known, 3 hr\.? ago/)).toBeVisible()
    await expect(page.getByText('The glass is clear from both sides.')).toHaveCount(0)
  }
})

for (const [name, address] of [
  ['shade', 'control.html?state=offline'],
  ['light', 'screens.html?screen=light&state=offline'],
] as const) {
  test(`an offline ${name} says how old its state is`, async ({ page, gallery }) => {
    await page.goto(`${gallery.url}${address}&${LATER}`)
    await expect(page.getByText(/last known, 3 hr\.? ago/)).toBeVisible()
  })
}

for (const [name, address] of [
  ['shade', 'control.html?state=never'],
  ['shade that is offline', 'control.html?state=neverSeen'],
  ['door', 'screens.html?screen=door&state=never'],
  ['light', 'screens.html?screen=light&state=never'],
] as const) {
  test(`the screen of a ${name} that never reported says so, and no state`, async ({ page, gallery }) => {
    await page.goto(`${gallery.url}${address}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Not reported yet').first()).toBeVisible()
    await expect(main.getByText(/last known|unknown|^\?$|Updated/i)).toHaveCount(0)
    await expect(main.getByRole('switch')).toHaveCount(0)
  })
}

for (const [state, words] of [
  ['rest', /Updated 09:24$/],
  ['old', /Updated (Dec 31,|31 Dec) 2025/],
] as const) {
  test(`the control says when it was last reported as shortly as is clear: ${state}`, async ({
    page,
    gallery,
  }) => {
    await page.goto(`${gallery.url}control.html?state=${state}`)
    await expect(page.getByText(words)).toBeVisible()
  })
}

test('a Bosnian date has its month and its weekday', async ({ page, gallery }) => {
  await page.goto(`${gallery.url}control.html?state=rest&language=bs&now=2026-11-22T12:00:00Z`)
  await expect(page.getByText(/Ažurirano pet,? 09:24/)).toBeVisible()
  await page.goto(`${gallery.url}control.html?state=old&language=bs`)
  await expect(page.getByText('Ažurirano 31. dec 2025.')).toBeVisible()
})
