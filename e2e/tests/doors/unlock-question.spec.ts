import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '#product/test.ts'

const yes = (page: Page): Locator => page.getByRole('button', { name: 'Unlock', exact: true })

/** The places where keyboards get a confirmation before unlocking: the door's own screen and its card. */
const PLACES = [
  {
    name: 'the screen of a door',
    path: 'screens.html?screen=door&state=held&tab=locks',
    find: (page: Page) => page.getByRole('button', { name: 'Magnet lock: Hold to open · 1 s' }),
  },
  {
    name: 'the card of a door',
    path: '',
    find: (page: Page) =>
      page
        .getByRole('article', { name: 'Door, locked', exact: true })
        .getByRole('button', { name: /: (Locked|Unlocked)/ }),
  },
] as const

test('the question before unlocking', async ({ page, gallery }) => {
  for (const { name, path, find } of PLACES) {
    await test.step(`on ${name}`, async () => {
      const sent: string[] = []
      await page.goto(`${gallery.url}${path}`)
      page.on('request', (request) => request.resourceType() === 'fetch' && sent.push(request.url()))
      await find(page).scrollIntoViewIfNeeded()

      const isLocked = async () => {
        expect(sent).toEqual([])
        if (path === '') await expect(find(page)).toHaveAccessibleName(/: Locked/)
      }

      await test.step('is not answered by the key that stays pressed', async () => {
        await find(page).focus()
        await page.keyboard.down('Enter')
        await expect(yes(page)).toBeFocused()
        for (let count = 0; count < 5; count += 1) await page.keyboard.down('Enter')
        await page.keyboard.up('Enter')
        await expect(yes(page)).toBeFocused()
        await isLocked()
        await page.keyboard.press('Escape')
      })

      await test.step('is withdrawn when the person turns to another window', async () => {
        await find(page).focus()
        await page.keyboard.press('Enter')
        await expect(yes(page)).toBeFocused()
        await page.evaluate(() => window.dispatchEvent(new Event('blur')))
        await expect(yes(page)).toHaveCount(0)
        await isLocked()
      })

      await test.step('gives the focus back to its key when it is answered with no', async () => {
        await find(page).focus()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
        await expect(find(page)).toBeFocused()
        await isLocked()
      })

      await test.step('is not asked again by the key that answered it with no and stays pressed', async () => {
        await find(page).focus()
        await page.keyboard.press('Enter')
        await yes(page).locator('..').getByRole('button', { name: 'Cancel', exact: true }).focus()
        await page.keyboard.down('Enter')
        await expect(find(page)).toBeFocused()
        for (let count = 0; count < 5; count += 1) await page.keyboard.down('Enter')
        await page.keyboard.up('Enter')
        await expect(yes(page)).toHaveCount(0)
        await isLocked()
        await page.keyboard.press('Enter')
        await expect(yes(page)).toBeFocused()
        await page.keyboard.press('Escape')
      })

      await test.step('is withdrawn when nobody answers it, and gives the focus back', async () => {
        await find(page).focus()
        if (name === PLACES[0].name) await page.clock.install()
        await page.keyboard.press('Enter')
        await expect(yes(page)).toBeFocused()
        await page.clock.runFor(20_000)
        await expect(yes(page)).toHaveCount(0)
        await expect(find(page)).toBeFocused()
        await isLocked()
      })

      await test.step('keeps the focus in the page when it is answered with yes', async () => {
        await find(page).focus()
        await page.keyboard.press('Enter')
        await expect(yes(page)).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(find(page)).toBeFocused()
      })
    })
  }

  await test.step('trying again to unlock asks first: a tap on "Try again" unlocks no door', async () => {
    const sent: string[] = []
    await page.goto(`${gallery.url}screens.html?screen=door&state=failed&tab=door`)
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
    await page.goto(`${gallery.url}screens.html?screen=door&state=heldFailed&tab=door`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Front door: Locked. Hold to unlock' })).toBeVisible()
  })

  await page.route('**/move*', () => {})

  await test.step('the question before unlocking ends when the door is unlocked in another way meanwhile', async () => {
    await page.goto(`${gallery.url}${PLACES[0].path}`)
    await PLACES[0].find(page).focus()
    await page.keyboard.press('Enter')
    await expect(yes(page)).toBeFocused()
    await page.getByRole('button', { name: 'Magnet lock: Locked. Hold to unlock' }).hover()
    await page.mouse.down()
    await expect(yes(page)).toHaveCount(0)
    await page.mouse.up()
  })

  await test.step('trying again gives the focus to the key of the lock, once it was answered with yes', async () => {
    await page.goto(`${gallery.url}screens.html?screen=door&state=failed&tab=door`)
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await expect(yes(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Front door: Locked\. Unlock · 5\s*s$/ })).toBeFocused()
  })
})
