import { expect, type Page } from '@playwright/test'
import type { Language } from '@senca/contract'
import { Secret, TOTP } from 'otpauth'
import { EntrancePage } from '#pages/entrance.page.ts'
import { withAuthenticator } from '#product/authenticator.ts'
import { Client } from '#product/client.ts'
import { linkIn } from '#product/mailbox.ts'
import type { Server } from '#product/server.ts'
import { test } from '#product/test.ts'
import { type Translate, textsIn } from '#product/texts.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const t = textsIn('en')
/** Not the default language, so that a missing translation is noticed. */
const OTHER_LANGUAGE = 'sl'

const signIn = async (page: Page, url: string, email: string, language: Language = 'en') => {
  const t = textsIn(language)
  await page.goto(`${url}/?lang=${language}`)
  await page.getByLabel(t('login.email'), { exact: true }).fill(email)
  await page.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
}

test.describe('two-step sign-in', () => {
  let product: Server

  test.beforeAll(({ server }) => {
    product = server
  })

  const confirm = async (email: string) =>
    new Client(product.url).confirm(linkIn(await product.mailbox.newest(email, 1), '/confirmaccount'))
  /** Gives the browser a session of an account, as after an earlier visit. */
  const enter = (page: Page, email: string) =>
    new EntrancePage(page).bringSession({ url: product.url, account: { email, password: PASSWORD } })
  const prove = async (page: Page, t: Translate) => {
    await page.getByRole('dialog').getByLabel(t('twoStep.password'), { exact: true }).fill(PASSWORD)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('twoStep.next') })
      .click()
  }

  test('by an authenticator app, with recovery codes that work once', async ({ page }) => {
    const t = textsIn(OTHER_LANGUAGE)
    const email = 'totp@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await confirm(email)
    await enter(page, email)
    await page.goto(`${product.url}/security?lang=${OTHER_LANGUAGE}`)
    await expect(page.getByText(t('twoStep.off'))).toBeVisible()
    await page.getByRole('button', { name: t('twoStep.addApp') }).click()
    await prove(page, t)
    const dialog = page.getByRole('dialog', { name: t('twoStep.scanTitle') })
    await expect(dialog.getByRole('img', { name: t('twoStep.qr') })).toBeVisible()
    const secret = (await dialog.locator('dd').innerText()).replaceAll(/\s/g, '')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await dialog.getByLabel(t('twoStep.code')).fill('000000')
    await dialog.getByRole('button', { name: t('twoStep.turnOn') }).click()
    await expect(dialog.getByText(t('errors.codeInvalid'))).toBeVisible()
    await dialog.getByLabel(t('twoStep.code')).fill(totp.generate())
    await dialog.getByRole('button', { name: t('twoStep.turnOn') }).click()
    const codes = page.getByRole('dialog', { name: t('twoStep.codesTitle') })
    const recoveryCode = await codes.getByRole('listitem').first().innerText()
    await codes.getByRole('button', { name: t('twoStep.codesKept') }).click()
    await expect(page.getByText(t('twoStep.on'))).toBeVisible()

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    for (const expected of ['in', 'refused'] as const) {
      await signIn(page, product.url, email, OTHER_LANGUAGE)
      await expect(page.getByRole('heading', { name: t('secondStep.title') })).toBeVisible()
      await page.getByRole('button', { name: t('secondStep.toRecovery') }).click()
      await page.getByLabel(t('secondStep.recovery')).fill(recoveryCode)
      await page.getByRole('button', { name: t('secondStep.submit') }).click()
      if (expected === 'refused') await expect(page.getByText(t('errors.codeInvalid'))).toBeVisible()
      else await page.waitForURL('**/home')
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
    }
  })
  test('by a passkey of the browser', async ({ page }) => {
    const email = 'passkey@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await confirm(email)
    const { devtools, authenticatorId } = await withAuthenticator(page)
    await enter(page, email)
    await page.goto(`${product.url}/security`)
    await page.getByRole('button', { name: t('twoStep.addPasskey') }).click()
    await page.getByRole('dialog').getByLabel(t('twoStep.passkeyName')).fill('Blue key')
    await page.getByRole('dialog').getByLabel(t('twoStep.password'), { exact: true }).fill(PASSWORD)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('twoStep.createPasskey') })
      .click()
    await page
      .getByRole('dialog', { name: t('twoStep.codesTitle') })
      .getByRole('button', { name: t('twoStep.codesKept') })
      .click()
    await expect(page.getByText('Blue key')).toBeVisible()

    const leave = async () => {
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
    }
    await leave()
    await signIn(page, product.url, email)
    await page.getByRole('button', { name: t('secondStep.passkey') }).click()
    await page.waitForURL('**/home')

    await test.step('by a passkey alone, and in words where it is refused [AT15]', async () => {
      const key = page.getByRole('button', { name: t('login.passkey') })
      const alert = page.getByRole('alert')
      await leave()
      await page.goto(product.url)
      await key.click()
      await page.waitForURL('**/home')
      await page.goto(`${product.url}/securityevents`)
      await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(
        t('events.means.passkey'),
      )

      await leave()
      await page.goto(product.url)
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await key.click()
      await expect(alert).toHaveText(t('secondStep.noPasskey'))
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
      await key.click()
      // The page before may have noticed the end of its login, and is then the one to return to.
      await page.waitForURL(/\/(home|securityevents)$/)
      await page.goto(`${product.url}/security`)
      await page.getByRole('button', { name: t('twoStep.removeNamed', { name: 'Blue key' }) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('twoStep.password'), { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button').last().click()
      await expect(page.getByText('Blue key')).toHaveCount(0)
      await leave()
      await page.goto(product.url)
      await key.click()
      await expect(alert).toHaveText(t('secondStep.unknownPasskey'))
      await expect(key).toBeEnabled()
    })
  })

  test('signed-in devices are listed, and one is logged out from another', async ({ page, browser }) => {
    const email = 'sessions@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await enter(page, email)
    const context = await browser.newContext()
    const phone = await context.newPage()
    await enter(phone, email)
    await phone.goto(`${product.url}/home`)
    await expect(phone.getByRole('heading', { name: t('home.empty.title') })).toBeVisible()

    await page.goto(`${product.url}/sessions`)
    await expect(page.getByText(t('sessions.this'))).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
    for (const left of [2, 1]) {
      await page.getByRole('main').getByRole('listitem').nth(1).getByRole('button').click()
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(left)
    }
    await expect(phone.getByRole('button', { name: t('login.submit'), exact: true })).toBeVisible()
    await context.close()
    await page.goto(`${product.url}/securityevents`)
    await expect(page.getByText(t('events.kind.session_revoked')).first()).toBeVisible()
    await expect(page.getByText(t('events.kind.account_created'))).toBeVisible()
  })
})
