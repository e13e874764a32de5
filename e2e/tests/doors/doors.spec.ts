import { expect, type Page } from '@playwright/test'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('operating a door', () => {
  let product: Product
  let owner: Client
  let front: string
  let garage: string

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Front door', 'Garage door')))
    front = (await owner.named('Front door')).id
    garage = (await owner.named('Garage door')).id
  })

  test.afterAll(async () => product.stop())

  const begin = async () => {
    await owner.refresh()
    await closeAndLock()
  }

  const settings = (changed: Record<string, unknown>) =>
    owner.post('device/settings', { token: front, settings: changed })
  const lockStates = async () => {
    const { magnetLockState, motorLockState } = await product.inspect(front)
    return [magnetLockState, motorLockState]
  }
  const motor = async () => (await product.inspect(front)).motorLockState
  const magnet = async () => (await product.inspect(front)).magnetLockState

  /** Ends all faults of the front door and waits until it is closed and locked. */
  const closeAndLock = async () => {
    await product.provoke(front, { clear: true })
    await product.provoke(front, { door: 'close' })
    await settings({ unlockDuration: 5, magnetLockUnlockType: 'timed' })
    await expect.poll(lockStates, { timeout: 120_000 }).toEqual(['locked', 'locked'])
  }

  const enter = async (page: Page, ...where: Parameters<DoorPage['open']>): Promise<DoorPage> => {
    await new EntrancePage(page).bringSession(product)
    const door = new DoorPage(page, product.url)
    await door.open(...where)
    return door
  }

  /** The motor lock of the front door, once it says that it is locked. */
  const lockedAgain = async (page: Page): Promise<DoorPage> => {
    await closeAndLock()
    const door = new DoorPage(page, product.url)
    await door.open(front, 'motor')
    await door.says('Locked')
    return door
  }

  /** Whether the round button of the lock is filled with light. */
  const isLit = (door: DoorPage) =>
    door
      .lock()
      .locator('span')
      .first()
      .evaluate((disc) => getComputedStyle(disc, '::before').backgroundImage.includes('gradient'))

  test('locks, foil and lights, and what goes wrong', { tag: '@smoke' }, async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('the home and the door lead to each other and say the same', async () => {
      await begin()
      await new EntrancePage(page).enter(product)
      const home = new HomePage(page)

      await test.step('is reached from its card, and leads back and to its settings', async () => {
        await home.card('Garage door').getByRole('link', { name: 'Garage door' }).click()
        await expect(page).toHaveURL(/\/doordeviceinfopage/)
        await expect(page.getByRole('heading', { level: 1, name: 'Garage door' })).toBeVisible()
        await page.getByRole('link', { name: 'Settings' }).click()
        await expect(page).toHaveURL(/\/doorsettingspage/)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1, name: 'Garage door' })).toBeVisible()
        await page.getByRole('button', { name: 'Back' }).click()
        await expect(page).toHaveURL(/\/doordeviceinfopage/)
        await page.getByRole('button', { name: 'Back' }).click()
        await expect(page).toHaveURL(/\/home/)
      })

      await test.step('its card says in words how lock and leaf stand and what each key does, also of a door that is away', async () => {
        await settings({ unlockDuration: 9 })
        const card = home.card('Front door')
        await expect(card).toContainText('Locked, door closed', { timeout: 120_000 })
        await expect(card).toContainText('Lock sensor: closed')
        for (const words of ['Hold to unlock', 'Magic foil', 'Door light', 'Handle light'])
          await expect(card.getByText(words, { exact: true })).toBeVisible()
        const key = card.getByRole('button', { name: /^Front door: Locked/ })
        await expect(key).toHaveAccessibleName('Front door: Locked. Hold to unlock')
        await card.getByRole('button', { name: 'Handle light' }).click()
        await expect(card.getByRole('button', { name: 'Handle light On' })).toHaveAttribute(
          'aria-pressed',
          'true',
        )
        await card.getByRole('button', { name: 'Handle light' }).click()
        await expect(card.getByRole('button', { name: 'Handle light Off' })).toBeVisible()
        await product.provoke(front, { fault: { kind: 'lost_link' } })
        await expect(card).toContainText('Offline', { timeout: 120_000 })
        await expect(card).toContainText('last known: Locked, door closed')
        await expect(key).toBeDisabled()
        await product.provoke(front, { clear: true })
        await expect(card).not.toContainText('Offline', { timeout: 120_000 })
      })
    })

    await test.step('the motor lock unlocks, and says only what it did', async () => {
      await begin()
      await test.step('says who unlocked it last, on the page and after the next time', async () => {
        await owner.move([{ token: front, command: 'unlock', lockType: 'motor', unlockDuration: 1 }], true)
        await expect.poll(motor).toBe('locked')
        const door = await enter(page, front)
        await expect(door.panel).toContainText(/Last unlocked \d\d:\d\d: You/)
        await product.provoke(garage, { clear: true })
        await door.open(garage)
        await expect(door.panel).not.toContainText('Last unlocked')
        await door.lock('Locked').click()
        await expect(door.panel).toContainText(/Last unlocked \d\d:\d\d: You/)
      })

      await test.step('one tap unlocks all locks of the door for the time that is set, and it says locked only once one of them is [DR6]', async () => {
        await settings({ unlockDuration: 3 })
        const door = new DoorPage(page, product.url)
        await door.open(front)
        await door.says('Locked')
        await expect.poll(() => isLit(door)).toBe(false)
        await expect(door.lock('Locked')).toHaveAccessibleName('Front door: Locked. Unlock · 3\u00a0s')
        await door.lock('Locked').click()
        await door.says('Unlocked')
        await expect.poll(() => isLit(door)).toBe(true)
        expect(await lockStates()).toEqual(['unlocked', 'unlocked'])
        await expect(door.panel).toContainText(/Locks again in [1-3] seconds?/)
        await door.says('Locked')
        await expect.poll(() => isLit(door)).toBe(false)
        await expect(door.panel).toContainText(/since \d?\d:\d\d/)
        await expect.poll(lockStates).toEqual(['locked', 'locked'])
        expect(door.moves).toEqual([
          {
            commands: [
              { token: front, command: 'unlock', lockType: 'magnet' },
              { token: front, command: 'unlock', lockType: 'motor' },
            ],
            wait: false,
            askedAt: expect.any(String),
          },
        ])
      })

      await test.step('the door is locked while one of its locks is, which can be unlocked alone', async () => {
        const door = new DoorPage(page, product.url)
        await settings({ unlockDuration: 9 })
        await door.open(front, 'motor')
        await door.lock('Locked').click()
        await door.says('Unlocked')
        expect(await lockStates()).toEqual(['locked', 'unlocked'])
        await door.tab('Door').click()
        await expect(door.panel.getByText('Locked', { exact: true }).first()).toBeVisible()
        await expect(door.panel.getByText('Unlocked', { exact: true })).toHaveCount(0)
        const sent = door.moves.length
        await door.panel.getByRole('button', { name: /^Front door: Locked/ }).click()
        await expect
          .poll(() => door.moves.slice(sent))
          .toEqual([
            expect.objectContaining({
              commands: [{ token: front, command: 'unlock', lockType: 'magnet' }],
            }),
          ])
        await expect(door.panel.getByText('Unlocked', { exact: true }).first()).toBeVisible()
      })

      await test.step('a lock that fails is named, and the other one is unlocked', async () => {
        await closeAndLock()
        const door = new DoorPage(page, product.url)
        await door.open(front)
        await door.says('Locked')
        await product.provoke(front, { fault: { kind: 'jam', lock: 'motor' } })
        await door.lock('Locked').click()
        await door.says('Jammed')
        expect(await lockStates()).toEqual(['unlocked', 'jammed'])
        await door.tab('Locks').click()
        const motorLock = door.panel.getByRole('region', { name: 'Motor lock' })
        await expect(motorLock.getByText('Jammed', { exact: true })).toBeVisible()
        await product.provoke(front, { clear: true })
        await owner.move([{ token: front, command: 'unlock', lockType: 'motor', unlockDuration: 1 }], true)
      })

      await test.step('a lock that does not lock again is not shown as locked', async () => {
        await closeAndLock()
        const door = new DoorPage(page, product.url)
        await door.open(front)
        await door.says('Locked')
        await settings({ unlockDuration: 4 })
        await door.lock('Locked').click()
        await door.says('Unlocked')
        await product.provoke(front, { door: 'open' })
        await expect(door.panel).toContainText('Door open')
        await expect(door.panel).toContainText('Locks when the door is closed')
        // Another door, which was unlocked later for the same time, has locked again.
        await owner.move([{ token: garage, command: 'unlock', lockType: 'motor', unlockDuration: 1 }], true)
        await expect.poll(async () => (await product.inspect(garage)).motorLockState).toBe('locked')
        await door.says('Unlocked')
        expect(await motor()).toBe('unlocked')
        await product.provoke(front, { door: 'close' })
        await door.says('Locked')
        await expect(door.panel).toContainText('Door closed')
        await expect(door.panel).toContainText(/Last opened \d?\d:\d\d/)
        await expect.poll(motor).toBe('locked')
      })
    })

    await test.step('the magnet lock opens for a second, or until the door was opened', async () => {
      await begin()
      await settings({ unlockDuration: 7 })
      const door = await enter(page, front, 'magnet')

      await test.step('the door-open button sends a pulse of one second [DR6]', async () => {
        await expect(door.lock('Locked')).toHaveText('Unlock · 7 s')
        await expect(door.openDoor).toHaveText('Open door · 1 s')
        await door.openDoor.click()
        await expect.poll(magnet, { intervals: [30] }).toBe('unlocked')
        await expect(door.panel).toContainText('Open for one second')
        await expect.poll(magnet, { intervals: [30] }).toBe('locked')
        await door.says('Locked')
        expect(door.moves).toEqual([
          {
            commands: [{ token: front, command: 'unlock', lockType: 'magnet', unlockDuration: 1 }],
            wait: false,
            askedAt: expect.any(String),
          },
        ])
      })

      await test.step('a magnet lock that is set so stays unlocked until the door was opened', async () => {
        await settings({ magnetLockUnlockType: 'until_opened' })
        await door.lock().click()
        await door.says('Unlocked')
        await expect(door.panel).toContainText('Stays unlocked until the door is opened')
        // The motor lock still holds the door, so it is no unlocked door.
        await owner.move([{ token: front, command: 'unlock', lockType: 'motor', unlockDuration: 60 }], true)
        await page.getByRole('link', { name: 'Senca, start page' }).click()
        await page.getByRole('link', { name: '1 door unlocked' }).click()
        await expect(page.getByRole('heading', { name: 'Only unlocked doors' })).toBeVisible()
        await expect(page.getByRole('article')).toHaveCount(1)
        const card = new HomePage(page).card('Front door')
        await expect(card).toContainText('Unlocked')
        await card.getByRole('link', { name: 'Front door' }).click()
        await door.tab('Locks').click()
        await product.provoke(front, { door: 'open' })
        await expect(door.panel).toContainText('Locks when the door is closed')
        expect(await magnet()).toBe('unlocked')
        await product.provoke(front, { door: 'close' })
        await door.says('Locked')
        expect(await magnet()).toBe('locked')
      })
    })

    await test.step('a failure is shown, and the door unlocks again afterwards', async () => {
      await begin()
      await enter(page, front, 'motor')

      await test.step('a jammed lock says so and what to do, and unlocks once it is free', async () => {
        const door = await lockedAgain(page)
        await product.provoke(front, { fault: { kind: 'jam', lock: 'motor' } })
        await door.lock().click()
        await door.says('Jammed')
        expect(await motor()).toBe('jammed')
        await door.tab('Door').click()
        await expect(page.getByRole('alert').filter({ hasText: 'The bolt is stuck' })).toBeVisible()
        await door.tab('Locks').click()
        await product.provoke(front, { clear: true })
        await door.lock('Jammed').click()
        await door.says('Unlocked')
        expect(await motor()).toBe('unlocked')
      })

      await test.step('a lock that lost its power on the way is not known, and says so until it is', async () => {
        const door = await lockedAgain(page)
        await door.lock().click()
        await door.says('Unlocking')
        await product.provoke(front, { fault: { kind: 'power_cut', ms: 2_000 } })
        await expect(page.getByRole('region', { name: 'Offline' })).toBeVisible({ timeout: 120_000 })
        await expect(page.getByRole('region', { name: 'Offline' })).toHaveCount(0, { timeout: 120_000 })
        await door.says('Locked')
        expect(await motor()).toBe('locked')
      })

      await test.step('a command without an answer fails with its reason, and can be tried again', async () => {
        const door = await lockedAgain(page)
        await product.provoke(front, { fault: { kind: 'no_answer', times: 1 } })
        await door.openDoor.click()
        await expect(door.panel).toContainText('Sent')
        const alert = page.getByRole('alert').filter({ hasText: 'The device did not answer' })
        await expect(alert).toBeVisible({ timeout: 120_000 })
        expect(await motor()).toBe('locked')
        await alert.getByRole('button', { name: 'Try again' }).click()
        expect(door.moves).toHaveLength(1)
        await page.getByRole('button', { name: 'Unlock', exact: true }).click()
        await expect(alert).toHaveCount(0)
        await door.says('Unlocked')
        expect(door.moves).toHaveLength(2)
        expect(door.moves[1]).toEqual(Object.assign({}, door.moves[0], { askedAt: expect.any(String) }))
      })

      await test.step('without its hardware it shows since when it is offline, and nothing can be operated [DR7]', async () => {
        const door = await lockedAgain(page)
        await product.provoke(front, { fault: { kind: 'lost_link' } })
        const plate = page.getByRole('region', { name: 'Offline' })
        await expect(plate).toContainText(/Since \d?\d:\d\d/)
        await expect(door.lock()).toBeDisabled()
        await expect(door.openDoor).toBeDisabled()
        await door.tab('Magic foil').click()
        await expect(page.getByRole('switch', { name: 'Privacy' })).toBeDisabled()
        await product.provoke(front, { clear: true })
        await expect(plate).toHaveCount(0, { timeout: 120_000 })
        await expect(page.getByRole('switch', { name: 'Privacy' })).toBeEnabled()
      })
    })

    await test.step('the foil and the lights are what the hardware says', async () => {
      await begin()
      const door = await enter(page, front, 'foil')
      const privacy = page.getByRole('switch', { name: 'Privacy' })
      await expect(privacy).not.toBeChecked()
      await privacy.click()
      await expect(privacy).toBeChecked()
      await expect(door.panel).toContainText('Milky')
      expect((await product.inspect(front)).magicFoilOpacity).toBe(1)
      await page.reload()
      await expect(privacy).toBeChecked()
      await privacy.click()
      await expect(door.panel).toContainText('Clear')
      expect((await product.inspect(front)).magicFoilOpacity).toBe(0)

      await door.tab('Lights').click()
      await page.getByRole('switch', { name: 'Handle light' }).click()
      await expect(page.getByRole('switch', { name: 'Handle light' })).toBeChecked()
      await expect(page.getByRole('switch', { name: 'Door light' })).not.toBeChecked()
      expect(await product.inspect(front)).toMatchObject({ handleLightBrightness: 1, doorLightBrightness: 0 })
      await page.getByRole('switch', { name: 'Handle light' }).click()
      await expect(page.getByRole('switch', { name: 'Handle light' })).not.toBeChecked()

      await door.open(garage, 'lights')
      await expect(page.getByRole('switch')).toHaveCount(1)
      await page.getByRole('switch', { name: 'Door light' }).click()
      await expect.poll(async () => (await product.inspect(garage)).doorLightBrightness).toBe(1)
    })
  })
})
