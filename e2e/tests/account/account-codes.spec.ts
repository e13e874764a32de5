import { expect, type Page, test } from '@playwright/test'
import { Client } from '#product/client.ts'
import { type Product, startProduct } from '#product/product.ts'
import { textsIn } from '#product/texts.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const NEW_PASSWORD = 'light-through-slats-9'
const t = textsIn('en')

/** E-mails that are read on another device, and pages that are opened without their e-mail. */
test.describe('codes by mail', () => {
  let product: Product

  test.beforeAll(async () => {
    product = await startProduct({ DEMO: 'off', GOOGLE_CLIENT_ID: 'e2e-client.apps.example.com' })
  })

  test.afterAll(async () => product.stop())

  const bar = (page: Page) => page.getByRole('alert')
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
  const link = (page: Page, key: string) => page.getByRole('link', { name: t(key), exact: true })
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })

  const signIn = async (page: Page, email: string) => {
    await new Client(product.url).register(email, PASSWORD)
    await page.goto(product.url)
    await field(page, 'login.email').fill(email)
    await field(page, 'login.password').fill(PASSWORD)
    await button(page, 'login.submit').click()
    await page.waitForURL('**/home')
  }

  /** Requests a code, types a wrong one and then the one from the e-mail. */
  const typeCode = async (page: Page, email: string, count: number) => {
    await button(page, 'mailedCode.ask').click()
    const [code = ''] = /\b\d{6}\b/.exec((await product.mailbox.newest(email, count)).text ?? '') ?? []
    const wrong = code === '000000' ? '000001' : '000000'
    await field(page, 'mailedCode.label').fill(wrong)
    await button(page, 'mailedCode.submit').click()
    await expect(page.getByText(t('errors.codeInvalid'))).toBeVisible()
    await field(page, 'mailedCode.label').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await button(page, 'mailedCode.submit').click()
  }

  test('a forgotten password is replaced by a mailed code', async ({ page }) => {
    const email = 'code.reset@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await page.goto(`${product.url}/forgottenpassword`)
    await expect(button(page, 'mailedCode.ask')).toBeDisabled()
    await field(page, 'forgotten.email').fill(email)
    await typeCode(page, email, 2)
    await field(page, 'newPassword.password').fill(NEW_PASSWORD)
    await field(page, 'newPassword.confirmation').fill(NEW_PASSWORD)
    await button(page, 'reset.submit').click()
    await expect(page.getByText(t('reset.done'))).toBeVisible()
  })

  test('an account is confirmed by a code, twenty seconds after the mail at the earliest, also over a reload', async ({
    page,
  }) => {
    const email = 'code.confirm@example.com'
    await page.goto(`${product.url}/register`)
    await field(page, 'register.email').fill(email)
    await field(page, 'register.password').fill(PASSWORD)
    await field(page, 'register.confirmation').fill(PASSWORD)
    await button(page, 'register.submit').click()
    await page.waitForURL('**/home')
    await page.reload()
    await expect(page.getByRole('button', { name: /in \d+ s$/ })).toBeDisabled()
    await page.goto(`${product.url}/security`)
    await expect(page.getByText(t('twoStep.unconfirmed'))).toBeVisible()
    await expect(button(page, 'twoStep.addApp')).toHaveCount(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: t('mailedCode.use') })
      .click()
    await page.waitForURL('**/confirmaccount')
    await expect(page.getByText(t('errors.generic'))).toHaveCount(0)
    await expect(button(page, 'mailedCode.ask')).toBeEnabled({ timeout: 30_000 })
    await typeCode(page, email, 2)
    await expect(page.getByText(t('confirmAccount.done'))).toBeVisible()
  })

  test('an account is deleted by a code, its devices first', async ({ page }) => {
    const email = 'code.delete@example.com'
    await signIn(page, email)
    await page.goto(`${product.url}/menu`)
    await page.getByRole('dialog').getByText(t('accountMenu.deleteAccount'), { exact: true }).click()
    await page
      .getByRole('dialog', { name: t('accountMenu.deleteDialog.title') })
      .getByRole('link', { name: t('mailedCode.use') })
      .click()
    await page.waitForURL('**/deleteaccount')
    await typeCode(page, email, 2)
    await page.getByText(t('deleteAccount.devicesFirst', { email })).click()
    const listed = page.waitForRequest('**/device/list?*')
    await button(page, 'deleteAccount.submit').click()
    const dialog = page.getByRole('dialog', { name: t('deleteAccount.question') })
    await dialog.getByRole('button', { name: t('deleteAccount.submit') }).click()
    await listed
    await page.waitForURL(`${product.url}/`)
  })

  test('a deletion that is being sent cannot be called off, and an expired link deletes no device', async ({
    page,
  }) => {
    const email = 'code.late@example.com'
    await signIn(page, email)
    await page.goto(`${product.url}/deleteaccount`)
    await typeCode(page, email, 2)
    await page.getByText(t('deleteAccount.devicesFirst', { email })).click()
    const listed: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/device/list?index=token') && listed.push('listed'),
    )
    let answer = (): void => {}
    const isAsked = new Promise<void>((asked) => {
      void page.route('**/account/delete', async (route) => {
        asked()
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        await route.fulfill({
          status: 410,
          json: { error: 'confirmation_code_expired', error_description: 'The link has expired.' },
        })
      })
    })
    await button(page, 'deleteAccount.submit').click()
    const dialog = page.getByRole('dialog', { name: t('deleteAccount.question') })
    await dialog.getByRole('button', { name: t('deleteAccount.submit') }).click()
    await isAsked
    await dialog.getByRole('button', { name: t('dialog.cancel') }).click()
    await expect(dialog).toBeVisible()
    answer()
    await expect(bar(page)).toBeVisible()
    expect(listed).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/deleteaccount')
  })

  test('the code has the focus once it was sent, and is described by that', async ({ page }) => {
    const email = 'code.focus@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await page.goto(`${product.url}/forgottenpassword`)
    await field(page, 'forgotten.email').fill(email)
    await button(page, 'mailedCode.ask').click()
    await expect(field(page, 'mailedCode.label')).toBeFocused()
    await expect(field(page, 'mailedCode.label')).toHaveAccessibleDescription(t('mailedCode.sent'))
    await button(page, 'mailedCode.again').click()
    await expect(field(page, 'mailedCode.label')).toBeFocused()
  })

  test('a wrong code for a first password is corrected without another mail and without another password', async ({
    page,
  }) => {
    const email = 'code.first@example.com'
    await signIn(page, email)
    let mails = 0
    await page.route('**/account/addpassword**', async (route) => {
      if (route.request().method() === 'GET') {
        mails += 1
        return route.fulfill({ json: { prefix: 'prefix-' } })
      }
      const { request } = route.request().postDataJSON()
      if (request === 'prefix-123456') return route.fulfill({ json: {} })
      return route.fulfill({
        status: 410,
        json: { error: 'confirmation_code_expired', error_description: 'The code is wrong.' },
      })
    })
    await page.goto(`${product.url}/addpassword`)
    await button(page, 'mailedCode.ask').click()
    await field(page, 'mailedCode.label').fill('123455')
    await button(page, 'mailedCode.submit').click()
    await field(page, 'newPassword.password').fill(NEW_PASSWORD)
    await field(page, 'newPassword.confirmation').fill(NEW_PASSWORD)
    await button(page, 'addPassword.submit').click()
    await expect(field(page, 'mailedCode.label')).toHaveAccessibleDescription(t('errors.codeInvalid'))
    await field(page, 'mailedCode.label').fill('123456')
    await button(page, 'mailedCode.submit').click()
    await button(page, 'addPassword.submit').click()
    await expect(page.getByText(t('addPassword.done'))).toBeVisible()
    expect(mails).toBe(1)
  })

  test('who logs in on the way to a code arrives where the code is asked for', async ({ page }) => {
    const email = 'code.return@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await page.goto(`${product.url}/deleteaccount`)
    await link(page, 'login.submit').click()
    await field(page, 'login.email').fill(email)
    await field(page, 'login.password').fill(PASSWORD)
    await button(page, 'login.submit').click()
    await page.waitForURL('**/deleteaccount')
    await expect(button(page, 'mailedCode.ask')).toBeVisible()
  })

  test('a page behind a mailed link has a way on without one', async ({ page }) => {
    for (const path of ['/deleteaccount', '/addpassword', '/confirmaccount']) {
      await page.goto(`${product.url}${path}`)
      await expect(bar(page)).toBeVisible()
      await expect(link(page, 'login.submit')).toBeVisible()
    }
    await page.goto(`${product.url}/resetpassword`)
    await link(page, 'login.forgotten').click()
    await page.waitForURL('**/forgottenpassword')
    await signIn(page, 'way.on@example.com')
    for (const path of ['/deleteaccount', '/addpassword']) {
      await page.goto(`${product.url}${path}`)
      await expect(button(page, 'mailedCode.ask')).toBeVisible()
      await expect(link(page, 'link.toMenu')).toBeVisible()
    }
  })

  test('a provider whose script is blocked says so, and can be tried again', async ({ page }) => {
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
        body: `window.google = { accounts: { id: { initialize() {}, renderButton: (place) => { place.textContent = 'Continue with Google' } } } }`,
      }),
    )
    await page.getByRole('button', { name: t('providers.retry', { provider: 'Google' }) }).click()
    await expect(page.getByText('Continue with Google')).toBeVisible()
    await expect(page.getByText(t('providers.blocked', { provider: 'Google' }))).toHaveCount(0)
  })

  test('an error does not follow to the next screen', async ({ page }) => {
    await page.goto(`${product.url}/forgottenpassword`)
    await field(page, 'forgotten.email').fill('nobody@example.com')
    await button(page, 'forgotten.submit').click()
    await expect(bar(page)).toContainText(t('forgotten.notFound'))
    await page.getByRole('button', { name: t('header.back') }).click()
    await page.waitForURL(`${product.url}/`)
    await expect(bar(page)).toHaveCount(0)
  })
})
