import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf } from '#pages/places.ts'
import type { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

test.describe('a page that misses something', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(
      server,
      3,
      [],
      [
        { name: 'Living room', type: 'roller_shutter' },
        { name: 'Front door', type: 'home_door' },
      ],
    ))
  })

  test.afterAll(async () => product.stop())

  const enter = (page: Page) => new EntrancePage(page).enter(product)
  const unreachable = /^The server cannot be reached/

  test('a home that no websocket leads to is kept up to date by calls, and says when they no longer get through [SN17]', async ({
    page,
    context,
  }) => {
    await page.routeWebSocket(/\/websocket$/, (socket) => socket.close())
    await enter(page)
    const home = new HomePage(page)
    const shade = await owner.first('roller_shutter')
    const goal = (shade.state.position ?? 0) > 0.5 ? 0 : 100
    await expect(home.card(shade.name)).toBeVisible()
    await owner.move([{ token: shade.id, command: 'move', position: goal }], true)
    await expect.poll(() => home.position(shade.name), { timeout: 120_000 }).toBe(goal)
    await expect(home.connection).toHaveCount(0)
    await context.setOffline(true)
    await expect(home.connection).toBeVisible()
    await page.setViewportSize({ width: 844, height: 390 })
    const headline = page.getByRole('heading', { level: 1 })
    await expect(headline).toContainText(/^As of \d\d:\d\d: /)
    await expect
      .poll(async () => {
        const [line, banner] = [await boxOf(headline), await boxOf(home.connection)]
        return line.y + line.height <= banner.y
      })
      .toBe(true)
    await context.setOffline(false)
    await expect(home.connection).toHaveCount(0, { timeout: 120_000 })
  })

  test('a page without a part of its own', async ({ page }) => {
    const missed = page.waitForEvent('requestfailed', (request) => /while-frozen-/.test(request.url()))
    await page.route(/\/assets\/while-frozen-/, (route) => route.abort())
    await test.step('a page that somebody comes back to asks whether its websocket is still there', async () => {
      const opened = page.waitForEvent('websocket')
      await enter(page)
      const socket = await opened
      await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('auth.accepted'))
      const answered = socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('heartbeat'),
      )
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await answered
      expect(socket.isClosed()).toBe(false)
    })

    await test.step('the news that all sharing is frozen: the home is there without it', async () => {
      await missed
      await expect(new HomePage(page).cards.first()).toBeVisible()
      await expect(page.getByText(textsIn('en')('crash.title'))).toHaveCount(0)
    })

    await test.step('the file of one page: the header stays, and a reload brings it', async () => {
      await page.route(/\/assets\/activity-screen-/, (route) => route.abort())
      await page.getByRole('main').getByRole('link', { name: 'Activity' }).first().click()
      await expect(page.getByRole('alert')).toContainText(textsIn('en')('crash.title'))
      await expect(page.getByRole('link', { name: 'Menu' })).toBeVisible()
      await expect(page).toHaveTitle('Something went wrong · Senca')

      const document = new RegExp(`${product.url}/activity$`)
      await page.route(document, (route) => route.abort())
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByText(unreachable)).toBeVisible()
      const tabs = page.getByRole('navigation', { name: 'Parts of the home' })
      await expect(tabs.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page')
      await expect(tabs.getByRole('link', { name: 'Home' })).toBeInViewport({ ratio: 1 })
      await page.unroute(document)
      await page.unroute(/\/assets\/activity-screen-/)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
    })
  })

  test('the ceremony of a door: its lock says so and can be used again', async ({ page }) => {
    const door = await owner.first('home_door')
    await page.route(/\/device\/info\?/, async (route) => {
      const answer = await route.fetch()
      const devices = await answer.json()
      if (devices[door.id] !== undefined) devices[door.id].unlockBy = 'passkey'
      await route.fulfill({ response: answer, json: devices })
    })
    await page.route(/\/assets\/(passkey|guarded-unlock)-/, (route) => route.abort())
    await new EntrancePage(page).bringSession(product)
    await page.goto(`${product.url}/doordeviceinfopage?deviceId=${door.id}`)
    const lock = page.getByRole('button', { name: /: Locked/ }).first()
    await lock.click()
    await expect(page.getByText(unreachable)).toBeVisible()

    await page.unroute(/\/assets\/(passkey|guarded-unlock)-/)
    await page.route(/\/assets\/passkey-/, (route) => route.abort())
    await page.getByRole('button', { name: 'Dismiss the message' }).click()
    await lock.click()
    await expect(page.getByText(unreachable)).toBeVisible()

    await page.unroute(/\/assets\/passkey-/)
    const challenged = page.waitForRequest(/\/device\/unlock-challenge$/)
    await lock.click()
    await challenged
  })

  test('the texts of the page', async ({ page }) => {
    await test.step('the texts of a language: the page is in English, and says why', async () => {
      await page.route(/\/assets\/sl-/, (route) => route.abort())
      await page.goto(`${product.url}/?lang=sl`)
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveText(
        textsIn('en')('language.notLoaded', { language: 'Slovenščina' }),
      )
    })

    await page.unroute(/\/assets\/sl-/)
    await test.step('the texts of any language: the page says so, and is there after a reload', async () => {
      await page.route(/\/assets\/(sl|en)-/, (route) => route.abort())
      await page.goto(`${product.url}/?lang=sl`)
      await expect(page.getByRole('alert')).toContainText(textsIn('en')('crash.title'))
      await page.unroute(/\/assets\/(sl|en)-/)
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('button', { name: 'Prijavi se', exact: true })).toBeVisible()
    })
  })

  test('a file that a newer app replaced: the page is reloaded once', async ({ page }) => {
    await enter(page)
    await expect(page.getByRole('article').first()).toBeVisible()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route(/\/assets\/activity-screen-/, (route) => route.abort())
    const pages = new RegExp(`${product.url}/(home|activity)$`)
    await page.route(pages, async (route) => {
      if (route.request().resourceType() === 'fetch') await route.fulfill({ body: 'a newer page' })
      else await route.continue()
    })
    await page.getByRole('main').getByRole('link', { name: 'Activity' }).first().click()
    await expect.poll(() => loads).toBe(1)
    await expect(page.getByRole('alert')).toContainText(textsIn('en')('crash.title'))
    expect(loads).toBe(1)
  })

  test('a file that a newer app replaced: a page that somebody writes on offers to be reloaded', async ({
    page,
  }) => {
    const english = textsIn('en')
    await page.clock.install()
    await page.goto(product.url)
    const { email } = new EntrancePage(page)
    await email.fill('ana@example.com')
    await page.route(/\/assets\/help-sheet-/, (route) => route.abort())
    await page.route(`${product.url}/`, async (route) => {
      if (route.request().resourceType() === 'fetch') await route.fulfill({ body: 'a newer page' })
      else await route.continue()
    })
    await page.getByRole('button', { name: english('header.openMenu') }).click()
    await expect(page.getByText(english('page.outdated'))).toBeVisible()
    await page.clock.runFor(20_000)
    await expect(email).toHaveValue('ana@example.com')

    const reload = page.getByRole('button', { name: english('crash.action') })
    await expect(reload).toBeVisible()
    await page.getByRole('button', { name: english('card.dismiss') }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(reload).toBeFocused()
    await page.unroute(`${product.url}/`)
    await page.keyboard.press('Enter')
    await expect(email).toHaveValue('')
    await expect(reload).toHaveCount(0)
  })
})
