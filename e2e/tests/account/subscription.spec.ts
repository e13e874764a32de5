import { expect, type Page } from '@playwright/test'
import { PAYMENT_PROBLEMS } from '@senca/contract/billing'
import { EntrancePage } from '#pages/entrance.page.ts'
import { Client } from '#product/client.ts'
import { type GooglePlayDouble, startGooglePlayDouble } from '#product/doubles/google-play-double.ts'
import { type StripeDouble, startStripeDouble } from '#product/doubles/stripe-double.ts'
import { linkIn } from '#product/mailbox.ts'
import { type Server, startServer } from '#product/server.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'
import { expectNoViolationInAnyView } from '#product/views.ts'

const PASSWORD = 'shadow-on-a-wall-7'
const DAY_S = 86_400
const t = textsIn('en')
const now = () => Math.floor(Date.now() / 1_000)

/** Creates a confirmed account and signs it in to the API and in the browser. */
async function enter(page: Page, server: Server, name: string): Promise<Client> {
  const account = { email: `${name}@example.com`, password: PASSWORD }
  const client = new Client(server.url)
  await client.register(account.email, account.password)
  await client.confirm(linkIn(await server.mailbox.newest(account.email, 1), '/confirmaccount'))
  await client.refresh()
  await new EntrancePage(page).bringSession({ url: server.url, account })
  return client
}

/** Records the requests of a page: `outside` to other servers, `calls` to this server about subscriptions. */
function requestsOf(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  return {
    outside: () => asked.filter((address) => new URL(address).hostname !== 'localhost'),
    calls: () => asked.filter((address) => address.includes('/api/v1/subscription/')),
  }
}

const policyOf = async (url: string): Promise<string | null> =>
  (await fetch(url)).headers.get('content-security-policy')

test.describe('a subscription', () => {
  let stripe: StripeDouble
  let play: GooglePlayDouble
  let server: Server

  test.beforeAll(async () => {
    stripe = await startStripeDouble()
    play = await startGooglePlayDouble()
    server = await startServer({ ...stripe.environment, ...play.environment, DEMO: 'off' })
  })
  test.afterAll(async () => {
    await server.stop()
    await Promise.all([stripe.stop(), play.stop()])
  })

  const statusOf = (page: Page) => page.locator('h2[data-status]')

  test('is chosen, paid for, canceled in two taps and resumed; a failed payment says what to do [SB9]', async ({
    page,
  }) => {
    await enter(page, server, 'life')
    await page.goto(`${server.url}/menu`)
    await page.getByRole('link', { name: t('accountMenu.subscription') }).click()
    await expect(page.getByRole('radio', { name: /^Monthly: €2\.99 a month/ })).toBeChecked()
    await page.getByRole('radio', { name: /^Yearly: €29\.90 a year\s*saves 16\s%/ }).check()
    await expect(page.getByText('Free for 30 days, then €29.90 a year.')).toBeVisible()
    await expectNoViolationInAnyView(page, 'subscription')

    const start = page.getByRole('button', { name: t('subscription.startTrial') })
    await start.click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText(t('subscription.problem.canceled_by_user'))).toBeVisible()
    await page.getByRole('radio', { name: /^Yearly/ }).check()
    await start.click()
    await expect(page.getByRole('heading', { name: 'Pay 29.9 EUR' })).toBeVisible()
    await page.getByRole('link', { name: 'Pay' }).click()
    await expect(page.getByText(t('subscription.thanks'))).toBeVisible()
    await expect(statusOf(page)).toHaveText(t('subscription.status.trial'))
    await expect(page.getByText('€29.90 a year', { exact: true })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')

    await page.getByRole('button', { name: t('subscription.cancel') }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await question.getByRole('button', { name: t('subscription.cancel') }).click()
    await expect(statusOf(page)).toHaveText(t('subscription.status.canceled'))
    await page.getByRole('button', { name: t('subscription.resume') }).click()
    await expect(page.getByText(t('subscription.resumed'))).toBeVisible()
    await expect(statusOf(page)).toHaveText(t('subscription.status.trial'))

    await page.getByRole('button', { name: t('subscription.invoices') }).click()
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(statusOf(page)).toHaveText(t('subscription.status.trial'))

    const see = async (status: string) =>
      expect(async () => {
        await page.reload()
        await expect(statusOf(page)).toHaveText(t(`subscription.status.${status}`), { timeout: 2_000 })
      }).toPass({ timeout: 120_000 })
    await stripe.change(server.url, { status: 'past_due', trialEnd: null })
    await see('unpaid')
    await expect(page.getByText('Update your payment method; it will be tried again.')).toBeVisible()
    await expect(page.getByRole('button', { name: t('subscription.updatePayment') })).toBeVisible()
    await stripe.change(server.url, { status: 'canceled', endedAt: now() - DAY_S })
    await see('expired')
    await expect(page.getByText(/^Weather scenarios for comfort run until/)).toBeVisible()
    await page.getByRole('button', { name: t('subscription.restore') }).click()
    await expect(page.getByText(t('subscription.problem.nothing_to_restore'))).toBeVisible()
    // The trial is used up, so a new plan must be paid from its first day.
    await expect(page.getByText('€2.99 a month, from today.')).toBeVisible()
  })

  test('is what a weather scenario and the weather ask for, once, with a way to it', async ({ page }) => {
    const owner = await enter(page, server, 'weather')
    await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
    const needed = { status: 402, json: { error: 'open_weather_subscription_needed', error_description: '' } }
    // Tests make no requests to outside services, so the refusal of the weather calls is faked.
    for (const call of ['now', 'forecast'])
      await page.route(`**/weather/${call}`, (route) => route.fulfill(needed))
    await page.goto(`${server.url}/weather`)
    await expect(page.getByRole('heading', { name: t('errors.weatherSubscription') })).toHaveCount(1)
    await page.goto(`${server.url}/scenarios`)
    await page.getByRole('link', { name: t('scenarios.new') }).click()
    await expect(page.getByText(t('subscription.needed'))).toBeHidden()
    await page.getByRole('button', { name: /^When: / }).click()
    await page.getByRole('radio', { name: t('scenarios.byWeather') }).click()
    await expect(page.getByText(t('subscription.needed'))).toBeVisible()
    await expectNoViolationInAnyView(page, 'a weather scenario without a subscription')
    await page.getByRole('link', { name: t('subscription.seePlans') }).click()
    await page.getByRole('button', { name: t('dialog.leave') }).click()
    await expect(page.getByRole('heading', { name: t('subscription.choose') })).toBeVisible()
  })

  test('that was bought in a store goes on there, as the page says that deletes the account', {
    tag: '@all',
  }, async ({ page }) => {
    const owner = await enter(page, server, 'store')
    await owner.post('subscription/google', play.buy('monthly'))
    await page.goto(`${server.url}/menu`)
    await page.getByRole('dialog').getByText(t('accountMenu.deleteAccount'), { exact: true }).click()
    await page.getByRole('button', { name: t('accountMenu.sendMail') }).click()
    await expect(page.getByText(t('mailSent', { email: 'store@example.com' }))).toBeVisible()
    await page.goto(linkIn(await server.mailbox.newest('store@example.com', 2), '/deleteaccount'))
    await expect(page.getByText(t('deleteAccount.stores'))).toBeVisible()
    await expect(page.getByRole('link', { name: 'Google Play' })).toHaveAttribute(
      'href',
      'https://play.google.com/store/account/subscriptions?sku=weather.monthly&package=home.senca.app',
    )
    await expectNoViolationInAnyView(page, 'the deletion of an account with a subscription of a store')
    await page.getByRole('button', { name: t('deleteAccount.submit') }).click()
    const question = page.getByRole('dialog', { name: t('deleteAccount.question') })
    await question.getByRole('button', { name: t('deleteAccount.submit') }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('is on a page of its own', { tag: '@all' }, async ({ page, server: free }) => {
    await enter(page, server, 'quiet')

    await test.step('loads nothing of itself before its page is opened, and allows no more than before [SB9]', async () => {
      const asked = requestsOf(page)
      for (const path of ['/home', '/menu', '/rooms']) {
        await page.goto(server.url + path)
        await expect(page.getByRole('heading').first()).toBeVisible()
      }
      expect([...asked.outside(), ...asked.calls()]).toEqual([])
      await page.goto(`${server.url}/subscription`)
      await expect(page.getByRole('heading', { name: t('subscription.choose') })).toBeVisible()
      expect(asked.outside()).toEqual([])
      const withoutPort = (policy: string | null) => policy?.replaceAll(/:\d+/g, '')
      expect(withoutPort(await policyOf(`${server.url}/subscription`))).toBe(
        withoutPort(await policyOf(`${free.url}/home`)),
      )
    })

    await test.step('that cannot be paid says why, in the language of the page', async () => {
      const say = async (language: 'en' | 'sl', problems: readonly (typeof PAYMENT_PROBLEMS)[number][]) => {
        const words = textsIn(language)
        const start = page.getByRole('button', { name: words('subscription.startTrial') })
        for (const problem of problems) {
          await page.route('**/subscription/checkout', (route) =>
            problem === 'network_error'
              ? route.abort('internetdisconnected')
              : route.fulfill({
                  status: 402,
                  json: { error: 'payment_failed', error_description: 'English', error_detail: problem },
                }),
          )
          await start.click()
          await expect(page.getByRole('alert')).toHaveText(words(`subscription.problem.${problem}`))
          await page.unroute('**/subscription/checkout')
        }
      }
      await say('en', PAYMENT_PROBLEMS)
      await page.goto(`${server.url}/subscription?lang=sl`)
      await say('sl', ['payment_declined', 'belongs_to_another_account'])
    })
  })
})

test('where nothing is sold, no page and no word speaks of a subscription', { tag: '@all' }, async ({
  page,
  server,
}) => {
  const owner = await enter(page, server, 'free')
  await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
  const asked = requestsOf(page)
  for (const path of ['/menu', '/weather', '/scenarios']) {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/subscription/i)
  }
  expect(asked.calls()).toEqual([])
  await page.goto(`${server.url}/subscription`)
  await expect(page.getByText(t('notFound.text'))).toBeVisible()
  expect(asked.outside()).toEqual([])
})
