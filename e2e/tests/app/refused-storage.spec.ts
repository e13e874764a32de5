import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const t = textsIn('en')
let product: Product
let owner: Client

test.beforeAll(async ({ server }) => {
  ;({ product, owner } = await startHome(server, 3, [], [{ name: 'Living room', type: 'roller_shutter' }]))
})

test.afterAll(async () => product.stop())

/** A browser that throws as soon as the name of anything that keeps something is read. */
const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    const refuse = (owner: object, name: string) =>
      Object.defineProperty(owner, name, {
        get() {
          throw new DOMException('refused', 'SecurityError')
        },
      })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'Notification'])
      refuse(window, name)
    refuse(Navigator.prototype, 'serviceWorker')
    refuse(Navigator.prototype, 'storage')
  })

test('a browser that keeps nothing: all works, and a reload stays logged in by the cookie [PK4]', async ({
  page,
}) => {
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  await refuseStorage(page)
  const { email, password } = product.account
  await new EntrancePage(page).signIn(product.url, email, password)
  const home = new HomePage(page)
  const shade = await owner.first('roller_shutter')
  await expect(home.card(shade.name)).toBeVisible()

  await test.step('a command reaches its device', async () => {
    await owner.move([{ token: shade.id, command: 'move', position: 0 }], true)
    await expect.poll(() => home.position(shade.name)).toBe(0)
  })

  await test.step('a reload shows the home again, and no page of the login between', async () => {
    await page.reload()
    await expect(home.card(shade.name)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  await test.step('the theme is chosen, until the page is left', async () => {
    await page.goto(`${product.url}/menu`)
    await page.getByRole('radio', { name: t('theme.dark') }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
  expect(failures).toEqual([])
})

test('a browser that takes no cookies either: the login says that Senca needs them [PK4]', async ({
  page,
}) => {
  await refuseStorage(page)
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  )
  await page.goto(product.url)
  await expect(page.getByRole('alert')).toHaveText(t('login.cookies'))
  await expect(new EntrancePage(page).logIn).toBeVisible()
})
