import { expect } from '@playwright/test'
import { ControlPage } from '#pages/control.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { furniture } from '#product/home.ts'
import { test } from '#product/test.ts'

const SHADE = 'Living room'
const NOTICE = /^This browser is too old for Senca/

/** What Safari 16.4, Chrome 111 or Firefox 115 do not have: the parts that are missing in at least one of them. */
function withoutNewerFunctions(): void {
  const missing: [object, string[]][] = [
    [AbortSignal, ['any']],
    [URL, ['canParse', 'parse']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [
      Set.prototype,
      [
        'union',
        'intersection',
        'difference',
        'symmetricDifference',
        'isSubsetOf',
        'isSupersetOf',
        'isDisjointFrom',
      ],
    ],
    [Element.prototype, ['checkVisibility', 'moveBefore', 'getHTML']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
    [Document.prototype, ['startViewTransition']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Intl, ['Segmenter', 'DurationFormat']],
    [Navigator.prototype, ['userActivation']],
    [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'resize']],
    [
      window,
      [
        'Iterator',
        'scheduler',
        'requestIdleCallback',
        'cancelIdleCallback',
        'navigation',
        'CloseWatcher',
        'Temporal',
      ],
    ],
    [
      PublicKeyCredential,
      ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON', 'getClientCapabilities'],
    ],
  ]
  const helpers = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
  missing.push([
    helpers,
    ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ])
  for (const [owner, names] of missing) for (const name of names) Reflect.deleteProperty(owner, name)
}

test.describe('unusual browsers and addresses', () => {
  let home: GuestHome
  let token: string

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server, furniture(SHADE))
    token = await home.share([SHADE])
  })
  test.afterAll(async () => home.product.stop())

  test('show the home, move a shade and open a link without the newer functions', async ({ page }) => {
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.addInitScript(withoutNewerFunctions)
    await new EntrancePage(page).enter(home.product)
    const own = new HomePage(page)
    await expect(own.card(SHADE)).toBeVisible()
    await own.button('Close', SHADE).click()
    await expect.poll(() => own.position(SHADE)).toBeGreaterThan(0)
    await new ControlPage(page).open(home.product.url, home.idOf(SHADE))

    const guest = home.english(page)
    await guest.open(token)
    await expect(guest.card(SHADE)).toBeVisible()
    await guest.button('card.open', SHADE).click()
    await expect(guest.button('card.stop', SHADE)).toBeEnabled()

    await expect(page.getByText(NOTICE)).toHaveCount(0)
    expect(failures).toEqual([])
  })

  test('show a notice where they are older', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
    for (const path of ['/', `/device-link?token=${token}`]) {
      await page.goto(home.product.url + path)
      await expect(page.getByRole('alert').filter({ hasText: NOTICE })).toBeVisible()
    }
  })

  test('show the login where the browser refuses to store anything', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('refused', 'SecurityError')
          },
        })
    })
    const entrance = new EntrancePage(page)
    await entrance.signIn(home.product.url, home.product.account.email, home.product.account.password)
    await expect(new HomePage(page).card(SHADE)).toBeVisible()
  })

  test('find a page by an address in capitals and with a slash at its end', async ({ page }) => {
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/Sessions/`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Page not found')
    await expect(page).toHaveURL(`${home.product.url}/sessions`)
    await page.goto(`${home.product.url}/Device-Link/?token=${token}`)
    await expect(home.english(page).card(SHADE)).toBeVisible()
  })
})
