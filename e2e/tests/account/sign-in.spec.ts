import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf } from '#pages/places.ts'
import { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const EMAIL = 'wrong.password@example.com'

let product: Product

test.beforeAll(async ({ server }) => {
  ;({ product } = await startHome(server, 1, [], [{ name: 'Living room', type: 'roller_shutter' }]))
  await new Client(server.url).register(EMAIL, product.account.password)
})

test.afterAll(async () => product.stop())

test('the page of the login', async ({ page }) => {
  await page.clock.install()
  await page.goto(product.url)

  await test.step('the light of the login does not move where motion is not wanted', async () => {
    const wall = page.locator('canvas').first()
    await expect(wall).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const shown = await wall.screenshot()
    // With animations the blind would take 1.6 s to open.
    await page.clock.runFor(800)
    expect(shown.equals(await wall.screenshot())).toBe(true)
  })

  await test.step('no home of others is offered where there is no demo', async () => {
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('button', { name: /demo/ })).toHaveCount(0)
  })

  await test.step('on a phone the light has two fifths of the page, and the form stands in sight below it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const button = page.getByRole('button', { name: 'Log in', exact: true })
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Create account' })).toBeInViewport({ ratio: 1 })
    const email = await boxOf(page.getByLabel('E-mail'))
    expect(email.y).toBeGreaterThan(0.4 * 844)
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(button).toBeInViewport({ ratio: 1 })
  })

  await test.step('is refused in words', async () => {
    const entrance = new EntrancePage(page)
    for (const [title, email, password, message] of [
      ['an empty e-mail', '', 'long-enough', 'Email is invalid'],
      ['a short password', 'nobody@example.com', 'short', 'Password must be at least 8 characters long'],
      ['a wrong password', EMAIL, 'not-the-password', 'The password is incorrect'],
      [
        'an unknown e-mail',
        'nobody@example.com',
        'not-the-password',
        'There is no account with this e-mail address',
      ],
    ] as const) {
      await test.step(`with ${title} says so below the field until it changes [AT16]`, async () => {
        await entrance.fill({ email, password })
        const field = message.includes('assword') ? entrance.password : entrance.email
        await expect(entrance.message).toHaveText([message])
        await expect(field).toBeFocused()
        await expect(field).toHaveAccessibleDescription(message)
        const below = await boxOf(entrance.message)
        const box = await boxOf(field)
        expect(below.y).toBeGreaterThanOrEqual(box.y + box.height)
        expect(below.y - box.y - box.height).toBeLessThan(16)
        await page.clock.runFor(7_000)
        await expect(entrance.message).toHaveText([message])
        await field.fill('changed')
        await expect(entrance.message).toHaveCount(0)
        expect(new URL(page.url()).pathname).toBe('/')
      })
    }
  })

  await test.step('the language comes from the query, then from what was stored, and html lang says it', async () => {
    await page.goto(`${product.url}/?lang=de`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
    await page.goto(product.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'rs_latn'))
    await page.goto(product.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'sr-Latn')
  })
})

test.describe('signing in', () => {
  test('leads home or back, and ends with log out, here or everywhere', { tag: '@smoke' }, async ({
    page,
    context,
    browser,
  }) => {
    test.setTimeout(600_000)
    await test.step('leads home or back, and ends with log out', async () => {
      const home = new HomePage(page)
      const entrance = new EntrancePage(page)

      await test.step('is asked for by every page of the home, and leads back to it', async () => {
        await page.goto(`${product.url}/claim`)
        await expect(entrance.logIn).toBeVisible()
        await entrance.email.fill(product.account.email)
        await entrance.password.fill(product.account.password)
        await entrance.logIn.click()
        await page.waitForURL('**/claim')
      })

      await test.step('/ leads home from then on', async () => {
        await page.goto(product.url)
        await page.waitForURL('**/home')
      })

      await test.step('ends with log out, in every tab, and the slice is gone', async () => {
        const other = await context.newPage()
        await other.goto(`${product.url}/home`)
        await expect(new HomePage(other).cards.first()).toBeVisible()

        await home.openMenu()
        await page.waitForURL('**/menu')
        await page.getByRole('button', { name: 'Log out', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'Log out?' })
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog).toHaveCount(0)
        await page.getByRole('button', { name: 'Log out', exact: true }).click()
        await dialog.getByRole('button', { name: 'Log out' }).click()
        await expect(entrance.logIn).toBeVisible()
        await expect(new EntrancePage(other).logIn).toBeVisible()
        expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
          '"isLoggedIn":true',
        )
      })

      await test.step('leads home, keeps the account slice', async () => {
        await entrance.fill(product.account)
        await page.waitForURL('**/home')
        await expect(home.cards.first()).toBeVisible()
        const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
        expect(stored).toContain('isLoggedIn')
      })
    })

    await test.step('everywhere ends by log out everywhere', async () => {
      await new EntrancePage(page).enter(product)
      const elsewhere = await (await browser.newContext()).newPage()
      await new EntrancePage(elsewhere).enter(product)
      await expect(new HomePage(elsewhere).cards.first()).toBeVisible()
      await new HomePage(page).openMenu()
      await page.getByRole('button', { name: 'Log out everywhere' }).click()
      await page
        .getByRole('dialog', { name: 'Log out everywhere?' })
        .getByRole('button', { name: 'Log out everywhere' })
        .click()
      await expect(new EntrancePage(page).logIn).toBeVisible()
      await expect(new EntrancePage(elsewhere).logIn).toBeVisible()
      await elsewhere.context().close()
    })
  })
})

test.describe('language', () => {
  test('comes from the browser when nothing is stored', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'sr-RS' })
    const page = await context.newPage()
    await page.goto(product.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'sr-Cyrl')
    await context.close()
  })

  test('is chosen in the menu of the account among eight, and kept', async ({ page }) => {
    await new EntrancePage(page).bringSession(product)
    await page.goto(`${product.url}/menu`)
    const menu = page.getByRole('dialog', { name: 'Account' })

    for (const viewport of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 320, height: 568 },
    ]) {
      await test.step(`at ${viewport.width} × ${viewport.height} logging out comes last [AT12]`, async () => {
        await page.setViewportSize(viewport)
        await expect(menu.getByRole('button').last()).toHaveText('Log out')
        await expect(menu.getByRole('heading', { level: 2 })).toHaveText([
          'Account',
          'Home',
          'Access',
          'Account',
          'Help',
        ])
        await expect(menu.getByRole('button', { name: 'Delete account' })).not.toBeInViewport()
      })
    }

    await test.step('logging out everywhere and deleting the account end the list of the account, and say what they do [AT12]', async () => {
      const section = page
        .getByRole('list')
        .filter({ has: page.getByRole('button', { name: 'Log out everywhere' }) })
      const rows = section.getByRole('listitem')
      await expect(rows.last()).toHaveText('Delete account')
      expect((await rows.allTextContents()).at(-2)).toBe('Log out everywhere')
      await section.getByRole('button', { name: 'Log out everywhere' }).click()
      const question = page.getByRole('dialog', { name: 'Log out everywhere?' })
      await expect(question.getByRole('button')).toHaveText(['Cancel', 'Log out everywhere'])
    })
    await page
      .getByRole('dialog', { name: 'Log out everywhere?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await page.setViewportSize({ width: 1260, height: 800 })
    await page.getByRole('button', { name: /^Language/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Language' })
    await expect(dialog.getByRole('radio')).toHaveCount(8)
    await dialog.getByRole('radio', { name: 'Slovenščina' }).click()
    await dialog.getByRole('button', { name: 'Change language' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'sl')
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'i18next')?.value).toBe('sl')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'sl')
  })
})
