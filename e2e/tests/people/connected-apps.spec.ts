import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { holdKey } from '#pages/hold.ts'
import { addPasskey, withAuthenticator } from '#product/authenticator.ts'
import type { Client } from '#product/client.ts'
import { askingApp } from '#product/connected-app.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'
import { expectNoViolation, inEveryView } from '#product/views.ts'

const t = textsIn('en')
const PIN = '246810'

test.describe('a connected app', () => {
  let product: Product
  let owner: Client
  let front: string

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Front door', 'Living room')))
    front = (await owner.named('Front door')).id
  })
  test.afterAll(async () => product.stop())

  test.beforeEach(async ({ page }) => {
    await owner.refresh()
    await guard({ unlockBy: 'tap' })
    await new EntrancePage(page).bringSession(product)
  })

  const guard = async (intent: { unlockBy: string; pin?: string }) => {
    await owner.post('device/unlock-guard', { token: front, password: product.account.password, ...intent })
    await expect.poll(motor, { timeout: 120_000 }).toBe('locked')
  }
  const motor = async () => (await product.inspect(front)).motorLockState
  const check = (page: Page, screen: string) =>
    inEveryView(page, async () => {
      await expectNoViolation(page, screen)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen).toBe(0)
    })
  /** Opens a page and asks as soon as it can be asked, which its socket decides. */
  const askAt = async (page: Page, path: string, app: Awaited<ReturnType<typeof askingApp>>) => {
    const socket = page.waitForEvent('websocket')
    await page.goto(product.url + path)
    await (await socket).waitForEvent('framereceived')
    return app.ask()
  }
  const sheet = (page: Page, app: string) =>
    page.getByRole('dialog', { name: t('approval.title', { app, door: 'Front door' }) })

  test('is made, opened and allowed to ask by keyboard alone, on pages without violations by axe', async ({
    page,
  }) => {
    test.setTimeout(600_000)
    await guard({ unlockBy: 'pin', pin: PIN })
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.goto(`${product.url}/apps`)
    const offered = page.getByRole('link', { name: t('apps.kind.script') })
    await expect(offered).toBeVisible()
    await check(page, 'no connected apps')
    await offered.focus()
    await press('Enter')

    await test.step('the form says what is missing', async () => {
      const name = page.getByRole('textbox', { name: t('apps.name') })
      await expect(name).toBeVisible()
      await page.getByRole('button', { name: t('apps.create') }).focus()
      await press('Enter')
      await expect(page.getByText(t('apps.nameMissing'))).toBeVisible()
      await expect(page.getByText(t('apps.devicesMissing'))).toBeVisible()
      await check(page, 'the form of an app')
      await name.focus()
      await page.keyboard.type('Night script')
      await page.getByRole('checkbox', { name: 'Front door' }).focus()
      await press('Space')
      await page.getByRole('radio', { name: t('apps.level.view'), exact: true }).focus()
      await press('ArrowRight')
      await expect(page.getByText(t('apps.means.command'))).toBeVisible()
    })

    await test.step('a door asks for the password, and the token is shown once', async () => {
      await page.getByRole('button', { name: t('apps.create') }).focus()
      await press('Enter')
      const proof = page.getByRole('dialog', { name: t('apps.proofTitle', { name: 'Front door' }) })
      await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
      await check(page, 'the password of an app')
      await page.keyboard.type(product.account.password)
      await press('Enter')
      const token = page.getByRole('dialog', { name: 'Night script' })
      await expect(token).toContainText(t('apps.once'))
      await check(page, 'the token of an app')
      await token.getByRole('button', { name: t('mqtt.kept') }).focus()
      await press('Enter')
    })

    await test.step('its page turns on asking for a door', async () => {
      await page.getByRole('link', { name: 'Night script' }).focus()
      await check(page, 'connected apps')
      await press('Enter')
      await expect(page).toHaveURL(/\/apps\/[\w-]+$/)
      await expect(page.getByRole('heading', { name: 'Front door' })).toBeVisible()
      await check(page, 'the page of an app')
      await page.getByRole('radio', { name: t('apps.doors.mode.off'), exact: true }).focus()
      await press('ArrowRight')
      const dialog = page.getByRole('dialog', {
        name: t('apps.doors.askTitle', { name: 'Night script', door: 'Front door' }),
      })
      await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
      await check(page, 'what an app asks')
      await page.keyboard.type(product.account.password)
      await press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('radio', { name: t('apps.doors.mode.ask') })).toBeChecked()
      await expect(page.getByText(t('apps.doors.means.ask'))).toBeVisible()
    })
  })

  test('asks at any page: a key answers only what a person chose, and a second key denies [BR9]', async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const app = await askingApp(product, owner, 'Claude', front)
    const dialog = sheet(page, 'Claude')

    const first = await askAt(page, '/activity', app)
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('timer')).toBeVisible()
    await check(page, 'what an app asks of a person')
    await test.step('what was being typed answers nothing', async () => {
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      expect(await app.statusOf(first)).toBe('waiting')
    })
    await test.step('by keyboard it is confirmed once more', async () => {
      await page.keyboard.press('Tab')
      await expect(dialog.getByRole('button', { name: t('card.holdOn') })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toHaveText(t('approval.sure', { door: 'Front door' }))
      await expect(dialog.getByRole('button', { name: t('card.keepLocked') })).toBeFocused()
      expect(await app.statusOf(first)).toBe('waiting')
      await check(page, 'the confirmation of an unlock')
      await page.keyboard.press('Shift+Tab')
      await expect(dialog.getByRole('button', { name: t('card.unlock'), exact: true })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => app.statusOf(first)).toBe('allowed')
      await expect.poll(motor, { timeout: 120_000 }).toBe('locked')
    })

    const second = await app.ask()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: t('approval.deny') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('approval.denied', { door: 'Front door' }))).toBeVisible()
    expect(await app.statusOf(second)).toBe('denied')

    await test.step('a finger holds', async () => {
      const third = await app.ask()
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: t('card.holdOn') }).click()
      expect(await app.statusOf(third)).toBe('waiting')
      await holdKey(dialog.getByRole('button', { name: t('card.holdOn') }))
      await expect(dialog).toHaveCount(0)
      expect(await app.statusOf(third)).toBe('allowed')
    })
  })

  test('is allowed by the PIN of the door, and not by a wrong one', async ({ page }) => {
    await guard({ unlockBy: 'pin', pin: PIN })
    const app = await askingApp(product, owner, 'Night script 2', front)
    const dialog = sheet(page, 'Night script 2')
    const ask = await askAt(page, '/home', app)
    await dialog.getByRole('button', { name: t('approval.pin') }).click()
    await page.keyboard.type('111111')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Wrong PIN')
    expect(await app.statusOf(ask)).toBe('waiting')
    await check(page, 'the PIN of an ask')
    await page.keyboard.type(PIN)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(await app.statusOf(ask)).toBe('allowed')
  })

  test('is allowed by a passkey; a ceremony that is given up leaves the ask waiting', async ({ page }) => {
    const { devtools, authenticatorId } = await withAuthenticator(page)
    await addPasskey(page, product.url, product.account.password)
    await guard({ unlockBy: 'passkey' })
    const app = await askingApp(product, owner, 'Night script 3', front)
    const dialog = sheet(page, 'Night script 3')
    const first = await askAt(page, '/home', app)
    const key = dialog.getByRole('button', { name: t('approval.passkey') })
    await expect(key).toBeVisible()
    await check(page, 'an ask for a passkey')
    await key.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(await app.statusOf(first)).toBe('allowed')
    await expect.poll(motor, { timeout: 120_000 }).toBe('locked')

    await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
    const second = await app.ask()
    const challenged = page.waitForResponse((answer) => answer.url().endsWith('/device/unlock-challenge'))
    await key.click()
    await challenged
    await expect(key).toBeEnabled()
    expect(await app.statusOf(second)).toBe('waiting')
    expect(await motor()).toBe('locked')
    await dialog.getByRole('button', { name: t('approval.deny') }).click()
    await expect.poll(() => app.statusOf(second)).toBe('denied')
  })
})
