import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { FacadePage } from '#pages/facade.page.ts'
import { follow } from '#pages/follow.ts'
import { HomePage } from '#pages/home.page.ts'
import { Client } from '#product/client.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { linkIn } from '#product/mailbox.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'
import { expectNoViolation, type Shown, sweep, VIEWS } from '#product/views.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const FORECAST = Array.from({ length: 48 }, (_, hour) => ({
  at: at(hour),
  values: { temperature: 4 + (hour % 7), wind_speed: 3, wind_gust: 5 + (hour % 12), rain: hour % 3 },
}))

test.describe('no violation by axe, and nothing to scroll sideways', () => {
  let home: GuestHome

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
    const { owner, idOf } = home
    await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
    await owner.post('room/create', { name: 'Sleeping', devices: ['Bedroom', 'Study'].map(idOf) })
    const shutters = ['Living room', 'Bedroom'].map(idOf)
    const group = Object(await owner.post('group/create', { name: 'Shutters', devices: shutters }))
    await owner.post('hook/key', {})
    await owner.post('scenario/create', {
      name: 'Morning',
      enabled: true,
      targets: [idOf('Living room')],
      triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }],
      actions: [{ type: 'MoveSelf', position: 0 }],
    })
    await owner.call('POST', '/account/preferences', { json: { pinned: [idOf('Kitchen'), group.id] } })
  })
  test.beforeEach(async () => home.owner.refresh())
  test.afterAll(async () => home.product.stop())

  for (const view of VIEWS) {
    test(`on the pages before the login, ${view.title}`, view.run, async ({ page }) => {
      test.setTimeout(600_000)
      const { url, account, mailbox } = home.product
      const mails = (await mailbox.to(account.email)).length
      await new Client(url).call(
        'GET',
        `/account/resetpassword?email=${encodeURIComponent(account.email)}&confirmtype=link&lang=en`,
      )
      const resetLink = linkIn(await mailbox.newest(account.email, mails + 1), '/resetpassword')
      const entrance = new EntrancePage(page)
      const shown: readonly Shown[] = [
        [
          'login',
          async () => {
            await page.goto(url)
            await expect(entrance.logIn).toBeVisible()
          },
        ],
        [
          'login with a message',
          async () => {
            await entrance.logIn.click()
            await expect(entrance.message).toBeVisible()
          },
        ],
        ['help', () => page.getByRole('button', { name: 'Menu' }).click()],
        [
          'register',
          async () => {
            await page.goto(`${url}/register`)
            await entrance.password.fill('12345678')
            await entrance.confirmation.fill('87654321')
            await entrance.email.focus()
          },
        ],
        [
          'forgotten password',
          async () => {
            await follow(page, '/forgottenpassword')
            await expect(page.getByRole('button', { name: textsIn('en')('forgotten.submit') })).toBeVisible()
          },
        ],
        [
          'reset password',
          async () => {
            await page.goto(resetLink)
            await page.getByLabel('New password', { exact: true }).fill('sommer-2026')
            await page.getByLabel('Confirm new password', { exact: true }).fill('winter')
            await expect(page.getByText(/^Password strength/)).toBeVisible()
          },
        ],
        ['set password', () => page.goto(`${url}/addpassword?request=any`)],
        [
          'delete account without a token',
          async () => {
            await page.goto(`${url}/deleteaccount`)
            await expect(page.getByText('An error occurred, please try again.')).toBeVisible()
          },
        ],
      ]
      await sweep(page, view, shown)
    })

    test(`on the home and the pages of an account, ${view.title}`, view.run, async ({ page }) => {
      test.setTimeout(600_000)
      const main = page.getByRole('main')
      const { owner, product, idOf } = home
      await product.provoke(idOf('Front door'), { door: 'open' })
      await product.provoke(idOf('Garden pergola'), { fault: { kind: 'lost_link' } })
      await new EntrancePage(page).bringSession(product)
      const screen = new HomePage(page)
      /** Follows a path and waits for what shows that the page is complete. */
      const on = (path: string, button: string | RegExp) => async () => {
        await follow(page, path)
        await expect(main.getByRole('button', { name: button }).first()).toBeVisible()
      }
      const prefer = (json: Record<string, string>) => owner.call('POST', '/account/preferences', { json })
      const shown: readonly Shown[] = [
        [
          'home in rooms, with pins and notices',
          async () => {
            await page.goto(`${product.url}/home`)
            await expect(screen.card('Living room')).toContainText('Open')
            await expect(page.getByRole('link', { name: '1 door open' })).toBeVisible()
            await expect(page.getByRole('region', { name: 'Pinned', exact: true })).toBeVisible()
          },
        ],
        [
          'a card with what went wrong',
          async () => {
            await page.route('**/api/v1/device/move', (route) => route.abort())
            await screen.button('Close', 'Living room').click()
            await expect(screen.card('Living room').getByRole('alert')).toBeVisible()
            await page.unrouteAll()
          },
        ],
        [
          'the light of noon',
          async () => {
            await page.getByRole('slider', { name: 'Preview the light at another time' }).press('Home')
            await expect(async () => {
              await page.keyboard.press('PageUp')
              await expect(page.locator('html[data-time="day"]')).toBeAttached({ timeout: 500 })
            }).toPass()
          },
        ],
        [
          'only open doors',
          async () => {
            await page.keyboard.press('Escape')
            await page.getByRole('link', { name: '1 door open' }).click()
            await expect(screen.cards).toHaveCount(1)
          },
        ],
        [
          'search',
          async () => {
            await page.getByRole('link', { name: 'Show all' }).click()
            await page.keyboard.press('/')
            await page.getByRole('textbox', { name: 'Search by name, room or type' }).fill('study')
            await expect(screen.cards).toHaveCount(1)
          },
        ],
        [
          'tiles',
          async () => {
            await page.keyboard.press('Escape')
            await prefer({ density: 'compact' })
            await expect(screen.slider('Bedroom')).toHaveCount(0)
          },
        ],
        ['the list of what else can be done', async () => void (await screen.openMore())],
        [
          'the view of a tablet on the wall',
          async () => {
            await prefer({ density: 'comfortable' })
            await follow(page, '/home?wall')
            await expect(page.getByRole('banner')).toBeHidden()
            await expect(new FacadePage(page).window('Bedroom')).toBeVisible()
          },
        ],
        [
          'the front of the house',
          async () => {
            await follow(page, '/facade')
            await expect(new FacadePage(page).window('Bedroom')).toBeVisible()
            await expect(page.getByRole('banner')).toBeVisible()
          },
        ],
        [
          'the front of the house while it is arranged',
          async () => {
            await new FacadePage(page).arrange.click()
            await new FacadePage(page).movable('Bedroom').focus()
            await expect(page.getByRole('button', { name: 'Larger: Bedroom' })).toBeVisible()
          },
        ],
        [
          'menu with the language dialog',
          async () => {
            await follow(page, '/menu')
            await page.getByRole('button', { name: /^Language/ }).click()
            await expect(page.getByRole('dialog', { name: 'Language' })).toBeVisible()
          },
        ],
        [
          'claim with faults',
          async () => {
            await follow(page, '/claim')
            await page.getByRole('button', { name: 'Add the device' }).click()
          },
        ],
        ...['changepassword', 'sessions', 'security', 'securityevents'].map((path): Shown => {
          return [path, on(`/${path}`, /./)]
        }),
        [
          'activity with what comes',
          async () => {
            await follow(page, '/activity')
            await expect(main.getByRole('link', { name: /^Next: Morning/ })).toBeVisible()
          },
        ],
        [
          'rooms',
          async () => {
            await on('/rooms', 'Edit Sleeping')()
            await page.getByRole('button', { name: 'Edit Sleeping' }).click()
          },
        ],
        [
          'groups',
          async () => {
            await on('/groups', 'Devices: 2')()
            await page.getByRole('button', { name: 'Devices: 2' }).click()
          },
        ],
        [
          'moments, none yet',
          async () => {
            await follow(page, '/moments')
            await expect(page.getByRole('link', { name: 'Good night' })).toBeVisible()
          },
        ],
        ['moment form', on('/moments/new?template=leave', 'Create moment')],
        [
          'notifications',
          async () => {
            await follow(page, '/notifications')
            await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
          },
        ],
        [
          'choices of notifications',
          async () => {
            await follow(page, '/notifications/choices')
            await expect(page.getByRole('checkbox', { name: 'Door left open, by e-mail' })).toBeVisible()
          },
        ],
        [
          'scenarios with their week',
          async () => {
            await follow(page, '/scenarios')
            await expect(page.getByRole('link', { name: 'Edit Morning' })).toBeVisible()
          },
        ],
        [
          'scenario form',
          async () => {
            await page.getByRole('link', { name: 'New scenario' }).click()
            await page.getByRole('checkbox', { name: 'Bedroom' }).click()
            await page.getByRole('button', { name: /^What happens: / }).click()
            await page.getByRole('radio', { name: 'To a position' }).click()
          },
        ],
        [
          'weather with a forecast and a new key',
          async () => {
            await page.route('**/api/v1/weather/forecast', (route) => route.fulfill({ json: FORECAST }))
            await follow(page, '/weather')
            await page.getByText('Hour by hour').click()
            await page.getByRole('button', { name: 'Replace the key' }).click()
            await page.getByRole('dialog').getByRole('button', { name: 'Replace the key' }).click()
            await expect(page.getByText(/^curl /)).toBeVisible()
          },
        ],
        [
          'place of the home',
          async () => {
            await follow(page, '/homeplace')
            await page.getByText('Coordinates and time zone').click()
            await page.getByRole('textbox', { name: 'Town' }).fill('graz')
            await expect(page.getByRole('radio', { name: 'Graz Austria', exact: true })).toBeVisible()
          },
        ],
        [
          'not found',
          async () => {
            await follow(page, '/nowhere')
            await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
          },
        ],
      ]
      await sweep(page, view, shown)
      await product.provoke(idOf('Garden pergola'), { clear: true })
      await product.provoke(idOf('Front door'), { door: 'close' })
    })
  }

  test('on cards and tiles in every state, and on the parts of pages', async ({ page, gallery }) => {
    for (const file of ['tiles.html', '']) {
      for (const view of ['time=day&theme=light', 'time=night&theme=dark']) {
        await test.step(`${file}, ${view}`, async () => {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.goto(`${gallery.url}${file}?${view}`)
          await expect(page.getByRole('article', { name: 'Door, milky, jammed' })).toContainText('Jammed')
          await expectNoViolation(page, `${file}, ${view}`)
          if (file !== '') expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        })
      }
    }
  })
})
