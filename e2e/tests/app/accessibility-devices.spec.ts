import { expect } from '@playwright/test'
import { ControlPage } from '#pages/control.page.ts'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { follow } from '#pages/follow.ts'
import { SettingsPage } from '#pages/settings.page.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { everyDeviceIsOnline, furniture } from '#product/home.ts'
import { test } from '#product/test.ts'
import { type Shown, sweep, VIEWS } from '#product/views.ts'

const DEVICES = ['Living room', 'Study', 'Kitchen', 'Garden pergola', 'Front door', 'Terrace lights']

test.describe('no violation by axe, and nothing to scroll sideways', () => {
  let home: GuestHome

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server, furniture(...DEVICES))
    await home.owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
  })
  test.beforeEach(async () => home.owner.refresh())
  test.afterAll(async () => home.product.stop())

  const pageOf = (path: string, name: string) => `${path}?deviceId=${home.idOf(name)}`

  for (const view of VIEWS) {
    test(`on the pages of shades, ${view.title}`, view.run, async ({ page }) => {
      test.setTimeout(600_000)
      const settings = new SettingsPage(page, home.product)
      const control = new ControlPage(page)
      const open = async (path: string, name: string) => {
        await follow(page, pageOf(path, name))
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      }
      await new EntrancePage(page).bringSession(home.product)
      const shown: readonly Shown[] = [
        ['shade', () => control.open(home.product.url, home.idOf('Living room'))],
        [
          'slats',
          async () => {
            await open('/device', 'Study')
            await control.view('Tilt').click()
          },
        ],
        ['louvers', () => open('/device', 'Garden pergola')],
        [
          'a chosen place',
          async () => {
            await open('/device', 'Living room')
            await control.press(0.6)
            await control.release()
            await expect(page.getByRole('button', { name: /^Move to/ })).toBeVisible()
          },
        ],
        [
          'the offer to undo',
          async () => {
            await page.keyboard.press('Escape')
            // The shade is at one of its ends when it was moved before.
            await page
              .locator('main')
              .getByRole('button', { name: /^(Open|Close)$/, disabled: false })
              .last()
              .click()
            await expect(page.locator('[aria-keyshortcuts="Control+Z Meta+Z"]')).toBeVisible()
          },
        ],
        ['settings of a blind', () => settings.open(home.idOf('Kitchen'))],
        ...[
          'Rename',
          'Delete device',
          'Hardware',
          'Recalibrate',
          'Window shade type',
          'Change directions',
          'Type of switch',
          'Inclination time',
          'Inclination type',
          'Restart device',
        ].map((row): Shown => {
          return [
            row,
            async () => {
              await page.keyboard.press('Escape')
              await expect(settings.dialog).toHaveCount(0)
              if (row === 'Hardware') return settings.openHardware()
              await settings.ask(row)
              if (row === 'Rename') await settings.dialog.getByRole('textbox').fill('')
            },
          ]
        }),
        [
          'favourite',
          async () => {
            await page.keyboard.press('Escape')
            await settings.back().click()
            await settings.row('Favorite').getByRole('link').click()
            await expect(settings.slider('Slats')).toBeVisible()
          },
        ],
        [
          'leaving a place',
          async () => {
            await settings.back().click()
            await expect(settings.dialog).toBeVisible()
          },
        ],
        [
          'sun protection',
          async () => {
            await settings.press('Discard')
            await expect(page).toHaveURL(/\/devicesettingspage/)
            await open('/devicesunpage', 'Living room')
            await page.getByRole('slider', { name: 'The window faces' }).press('PageUp')
            await page.getByRole('textbox', { name: /^Sunlight may reach/ }).fill('30')
            await page.getByRole('button', { name: 'Save' }).click()
            await expect(page.getByText('Enter a number from 0 to 20')).toBeVisible()
          },
        ],
        ['keys', () => open('/devicekeys', 'Living room')],
        ['condition', () => open('/devicehealth', 'Living room')],
        ['replacement', () => open('/devicereplace', 'Living room')],
        ['activity of a device', () => open('/deviceactivity', 'Living room')],
        ['transfer', () => open('/transfer', 'Living room')],
      ]
      await sweep(page, view, shown)
    })

    test(`on the pages of doors and lights, ${view.title}`, view.run, async ({ page }) => {
      test.setTimeout(600_000)
      const { owner, product } = home
      const front = home.idOf('Front door')
      const guard = (intent: Record<string, string>) =>
        owner.post('device/unlock-guard', { token: front, password: product.account.password, ...intent })
      // Long enough that the door is still unlocked in every look.
      await owner.post('device/settings', { token: front, settings: { unlockDuration: 12 } })
      await new EntrancePage(page).bringSession(product)
      const door = new DoorPage(page, product.url)
      const row = (name: string) => async () => {
        await page.keyboard.press('Escape')
        await door.row(name).click()
        await expect(door.dialog).toHaveAccessibleName(name)
      }
      const shown: readonly Shown[] = [
        [
          'door',
          async () => {
            await guard({ unlockBy: 'pin', pin: '2468' })
            await door.open(front)
          },
        ],
        ...(['Locks', 'Magic foil', 'Lights', 'Door'] as const).map((tab): Shown => {
          return [
            tab,
            async () => {
              await door.tab(tab).click()
              await expect(door.panel).toHaveAccessibleName(tab)
            },
          ]
        }),
        [
          'wrong PIN',
          async () => {
            await door.lock().click()
            await door.enterPin('1111')
            await expect(door.dialog.getByRole('alert')).toBeVisible()
          },
        ],
        [
          'unlocked',
          async () => {
            await door.enterPin('2468')
            await door.says('Unlocked')
          },
        ],
        [
          'jammed',
          async () => {
            await door.says('Locked')
            await product.provoke(front, { fault: { kind: 'jam', lock: 'motor' } })
            await door.lock().click()
            await door.enterPin('2468')
            await door.says('Jammed')
          },
        ],
        [
          'settings of a door',
          async () => {
            await product.provoke(front, { clear: true })
            await page.getByRole('link', { name: 'Settings' }).click()
            await expect(door.row('Unlocking')).toBeVisible()
          },
        ],
        ['Magnet lock unlock type', row('Magnet lock unlock type')],
        ['Unlock duration', row('Unlock duration')],
        ['Unlocking', row('Unlocking')],
        ['new PIN', () => door.dialog.getByRole('button', { name: 'Next' }).click()],
        [
          'proof',
          async () => {
            await door.enterPin('2468')
            await door.enterPin('2468')
          },
        ],
        [
          'a question instead of a hold',
          async () => {
            await page.keyboard.press('Escape')
            await guard({ unlockBy: 'hold' })
            await page.getByRole('button', { name: 'Back' }).click()
            await expect(door.lock()).toHaveAccessibleName(/Hold to unlock$/)
            await door.lock().focus()
            await page.keyboard.press('Enter')
          },
        ],
        [
          'light',
          async () => {
            await page.goto(`${product.url}${pageOf('/device', 'Terrace lights')}`)
            await expect(page.getByRole('switch')).toHaveCount(3)
          },
        ],
        [
          'offline light',
          async () => {
            await product.provoke(home.idOf('Terrace lights'), { fault: { kind: 'lost_link' } })
            await expect(page.getByRole('region', { name: 'Offline' })).toBeVisible()
          },
        ],
        [
          'offline door',
          async () => {
            await product.provoke(front, { fault: { kind: 'lost_link' } })
            await follow(page, pageOf('/doordeviceinfopage', 'Front door'))
            const plate = page.getByRole('region', { name: 'Offline' })
            await plate.getByText('What to check').click()
            await expect(plate.getByText('The door still opens with its key.')).toBeVisible()
          },
        ],
      ]
      await sweep(page, view, shown)
      for (const id of [front, home.idOf('Terrace lights')]) await product.provoke(id, { clear: true })
      await everyDeviceIsOnline(owner)
    })
  }
})
