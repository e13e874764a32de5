import { expect, type Page } from '@playwright/test'
import { Client } from '#product/client.ts'
import { type IdentityProvider, startIdentityProvider } from '#product/doubles/identity-provider.ts'
import { linkIn } from '#product/mailbox.ts'
import { type Server, startServer } from '#product/server.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const GOOGLE_ID = 'e2e-client.apps.example.com'
const APPLE_ID = 'com.example.senca'
const t = textsIn('en')
/** Not the default language, so that a missing translation is noticed. */
const OTHER_LANGUAGE = 'sl'

test.describe('signing in with', () => {
  let product: Server
  let google: IdentityProvider
  let apple: IdentityProvider

  test.beforeAll(async () => {
    google = await startIdentityProvider(GOOGLE_ID)
    apple = await startIdentityProvider(APPLE_ID)
    product = await startServer({
      GOOGLE_CLIENT_ID: GOOGLE_ID,
      GOOGLE_ISSUER: google.issuer,
      APPLE_CLIENT_ID: APPLE_ID,
      APPLE_REDIRECT_URI: 'https://senca.example.com/',
      APPLE_ISSUER: apple.issuer,
    })
  })

  test.afterAll(async () => {
    await product.stop()
    await google.stop()
    await apple.stop()
  })

  // Tests load no script of a real provider.
  test.beforeEach(({ page }) =>
    page.route(/^https:\/\/(accounts\.google|appleid\.cdn-apple)\.com\//, (route) => route.abort()),
  )

  /** A double of Google's script: a button that returns a token with the page's nonce. */
  const double = async (page: Page, claims: Record<string, unknown>) => {
    await page.exposeFunction('signForTest', (nonce: string) => google.sign({ ...claims, nonce }))
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

  test('Google makes an account without a password, to which one is added by mail', async ({ page }) => {
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

  test('Google that does not work, and the demo home', { tag: '@all' }, async ({ page }) => {
    await test.step('Google never claims a password account by an e-mail that is not verified', async () => {
      const email = 'owner@example.com'
      await new Client(product.url).register(email, PASSWORD)
      await double(page, { sub: 'google-2', email, email_verified: false })
      await page.goto(product.url)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(page.getByText(t('errors.generic'))).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/')
      await new Client(product.url).signIn(email, PASSWORD)
      await page.unrouteAll()
    })

    await test.step('a provider whose script is blocked says so, and can be tried again', async () => {
      await page.route('https://accounts.google.com/gsi/client', (route) => route.abort())
      await page.goto(product.url)
      await expect(page.getByText(t('providers.blocked', { provider: 'Google' }))).toBeVisible()
      await page.unrouteAll()
      let fail = (): void => {}
      await page.route('https://accounts.google.com/gsi/client', async (route) => {
        await new Promise<void>((resolve) => {
          fail = resolve
        })
        await route.abort()
      })
      const retry = page.getByRole('button', { name: t('providers.retry', { provider: 'Google' }) })
      await retry.click()
      await expect(retry).toHaveAttribute('aria-busy', 'true')
      await expect.poll(() => fail.name).toBe('')
      fail()
      await expect(retry).toHaveAttribute('aria-busy', 'false')
      await page.unrouteAll()
      await page.route('https://accounts.google.com/gsi/client', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `let options
            window.google = { accounts: { id: { initialize: (given) => { options = given }, renderButton: (place) => {
              const button = document.createElement('button')
              button.type = 'button'
              button.textContent = 'Continue with Google'
              button.onclick = () => options.callback({})
              place.append(button)
            } } } }`,
        }),
      )
      await page.getByRole('button', { name: t('providers.retry', { provider: 'Google' }) }).click()
      await expect(page.getByText('Continue with Google')).toBeVisible()
      await expect(page.getByText(t('providers.blocked', { provider: 'Google' }))).toHaveCount(0)
    })

    await test.step('Google without a credential shows the generic message', async () => {
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(page.getByRole('alert')).toContainText(t('errors.generic'))
    })

    await test.step('the demo home is entered by one tap [AT13]', async () => {
      await page.getByRole('button', { name: t('login.enterDemo') }).click()
      await page.waitForURL('**/home')
      await expect(page.getByRole('article', { name: 'Front door' })).toBeVisible()
    })
  })

  test('Apple asks in a popup for e-mail and name, and makes an account', async ({ page }) => {
    const claims = { sub: 'apple-1', email: 'aldo@example.com', email_verified: 'true' }
    const asked: unknown[] = []
    await page.exposeFunction('signForTest', (options: { nonce: string }) => {
      asked.push(options)
      return apple.sign({ ...claims, nonce: options.nonce })
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
        clientId: APPLE_ID,
        redirectURI: 'https://senca.example.com/',
        scope: 'email name',
        usePopup: true,
      }),
    ])
  })
})

test('without client ids', { tag: '@all' }, async ({ page, server }) => {
  await test.step('no provider is asked for anything, and the page is open to none', async () => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) foreign.push(request.url())
    })
    const answer = await page.goto(server.url)
    await expect(page.getByRole('button', { name: t('login.submit'), exact: true })).toBeVisible()
    expect(foreign).toEqual([])
    expect(answer?.headers()['content-security-policy']).not.toMatch(/google|apple/)
  })

  await test.step('a framed page shows nothing', async () => {
    await page.route('https://frame.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${server.url}" title="framed"></iframe>`,
      }),
    )
    await page.goto('https://frame.example/')
    await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0)
  })
})
