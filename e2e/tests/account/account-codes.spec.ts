import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { Client } from '#product/client.ts'
import type { Server } from '#product/server.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const NEW_PASSWORD = 'light-through-slats-9'
const t = textsIn('en')

/** E-mails that are read on another device, and pages that are opened without their e-mail. */
test.describe('codes by mail', () => {
  let product: Server

  test.beforeAll(({ server }) => {
    product = server
  })

  const bar = (page: Page) => page.getByRole('alert')
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
  const link = (page: Page, key: string) => page.getByRole('link', { name: t(key), exact: true })
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })

  /** Creates an account and gives the browser its session. */
  const enter = async (page: Page, email: string) => {
    await new Client(product.url).register(email, PASSWORD)
    await new EntrancePage(page).bringSession({ url: product.url, account: { email, password: PASSWORD } })
  }

  /** Types a wrong code and then the one from the e-mail. */
  const typeCode = async (page: Page, email: string, count: number) => {
    const [code = ''] = /\b\d{6}\b/.exec((await product.mailbox.newest(email, count)).text ?? '') ?? []
    const wrong = code === '000000' ? '000001' : '000000'
    await field(page, 'mailedCode.label').fill(wrong)
    await button(page, 'mailedCode.submit').click()
    await expect(page.getByText(t('errors.codeInvalid'))).toBeVisible()
    await field(page, 'mailedCode.label').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await button(page, 'mailedCode.submit').click()
  }

  test('a forgotten password', async ({ page }) => {
    const email = 'code.reset@example.com'
    await new Client(product.url).register(email, PASSWORD)
    await page.goto(`${product.url}/forgottenpassword`)

    await test.step('an error does not follow to the next screen', async () => {
      await field(page, 'forgotten.email').fill('nobody@example.com')
      await button(page, 'forgotten.submit').click()
      await expect(bar(page)).toContainText(t('forgotten.notFound'))
      await page.getByRole('button', { name: t('header.back') }).click()
      await page.waitForURL(`${product.url}/`)
      await expect(bar(page)).toHaveCount(0)
    })

    await test.step('the code has the focus once it was sent, and is described by that', async () => {
      await link(page, 'login.forgotten').click()
      await expect(button(page, 'mailedCode.ask')).toBeDisabled()
      await field(page, 'forgotten.email').fill(email)
      await button(page, 'mailedCode.ask').click()
      await expect(field(page, 'mailedCode.label')).toBeFocused()
      await expect(field(page, 'mailedCode.label')).toHaveAccessibleDescription(t('mailedCode.sent'))
      await button(page, 'mailedCode.again').click()
      await expect(field(page, 'mailedCode.label')).toBeFocused()
    })

    await test.step('a forgotten password is replaced by a mailed code', async () => {
      await typeCode(page, email, 3)
      await field(page, 'newPassword.password').fill(NEW_PASSWORD)
      await field(page, 'newPassword.confirmation').fill(NEW_PASSWORD)
      await button(page, 'reset.submit').click()
      await expect(page.getByText(t('reset.done'))).toBeVisible()
    })
  })

  test('an account is confirmed by a code, twenty seconds after the mail at the earliest, also over a reload', {
    tag: '@all',
  }, async ({ page }) => {
    const email = 'code.confirm@example.com'
    await page.goto(`${product.url}/register`)
    await field(page, 'register.email').fill(email)
    await field(page, 'register.password').fill(PASSWORD)
    await field(page, 'register.confirmation').fill(PASSWORD)
    await button(page, 'register.submit').click()
    await page.waitForURL('**/home')
    await page.reload()
    await expect(page.getByRole('button', { name: /in \d+ s$/ })).toBeDisabled()
    await link(page, 'header.openMenu').click()
    await link(page, 'twoStep.title').click()
    await expect(page.getByText(t('twoStep.unconfirmed'))).toBeVisible()
    await expect(button(page, 'twoStep.addApp')).toHaveCount(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: t('mailedCode.use') })
      .click()
    await page.waitForURL('**/confirmaccount')
    await expect(page.getByText(t('errors.generic'))).toHaveCount(0)
    await expect(button(page, 'mailedCode.ask')).toBeEnabled({ timeout: 120_000 })
    await button(page, 'mailedCode.ask').click()
    await typeCode(page, email, 2)
    await expect(page.getByText(t('confirmAccount.done'))).toBeVisible()
  })

  test('an account is deleted by a code', { tag: '@all' }, async ({ page }) => {
    const email = 'code.delete@example.com'
    await enter(page, email)
    await page.goto(`${product.url}/menu`)
    await page.getByRole('dialog').getByText(t('accountMenu.deleteAccount'), { exact: true }).click()
    await page
      .getByRole('dialog', { name: t('accountMenu.deleteDialog.title') })
      .getByRole('link', { name: t('mailedCode.use') })
      .click()
    await page.waitForURL('**/deleteaccount')
    await button(page, 'mailedCode.ask').click()
    await typeCode(page, email, 2)
    await page.getByText(t('deleteAccount.devicesFirst', { email })).click()
    const dialog = page.getByRole('dialog', { name: t('deleteAccount.question') })

    await test.step('a deletion that is being sent cannot be called off, and an expired link deletes no device', async () => {
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
      await dialog.getByRole('button', { name: t('deleteAccount.submit') }).click()
      await isAsked
      await dialog.getByRole('button', { name: t('dialog.cancel') }).click()
      await expect(dialog).toBeVisible()
      answer()
      await expect(bar(page)).toBeVisible()
      expect(listed).toEqual([])
      expect(new URL(page.url()).pathname).toBe('/deleteaccount')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('an account is deleted by a code, its devices first', async () => {
      await page.unrouteAll()
      const asked = page.waitForRequest('**/device/list?*')
      await button(page, 'deleteAccount.submit').click()
      await dialog.getByRole('button', { name: t('deleteAccount.submit') }).click()
      await asked
      await page.waitForURL(`${product.url}/`)
    })
  })

  test('a wrong code for a first password is corrected without another mail and without another password', {
    tag: '@all',
  }, async ({ page }) => {
    const email = 'code.first@example.com'
    await enter(page, email)
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

  test('pages behind a mailed link, opened without one', { tag: '@all' }, async ({ page }) => {
    const email = 'way.on@example.com'
    await new Client(product.url).register(email, PASSWORD)

    await test.step('a page behind a mailed link has a way on without one', async () => {
      await page.goto(`${product.url}/resetpassword`)
      await link(page, 'login.forgotten').click()
      await page.waitForURL('**/forgottenpassword')
      for (const path of ['/addpassword', '/confirmaccount', '/deleteaccount']) {
        await page.goto(`${product.url}${path}`)
        await expect(bar(page)).toBeVisible()
        await expect(link(page, 'login.submit')).toBeVisible()
      }
    })

    await test.step('who logs in on the way to a code arrives where the code is asked for', async () => {
      await link(page, 'login.submit').click()
      await field(page, 'login.email').fill(email)
      await field(page, 'login.password').fill(PASSWORD)
      await button(page, 'login.submit').click()
      await page.waitForURL('**/deleteaccount')
      await expect(button(page, 'mailedCode.ask')).toBeVisible()
      await expect(link(page, 'link.toMenu')).toBeVisible()
    })

    await test.step('who is logged in can ask for a code or go on', async () => {
      await page.goto(`${product.url}/addpassword`)
      await expect(button(page, 'mailedCode.ask')).toBeVisible()
      await expect(link(page, 'link.toMenu')).toBeVisible()
    })
  })
})
