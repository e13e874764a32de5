import { expect, type Page } from '@playwright/test'
import { Client } from '#product/client.ts'
import { linkIn } from '#product/mailbox.ts'
import type { Server } from '#product/server.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const NEW_PASSWORD = 'light-through-slats-9'

let product: Server

test.beforeAll(({ server }) => {
  product = server
})

/** Not the default language, so that a missing translation is noticed. */
const language = 'sl'

test.describe('by mail', () => {
  const t = textsIn(language)
  let serial = 0

  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
  const freshAddress = () => {
    serial += 1
    return `ana.${serial}@example.com`
  }

  const register = async (page: Page): Promise<string> => {
    const email = freshAddress()
    await page.goto(`${product.url}/register?lang=${language}`)
    await field(page, 'register.email').fill(email)
    await field(page, 'register.password').fill(PASSWORD)
    await field(page, 'register.confirmation').fill(PASSWORD)
    await button(page, 'register.submit').click()
    await page.waitForURL('**/home')
    return email
  }

  const openMenu = (page: Page) => page.getByRole('link', { name: t('header.openMenu'), exact: true }).click()

  /** Signs in by the form of the current page. */
  const signIn = async (page: Page, email: string, password: string) => {
    await field(page, 'login.email').fill(email)
    await field(page, 'login.password').fill(password)
    await button(page, 'login.submit').click()
  }

  test('a person who did not make the account of a confirmation link sees who did, and removes it', async ({
    page,
  }) => {
    const email = await register(page)
    await page.goto(linkIn(await product.mailbox.newest(email, 1), '/confirmaccount'))
    await expect(page.getByText(/v tem brskalniku: Chrome/)).toBeVisible()
    await button(page, 'confirmAccount.notMe').click()
    await expect(page.getByText(t('confirmAccount.removed'))).toBeVisible()
  })

  test('an account is confirmed by its link', async ({ page }) => {
    const email = await register(page)
    await product.mailbox.newest(email, 1)
    await expect(page.getByText(t('confirmNotice.text', { email }))).toBeVisible()

    await test.step('the confirmation is sent again, twenty seconds later at the earliest', async () => {
      const again = button(page, 'confirmNotice.again')
      await expect(again).toHaveCount(0)
      await expect(again).toBeVisible({ timeout: 120_000 })
      await again.click()
      await product.mailbox.newest(email, 2)
      await expect(page.getByText(t('mailSent', { email }))).toBeVisible()
    })

    await test.step('an account is confirmed by its link, once', async () => {
      const link = linkIn(await product.mailbox.newest(email, 2), '/confirmaccount')
      await page.goto(link)
      await button(page, 'confirmAccount.submit').click()
      await expect(page.getByText(t('confirmAccount.done'))).toBeVisible()
      await page.getByRole('link', { name: t('confirmAccount.action'), exact: true }).click()
      await expect(page.getByRole('heading', { name: t('home.empty.title') })).toBeVisible()
      await expect(page.getByText(t('confirmNotice.text', { email }))).toHaveCount(0)
      await page.goto(link)
      // Shown at once, because this refusal is not retried.
      await expect(page.getByText(t('errors.alreadyConfirmed'))).toBeVisible()
    })
  })

  test('a forgotten password is replaced by the link, and the old one and other sessions end', async ({
    page,
  }) => {
    const email = freshAddress()
    const elsewhere = new Client(product.url)
    await elsewhere.register(email, PASSWORD)

    await page.goto(`${product.url}/?lang=${language}`)
    await page.getByRole('link', { name: t('login.forgotten') }).click()
    await page.waitForURL('**/forgottenpassword')
    await expect(page.getByText(t('forgotten.prompt'))).toBeVisible()
    await expect(button(page, 'forgotten.submit')).toBeDisabled()
    await field(page, 'forgotten.email').fill('nobody@example.com')
    await button(page, 'forgotten.submit').click()
    await expect(page.getByText(t('forgotten.notFound'))).toBeVisible()
    await field(page, 'forgotten.email').fill(email)
    await button(page, 'forgotten.submit').click()
    await expect(page.getByText(t('forgotten.sent'))).toBeVisible()

    const link = linkIn(await product.mailbox.newest(email, 2), '/resetpassword')
    await page.goto(link)
    const submit = button(page, 'reset.submit')
    await expect(submit).toBeDisabled()
    await field(page, 'newPassword.password').fill('password')
    await field(page, 'newPassword.confirmation').fill('passwort')
    await expect(page.getByText(t('errors.passwordMismatch'))).toBeVisible()
    await expect(submit).toBeDisabled()
    await field(page, 'newPassword.confirmation').fill('password')
    await expect(page.getByText(t('strength.label', { level: t('strength.weak') }))).toBeVisible()
    await submit.click()
    await expect(page.getByText(t('reset.weak'))).toBeVisible()
    await field(page, 'newPassword.password').fill(NEW_PASSWORD)
    await field(page, 'newPassword.confirmation').fill(NEW_PASSWORD)
    await submit.click()
    const done = page.getByRole('dialog', { name: t('reset.done') })
    await done.getByRole('button').first().click()
    await page.waitForURL((url) => url.pathname === '/')

    expect((await elsewhere.call('GET', '/account/whoami')).status).toBe(401)
    await signIn(page, email, PASSWORD)
    await expect(page.getByText(t('errors.incorrectPassword'))).toBeVisible()
    await signIn(page, email, NEW_PASSWORD)
    await page.waitForURL('**/home')
    await page.goto(link)
    await expect(page.getByText(t('errors.linkExpired'))).toBeVisible()
  })

  test('a link without its token, or with a garbled one, says what is wrong', { tag: '@all' }, async ({
    page,
  }) => {
    for (const path of ['/resetpassword', '/deleteaccount']) {
      await page.goto(`${product.url}${path}?lang=${language}`)
      await expect(page.getByText(t('errors.generic'))).toBeVisible()
      await page.goto(`${product.url}${path}?token=garbled&lang=${language}`)
      await expect(page.getByText(t('errors.linkExpired'))).toBeVisible({ timeout: 120_000 })
    }
    await page.goto(`${product.url}/addpassword?lang=${language}`)
    await expect(page.getByText(t('errors.linkExpired'))).toBeVisible()
    await page.goto(`${product.url}/confirmaccount?token=garbled&lang=${language}`)
    await expect(page.getByText(t('errors.linkExpired'))).toBeVisible({ timeout: 120_000 })
    await page.getByRole('link', { name: t('login.submit'), exact: true }).click()
    await expect(page.getByRole('button', { name: t('login.submit'), exact: true })).toBeVisible()
  })

  test('an account gets another password and is deleted', async ({ page }) => {
    const email = await register(page)

    await test.step('the password is changed with the old one, and every other session ends', async () => {
      const elsewhere = new Client(product.url)
      await elsewhere.signIn(email, PASSWORD)
      await openMenu(page)
      await page.getByRole('dialog').getByText(t('accountMenu.changePassword'), { exact: true }).click()
      await page.waitForURL('**/changepassword')
      await expect(page.getByText(t('changePassword.intro'))).toBeVisible()
      const change = button(page, 'changePassword.submit')
      await expect(change).toBeDisabled()
      await field(page, 'changePassword.current').fill('not-the-password')
      await field(page, 'newPassword.password').fill(NEW_PASSWORD)
      await field(page, 'newPassword.confirmation').fill(`${NEW_PASSWORD}x`)
      await expect(page.getByText(t('errors.passwordMismatch'))).toBeVisible()
      await expect(change).toBeDisabled()
      await field(page, 'newPassword.confirmation').fill(NEW_PASSWORD)
      await change.click()
      await expect(page.getByText(t('errors.incorrectPassword'))).toBeVisible()
      await field(page, 'changePassword.current').fill(PASSWORD)
      await field(page, 'newPassword.password').fill('password')
      await field(page, 'newPassword.confirmation').fill('password')
      await change.click()
      await expect(page.getByText(t('errors.passwordTooWeak'))).toBeVisible()
      await field(page, 'newPassword.password').fill(NEW_PASSWORD)
      await field(page, 'newPassword.confirmation').fill(NEW_PASSWORD)
      await change.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect.poll(async () => (await elsewhere.call('GET', '/account/whoami')).status).toBe(401)
      const again = new Client(product.url)
      await again.signIn(email, NEW_PASSWORD)
      await page.goto(`${product.url}/home`)
      await expect(page.getByRole('heading', { name: t('home.empty.title') })).toBeVisible()
    })

    await test.step('an account is deleted by its link, after one more question', async () => {
      await openMenu(page)
      await page.getByRole('dialog').getByText(t('accountMenu.deleteAccount'), { exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('accountMenu.deleteDialog.title') })
      await dialog.getByRole('button', { name: t('dialog.cancel') }).click()
      await expect(dialog).toHaveCount(0)
      // The confirmation and the notice of the changed password.
      expect(await product.mailbox.to(email)).toHaveLength(2)
      await page.getByRole('dialog').getByText(t('accountMenu.deleteAccount'), { exact: true }).click()
      await dialog.getByRole('button', { name: t('accountMenu.sendMail') }).click()
      await expect(page.getByText(t('mailSent', { email }))).toBeVisible()

      await page.goto(linkIn(await product.mailbox.newest(email, 3), '/deleteaccount'))
      await expect(page.getByText(t('deleteAccount.permanent'))).toBeVisible()
      await button(page, 'deleteAccount.submit').click()
      const question = page.getByRole('dialog', { name: t('deleteAccount.question') })
      await question.getByRole('button', { name: t('dialog.cancel') }).click()
      await expect(question).toHaveCount(0)
      await button(page, 'deleteAccount.submit').click()
      await question.getByRole('button', { name: t('deleteAccount.submit') }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await signIn(page, email, NEW_PASSWORD)
      await expect(page.getByText(t('errors.noSuchAccount'))).toBeVisible()
    })
  })
})
