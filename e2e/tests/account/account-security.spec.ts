import { type CDPSession, expect, type Page } from '@playwright/test'
import type { Language } from '@senca/contract'
import { Secret, TOTP } from 'otpauth'
import { Client } from '#product/client.ts'
import { type IdentityProvider, startIdentityProvider } from '#product/doubles/identity-provider.ts'
import { linkIn } from '#product/mailbox.ts'
import { type Product, startProduct } from '#product/product.ts'
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
    await signIn(page, product.url, email, OTHER_LANGUAGE)
    await page.waitForURL('**/home')
    await page.goto(`${product.url}/security`)
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
    const devtools: CDPSession = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page, product.url, email)
    await page.waitForURL('**/home')
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

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await signIn(page, product.url, email)
    await page.getByRole('button', { name: t('secondStep.passkey') }).click()
    await page.waitForURL('**/home')
  })

  test('signed-in devices are listed, and one is logged out from another', async ({ page, browser }) => {
    const email = 'sessions@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await signIn(page, product.url, email)
    await page.waitForURL('**/home')
    const context = await browser.newContext()
    const phone = await context.newPage()
    await signIn(phone, product.url, email)
    await phone.waitForURL('**/home')

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

test.describe('signing in with Google', () => {
  const CLIENT_ID = 'e2e-client.apps.example.com'
  let product: Product
  let provider: IdentityProvider

  test.beforeAll(async () => {
    provider = await startIdentityProvider(CLIENT_ID)
    product = await startProduct({ DEMO: 'off', GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: provider.issuer })
  })

  test.afterAll(async () => {
    await product.stop()
    await provider.stop()
  })

  /** A double of the provider's script: a button that returns a token with the page's nonce. */
  const double = async (page: Page, claims: Record<string, unknown>) => {
    await page.exposeFunction('signForTest', (nonce: string) => provider.sign({ ...claims, nonce }))
    await page.route('https://accounts.google.com/gsi/client', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `let options
          window.google = { accounts: { id: {
            initialize: (given) => { options = given },
            renderButton: (place) => {
              const button = document.createElement('button')
              button.type = 'button'
              button.textContent = 'Continue with Google'
              button.onclick = async () => options.callback({ credential: await window.signForTest(options.nonce) })
              place.append(button)
            },
          } } }`,
      }),
    )
  }

  test('makes an account without a password, to which one is added by mail', async ({ page }) => {
    const t = textsIn(OTHER_LANGUAGE)
    const email = 'gina@example.com'
    await double(page, { sub: 'google', email, email_verified: true })
    await page.goto(`${product.url}/?lang=${OTHER_LANGUAGE}`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL('**/home')
    await page.goto(`${product.url}/menu`)
    await page.getByRole('dialog').getByText(t('accountMenu.addPassword'), { exact: true }).click()
    await page
      .getByRole('dialog', { name: t('accountMenu.addPasswordDialog.title') })
      .getByRole('button', { name: t('accountMenu.sendMail') })
      .click()
    await expect(page.getByText(t('mailSent', { email }))).toBeVisible()
    await page.goto(linkIn(await product.mailbox.newest(email, 1), '/addpassword'))
    await page.getByLabel(t('newPassword.password'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(t('newPassword.confirmation'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('addPassword.submit') }).click()
    const done = page.getByRole('dialog', { name: t('addPassword.done') })
    await done.getByRole('button').first().click()
    await new Client(product.url).signIn(email, PASSWORD)
    await page.goto(`${product.url}/menu`)
    await expect(
      page.getByRole('dialog').getByText(t('accountMenu.changePassword'), { exact: true }),
    ).toBeVisible()
    await expect(
      page.getByRole('dialog').getByText(t('accountMenu.addPassword'), { exact: true }),
    ).toHaveCount(0)
  })
  test('never takes over a password account by an e-mail that is not verified', async ({ page }) => {
    const email = 'owner@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await double(page, { sub: 'google-2', email, email_verified: false })
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByText(t('errors.generic'))).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    await new Client(product.url).signIn(email, PASSWORD)
  })
})

test.describe('signing in with Apple', () => {
  const CLIENT_ID = 'com.example.senca'
  let product: Product
  let provider: IdentityProvider

  test.beforeAll(async () => {
    provider = await startIdentityProvider(CLIENT_ID)
    product = await startProduct({
      DEMO: 'off',
      APPLE_CLIENT_ID: CLIENT_ID,
      APPLE_REDIRECT_URI: 'https://senca.example.com/',
      APPLE_ISSUER: provider.issuer,
    })
  })

  test.afterAll(async () => {
    await product.stop()
    await provider.stop()
  })

  test('asks in a popup for e-mail and name, and makes an account', async ({ page }) => {
    const claims = { sub: 'apple-1', email: 'aldo@example.com', email_verified: 'true' }
    const asked: unknown[] = []
    await page.exposeFunction('signForTest', (options: { nonce: string }) => {
      asked.push(options)
      return provider.sign({ ...claims, nonce: options.nonce })
    })
    await page.route('https://appleid.cdn-apple.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `let options
          window.AppleID = { auth: {
            init: (given) => { options = given },
            signIn: async () => ({ authorization: { id_token: await window.signForTest(options) } }),
          } }`,
      }),
    )
    await page.goto(product.url)
    await page.getByRole('button', { name: t('providers.apple') }).click()
    await page.waitForURL('**/home')
    expect(asked).toEqual([
      expect.objectContaining({
        clientId: CLIENT_ID,
        redirectURI: 'https://senca.example.com/',
        scope: 'email name',
        usePopup: true,
      }),
    ])
  })
})

test.describe('without client ids', () => {
  let product: Server

  test.beforeAll(({ server }) => {
    product = server
  })

  test('no provider is asked for anything, and the page is open to none', async ({ page }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url)) foreign.push(request.url())
    })
    const answer = await page.goto(product.url)
    await expect(page.getByRole('button', { name: t('login.submit'), exact: true })).toBeVisible()
    expect(foreign).toEqual([])
    expect(answer?.headers()['content-security-policy']).not.toMatch(/google|apple/)
  })

  test('a framed page shows nothing', async ({ page }) => {
    await page.route('https://frame.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${product.url}" title="framed"></iframe>`,
      }),
    )
    await page.goto('https://frame.example/')
    await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0)
  })
})
