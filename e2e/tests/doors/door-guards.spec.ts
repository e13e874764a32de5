import { expect, type Page } from '@playwright/test'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { holdKey } from '#pages/hold.ts'
import { HomePage } from '#pages/home.page.ts'
import { addPasskey, withAuthenticator } from '#product/authenticator.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const PIN = '246810'

test.describe('what unlocking a door requires', () => {
  let product: Product
  let owner: Client
  let front: string

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Front door')))
    front = (await owner.named('Front door')).id
  })

  test.afterAll(async () => product.stop())

  test.beforeEach(async () => {
    await owner.refresh()
    await lockedByTap()
  })

  const motor = async () => (await product.inspect(front)).motorLockState
  const guard = async (intent: { unlockBy: string; pin?: string }) => {
    await owner.post('device/unlock-guard', { token: front, password: product.account.password, ...intent })
  }
  /** Removes the protection of the door, and waits until it is locked. */
  const lockedByTap = async () => {
    await guard({ unlockBy: 'tap' })
    await expect.poll(motor, { timeout: 120_000 }).toBe('locked')
  }
  const unlockBy = async () => (await owner.device(front)).unlockBy

  /** Opens the motor lock as the owner. */
  const enter = async (page: Page): Promise<DoorPage> => {
    await new EntrancePage(page).bringSession(product)
    const door = new DoorPage(page, product.url)
    await door.open(front, 'motor')
    return door
  }
  const toSettings = (page: Page) => page.getByRole('link', { name: 'Settings' }).click()
  const back = (page: Page) => page.getByRole('button', { name: 'Back' }).click()
  /** Chooses an unlock protection in the settings and goes to the next step. */
  const choose = async (door: DoorPage, gesture: 'Tap' | 'Hold' | 'PIN' | 'Passkey') => {
    await door.row('Unlocking').click()
    const dialog = door.page.getByRole('dialog', { name: 'Unlocking' })
    await dialog.getByRole('radio', { name: gesture }).click()
    await dialog.getByRole('button', { name: 'Next' }).click()
  }
  const prove = async (door: DoorPage, password: string) => {
    const dialog = door.page.getByRole('dialog', { name: 'Unlocking' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }

  test('a hold: a tap is not enough, by finger nor by keyboard', async ({ page }) => {
    const door = await enter(page)
    await toSettings(page)
    await choose(door, 'Hold')
    await prove(door, 'not-the-password')
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('The password is incorrect')
    expect(await unlockBy()).toBe('tap')
    await prove(door, product.account.password)
    await expect(door.row('Unlocking')).toContainText('Hold')
    expect(await unlockBy()).toBe('hold')

    await back(page)
    await expect(door.lock()).toContainText('Hold to unlock')
    await door.lock().click()
    await door.openDoor.click()
    expect(door.moves).toEqual([])
    await holdKey(door.lock())
    await door.says('Unlocked')
    expect(await motor()).toBe('unlocked')
    await door.says('Locked')

    await door.openDoor.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(door.openDoor).toBeVisible()
    expect(door.moves).toHaveLength(1)
    await door.lock().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await door.says('Unlocked')
    expect(await motor()).toBe('unlocked')
  })

  test('a PIN', async ({ page }) => {
    const door = await enter(page)

    await test.step('a PIN: set twice alike and with the password, or not at all', async () => {
      await toSettings(page)
      await choose(door, 'PIN')
      await expect(door.dialog).toHaveAccessibleName('New PIN')
      await expect(door.dialog.getByRole('button', { name: 'Next' })).toBeDisabled()
      await door.enterPin('1234')
      await expect(door.dialog).toHaveAccessibleName('Repeat the PIN')
      await door.enterPin('4321')
      await expect(door.dialog.getByRole('alert')).toHaveText('The PINs do not match')
      await door.dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(door.dialog).toHaveCount(0)
      expect(await unlockBy()).toBe('tap')

      await choose(door, 'PIN')
      await door.enterPin(PIN)
      await door.enterPin(PIN)
      await page.keyboard.press('Escape')
      await expect(door.dialog).toHaveCount(0)
      expect(await unlockBy()).toBe('tap')

      await choose(door, 'PIN')
      await door.enterPin(PIN)
      await door.enterPin(PIN)
      await prove(door, product.account.password)
      await expect(door.row('Unlocking')).toContainText('PIN')
      expect(await unlockBy()).toBe('pin')
    })

    await test.step('a PIN: a wrong one is refused, the right one unlocks, on the door and on its card', async () => {
      await back(page)
      await door.lock().click()
      await expect(door.dialog).toHaveAccessibleName('PIN of the door')
      await door.dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(door.dialog).toHaveCount(0)
      expect(door.moves).toEqual([])

      await door.openDoor.click()
      await door.enterPin('1111')
      await expect(door.dialog.getByRole('alert')).toContainText('Wrong PIN. After ten incorrect attempts')
      await expect(door.dialog.getByLabel('PIN', { exact: true })).toHaveValue('')
      await door.enterPin('1112')
      await expect(door.dialog.getByRole('alert')).toContainText('Wrong PIN (2 attempts).')
      expect(await motor()).toBe('locked')
      await door.enterPin(PIN)
      await expect(door.dialog).toHaveCount(0)
      await door.says('Unlocked')
      expect(await motor()).toBe('unlocked')
      expect(door.moves.at(-1)).toEqual({
        commands: [{ token: front, command: 'unlock', lockType: 'motor', unlockDuration: 1 }],
        wait: false,
        askedAt: expect.any(String),
        pin: PIN,
      })
      await door.says('Locked')

      await page.getByRole('link', { name: 'Senca, start page' }).click()
      const card = new HomePage(page).card('Front door')
      await holdKey(card.getByRole('button', { name: /^Front door: Locked/ }))
      await expect(door.dialog).toHaveAccessibleName('PIN of the door')
      await door.enterPin(PIN)
      await expect(door.dialog).toHaveCount(0)
      await expect(card).toContainText('Unlocked', { timeout: 120_000 })
      // One PIN for both locks.
      const { magnetLockState, motorLockState } = await product.inspect(front)
      expect([magnetLockState, motorLockState]).toEqual(['unlocked', 'unlocked'])
    })

    await test.step('a PIN: ten wrong tries lock it for an hour', async () => {
      await lockedByTap()
      await guard({ unlockBy: 'pin', pin: PIN })
      for (let tries = 0; tries < 9; tries += 1) {
        await owner.call('POST', '/api/v1/device/move', {
          bearer: true,
          json: { commands: [{ token: front, command: 'unlock', lockType: 'motor' }], pin: '000000' },
        })
      }
      await new HomePage(page).card('Front door').getByRole('link', { name: 'Front door' }).click()
      await door.tab('Locks').click()
      await door.lock('Locked').click()
      await door.enterPin('000000')
      await expect(door.dialog.getByRole('alert')).toContainText('Wrong PIN')
      await door.enterPin(PIN)
      await expect(door.dialog.getByRole('alert')).toHaveText(
        'Too many incorrect attempts. The PIN is locked for an hour.',
      )
      await expect(door.dialog.getByRole('button', { name: 'Unlock', exact: true })).toBeDisabled()
      expect(await motor()).toBe('locked')
    })
  })

  test('a passkey: not without one; then its ceremony unlocks, and one that is given up says nothing', async ({
    page,
  }) => {
    const door = await enter(page)
    await toSettings(page)
    await choose(door, 'Passkey')
    await prove(door, product.account.password)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('no passkey yet')
    expect(await unlockBy()).toBe('tap')

    const { devtools, authenticatorId } = await withAuthenticator(page)
    await addPasskey(page, product.url, product.account.password)
    await door.open(front, 'motor')
    await toSettings(page)
    await choose(door, 'Passkey')
    await prove(door, product.account.password)
    await expect(door.row('Unlocking')).toContainText('Passkey')

    await door.open(front)
    await door.lock('Locked').click()
    await door.says('Unlocked')
    const { magnetLockState, motorLockState } = await product.inspect(front)
    expect([magnetLockState, motorLockState]).toEqual(['unlocked', 'unlocked'])
    expect(door.moves.at(-1)).toMatchObject({ proof: { state: expect.any(String) } })
    await door.says('Locked')
    await expect.poll(motor, { timeout: 120_000 }).toBe('locked')

    const sent = door.moves.length
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
    const challenged = page.waitForResponse((answer) => answer.url().endsWith('/device/unlock-challenge'))
    await door.lock().click()
    await challenged
    await expect(door.lock('Locked')).toBeEnabled({ timeout: 120_000 })
    expect(door.moves).toHaveLength(sent)
    expect(await motor()).toBe('locked')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Dismiss the message' })).toHaveCount(0)
  })
})
