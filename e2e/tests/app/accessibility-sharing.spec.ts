import { type Browser, expect } from '@playwright/test'
import { DoorPage } from '#pages/door.page.ts'
import { GuestPage } from '#pages/guest.page.ts'
import { LinksPage } from '#pages/links.page.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { secondAccount } from '#product/second-account.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'
import { type Shown, sweep, VIEWS, type View } from '#product/views.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

test.describe('no violation by axe, and nothing to scroll sideways', () => {
  let home: GuestHome
  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
  })
  test.beforeEach(async () => home.owner.refresh())
  test.afterAll(async () => home.product.stop())

  for (const view of VIEWS) {
    test(
      `on the pages of what is shared, and those of guests, ${view.title}`,
      view.run,
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
          name: `Neighbor, ${view.colorScheme}`,
          permissions: ['command'],
          devices: [home.idOf('Living room')],
          users: [ana.account.email],
        })
        await expectNoneForGuests(browser, view)
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
        await sweep(page, view, shown)
        await home.links.clear()
        await owner.post('device/unlock-guard', { ...guard, unlockBy: 'hold', pin: undefined })
      },
    )
  }

  /** Long words of German, as somebody who was never here before. */
  async function expectNoneForGuests(browser: Browser, view: View): Promise<void> {
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
    await sweep(page, view, shown)
    await close()
    for (const each of [token, pinned]) await home.remove(each)
  }
})
