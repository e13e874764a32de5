import { type Browser, expect } from '@playwright/test'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { follow } from '#pages/follow.ts'
import { GuestPage } from '#pages/guest.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { LinksPage } from '#pages/links.page.ts'
import { Client } from '#product/client.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { expectNoViolation, LOOKS, type Look, type Shown, sweep } from '#product/looks.ts'
import { linkIn } from '#product/mailbox.ts'
import { secondAccount } from '#product/second-account.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

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

  for (const look of LOOKS) {
    test(`on the pages before the login, ${look.title}`, look.run, async ({ page }) => {
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
      await sweep(page, look, shown)
    })

    test(`on the home and the pages of an account, ${look.title}`, look.run, async ({ page }) => {
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
            await page.getByRole('slider', { name: 'See the light of another hour' }).press('Home')
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
            await page.getByRole('textbox', { name: 'Search by name, room or kind' }).fill('study')
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
        ['tiles that move', () => page.getByRole('radio', { name: 'moves it' }).check({ force: true })],
        [
          'the view of a tablet on the wall',
          async () => {
            await prefer({ density: 'comfortable' })
            await follow(page, '/home?wall')
            await expect(page.getByRole('banner')).toBeHidden()
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
        ['activity with what comes', on('/activity', /^Skip this one: Morning/)],
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
      await sweep(page, look, shown)
      await product.provoke(idOf('Garden pergola'), { clear: true })
      await product.provoke(idOf('Front door'), { door: 'close' })
    })

    test(
      `on the pages of what is shared, and those of guests, ${look.title}`,
      look.run,
      async ({ page, browser, server }) => {
        test.setTimeout(600_000)
        const { owner, product } = home
        const links = new LinksPage(page, product)
        const front = home.idOf('Front door')
        const guard = { token: front, unlockBy: 'pin', pin: '2468', password: product.account.password }
        const windows = [{ days: [1, 2, 3, 4, 5], from: '08:00', until: '12:00' }]
        await home.share(['Front door'], {
          name: 'Ana, cleaning',
          expiresAt: at(200),
          windows,
          pin: '4711',
          maxUses: 5,
        })
        await home.share(['Front door'], { startsAt: at(24), expiresAt: at(200) })
        const ana = await secondAccount(server, 'ana.by.axe')
        await owner.post('role/create', {
          name: `Neighbor, ${look.colorScheme}`,
          permissions: ['command'],
          devices: [home.idOf('Living room')],
          users: [ana.account.email],
        })
        await expectNoneForGuests(browser, look)
        await links.enter()
        const shown: readonly Shown[] = [
          [
            'links',
            async () => {
              await links.open()
              await expect(links.entry('Ana, cleaning')).toBeVisible()
            },
          ],
          [
            'the address of a link',
            async () => {
              await links.main.getByRole('button', { name: 'Show Ana, cleaning as a QR code' }).click()
              await expect(links.dialog).toBeVisible()
            },
          ],
          [
            'editing a link',
            async () => {
              await links.dialog.getByRole('button', { name: 'Done' }).click()
              await links.press('Edit', 'Ana, cleaning')
              await expect(links.field('PIN')).toBeVisible()
            },
          ],
          ['a new link', () => links.open(`/links/new?deviceId=${front}`)],
          [
            'a new link with faults',
            async () => {
              await links.unfold('Name', 'Devices', 'When')
              await links.main.getByRole('button', { name: 'Other devices' }).click()
              for (const checkbox of await links.main.getByRole('checkbox').all()) await checkbox.click()
              await links.choice('Choose dates').click()
              await links.field('Until').fill('2020-01-01T10:00')
              await links.main.getByText('More options').click()
              await links.main.getByRole('switch', { name: 'Only at certain times' }).click()
              await links.main.getByRole('switch', { name: 'Require a PIN' }).click()
              await links.create().click()
              await expect(links.main.getByText('It must end after it starts')).toBeVisible()
            },
          ],
          [
            'who can open',
            async () => {
              await links.open('/access')
              await expect(links.entry('Ana, cleaning')).toBeVisible()
            },
          ],
          [
            'freezing',
            async () => {
              await links.freeze().click()
              await expect(links.dialog).toBeVisible()
            },
          ],
          [
            'people',
            async () => {
              await links.open('/people')
              await expect(links.main.getByText(ana.account.email).first()).toBeVisible()
            },
          ],
          [
            'the password before a link is made',
            async () => {
              await owner.post('device/unlock-guard', guard)
              await links.open(`/links/new?deviceId=${front}`)
              await links.create().click()
              await expect(links.dialog.getByLabel('Password', { exact: true })).toBeVisible()
            },
          ],
          [
            'what unlocking takes',
            async () => {
              const door = new DoorPage(page, product.url)
              await door.openSettings(front)
              await door.row('Unlocking').click()
              await expect(door.dialog).toContainText('2 links open this door without its PIN or passkey.')
            },
          ],
        ]
        await sweep(page, look, shown)
        await home.links.clear()
        await owner.post('device/unlock-guard', { ...guard, unlockBy: 'hold', pin: undefined })
      },
    )
  }

  /** Long words of German, as somebody who was never here before. */
  async function expectNoneForGuests(browser: Browser, look: Look): Promise<void> {
    const t = textsIn('de')
    const shared = ['Living room', 'Study', 'Garden pergola', 'Terrace lights']
    const token = await home.share([...shared, 'Front door'], { name: 'Ferienwohnung' })
    const pinned = await home.share(['Living room'], { pin: '4711' })
    const { page, close } = await home.visit(browser, 'de-DE', 'de')
    const guest = new GuestPage(page, home.product.url, t)
    const opened = async (open: Promise<void>) => {
      await open
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    const shown: readonly Shown[] = [
      [
        'guest: list',
        async () => {
          await guest.open(token)
          await expect(page.getByRole('article')).toHaveCount(6)
        },
      ],
      ['guest: menu', () => page.getByRole('button', { name: 'Menü' }).click()],
      ...['Front door', 'Terrace lights', 'Study'].map((name): Shown => {
        return [`guest: ${name}`, () => opened(guest.openDevice(token, home.idOf(name)))]
      }),
      ['guest: not recognized', () => opened(guest.open('nothing'))],
      ['guest: PIN', () => opened(guest.open(pinned))],
    ]
    await sweep(page, look, shown)
    await close()
    for (const each of [token, pinned]) await home.remove(each)
  }

  test('on cards and tiles in every state, and on the parts of pages', async ({ page, gallery }) => {
    for (const file of ['tiles.html', '']) {
      for (const look of ['time=day&theme=light', 'time=night&theme=dark']) {
        await test.step(`${file}, ${look}`, async () => {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.goto(`${gallery.url}${file}?${look}`)
          await expect(page.getByRole('article', { name: 'Door, milky, jammed' })).toContainText('Jammed')
          await expectNoViolation(page, `${file}, ${look}`)
          if (file !== '') expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        })
      }
    }
  })
})
