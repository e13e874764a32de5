import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { Client } from '#product/client.ts'
import { linkIn } from '#product/mailbox.ts'
import type { Server } from '#product/server.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const t = textsIn('en')

/** Error messages that no other test covers. */
test.describe('messages of the account screens', () => {
  let product: Server

  test.beforeAll(({ server }) => {
    product = server
  })

  const bar = (page: Page) => page.getByRole('alert')
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })

  const fail = (page: Page, path: string, status: number, body: string, contentType = 'text/html') =>
    page.route(`**/auth${path}`, (route) => route.fulfill({ status, contentType, body }))

  test('of the login and the forgotten password', { tag: '@all' }, async ({ page }) => {
    await test.step('a login that fails otherwise shows the generic message', async () => {
      await fail(
        page,
        '/login',
        500,
        '{"error":"internal_error","error_description":"x"}',
        'application/json',
      )
      await page.goto(product.url)
      await field(page, 'login.email').fill('ana@example.com')
      await field(page, 'login.password').fill(PASSWORD)
      await button(page, 'login.submit').click()
      await expect(bar(page)).toContainText(t('errors.generic'))
    })

    await test.step('an answer that is not JSON is quoted in the error bar of the forgotten password', async () => {
      await page.unrouteAll()
      await fail(page, '/account/resetpassword?*', 502, 'Bad gateway')
      await page.getByRole('link', { name: t('login.forgotten'), exact: true }).click()
      await expect(button(page, 'forgotten.submit')).toBeDisabled()
      await field(page, 'forgotten.email').fill('ana@example.com')
      await button(page, 'forgotten.submit').click()
      await expect(bar(page)).toContainText('Request failed with: Bad gateway')
    })

    await test.step('too many reset mails are refused in words', async () => {
      await page.unrouteAll()
      const email = 'eager@example.com'
      await new Client(product.url).register(email, PASSWORD)
      await field(page, 'forgotten.email').fill(email)
      for (let mail = 1; mail <= 5; mail += 1) {
        await button(page, 'forgotten.submit').click()
        await expect.poll(async () => (await product.mailbox.to(email)).length).toBe(mail + 1)
        await expect(button(page, 'forgotten.submit')).toBeEnabled()
      }
      await button(page, 'forgotten.submit').click()
      await expect(bar(page)).toContainText(t('errors.tooManyRequests'))
    })
  })

  test('of the menu', { tag: '@all' }, async ({ page }) => {
    const account = { email: 'menu@example.com', password: PASSWORD }
    const { email } = account
    await new Client(product.url).register(email, PASSWORD)
    await new EntrancePage(page).bringSession({ url: product.url, account })

    await test.step('a password change that fails otherwise shows the generic message', async () => {
      await page.goto(`${product.url}/changepassword`)
      await fail(
        page,
        '/account/changepassword',
        500,
        '{"error":"internal_error","error_description":"x"}',
        'application/json',
      )
      await field(page, 'changePassword.current').fill(PASSWORD)
      await field(page, 'newPassword.password').fill('light-through-slats-9')
      await field(page, 'newPassword.confirmation').fill('light-through-slats-9')
      await button(page, 'changePassword.submit').click()
      await expect(bar(page)).toContainText(t('errors.generic'))
    })

    await test.step('failed menu actions and a failed deletion show the generic message', async () => {
      await fail(page, '/account/delete?*', 500, 'no')
      await page.goto(`${product.url}/menu`)
      const start = async () => {
        await page.getByRole('dialog').getByText(t('accountMenu.deleteAccount'), { exact: true }).click()
        await page
          .getByRole('dialog', { name: t('accountMenu.deleteDialog.title') })
          .getByRole('button', { name: t('accountMenu.sendMail') })
          .click()
      }
      await start()
      await expect(bar(page)).toContainText(t('errors.generic'))
      await page.unrouteAll()
      await start()
      await expect(page.getByText(t('mailSent', { email }))).toBeVisible()

      await page.goto(linkIn(await product.mailbox.newest(email, 2), '/deleteaccount'))
      await fail(page, '/account/*/delete', 500, 'no')
      await button(page, 'deleteAccount.submit').click()
      await page
        .getByRole('dialog', { name: t('deleteAccount.question') })
        .getByRole('button', { name: t('deleteAccount.submit') })
        .click()
      await expect(bar(page)).toContainText(t('errors.generic'))

      await page.unrouteAll()
      await fail(page, '/logout', 500, 'no')
      await page.goto(`${product.url}/menu`)
      await button(page, 'menu.logout').click()
      await page
        .getByRole('dialog', { name: t('menu.logoutDialog.title') })
        .getByRole('button', { name: t('menu.logoutDialog.confirm') })
        .click()
      await expect(bar(page)).toContainText(t('errors.generic'))
    })
  })

  test('of the pages behind a mailed link', { tag: '@all' }, async ({ page }) => {
    await test.step('a set-password link that was used says so with the words of the server, joined by a full stop', async () => {
      await page.goto(`${product.url}/addpassword?request=used-long-ago`)
      await field(page, 'newPassword.password').fill(PASSWORD)
      await field(page, 'newPassword.confirmation').fill(PASSWORD)
      await button(page, 'addPassword.submit').click()
      await expect(bar(page)).toContainText('The link is unknown, used or expired.')
      await fail(
        page,
        '/account/addpassword',
        400,
        '{"error":"password_not_strong_enough","error_description":"Too weak","error_detail":"Add a word"}',
        'application/json',
      )
      await button(page, 'addPassword.submit').click()
      await expect(bar(page)).toContainText('Too weak. Add a word')
    })

    await test.step('a set-password page that is handed no request says so', async () => {
      await page.evaluate(() => {
        history.replaceState({ usr: { request: null }, key: 'handed', idx: 0 }, '', '/addpassword')
        location.reload()
      })
      await expect(page.getByText(t('addPassword.nullRequest'))).toBeVisible()
      await expect(page.getByText(t('addPassword.nullHint'))).toBeVisible()
    })

    await test.step('a reset that is refused otherwise shows description and detail', async () => {
      const email = 'reset@example.com'
      await new Client(product.url).register(email, PASSWORD)
      await new Client(product.url).call(
        'GET',
        `/account/resetpassword?email=${email}&confirmtype=link&lang=en`,
      )
      await page.goto(linkIn(await product.mailbox.newest(email, 2), '/resetpassword'))
      await fail(
        page,
        '/account/*/reset',
        409,
        '{"error":"device_busy","error_description":"Not now","error_detail":"Try later"}',
        'application/json',
      )
      await field(page, 'newPassword.password').fill('light-through-slats-9')
      await field(page, 'newPassword.confirmation').fill('light-through-slats-9')
      await button(page, 'reset.submit').click()
      await expect(bar(page)).toContainText('Not now. Try later')
    })

    await test.step('a set-password link that was used says so in the language of the page', async () => {
      await page.unrouteAll()
      const inGerman = textsIn('de')
      await page.goto(`${product.url}/addpassword?request=used-long-ago&lang=de`)
      await page.getByLabel(inGerman('newPassword.password'), { exact: true }).fill(PASSWORD)
      await page.getByLabel(inGerman('newPassword.confirmation'), { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: inGerman('addPassword.submit') }).click()
      await expect(bar(page)).toContainText(inGerman('errors.linkExpired'))
    })
  })
})
