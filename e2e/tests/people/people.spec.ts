import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import type { Client } from '#product/client.ts'
import { type Furniture, startHome } from '#product/home.ts'
import { linkIn } from '#product/mailbox.ts'
import type { Account, Product } from '#product/product.ts'
import { secondAccount } from '#product/second-account.ts'
import { test } from '#product/test.ts'
import { expectNoViolationInAnyView } from '#product/views.ts'

const FURNITURE: readonly Furniture[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Study', type: 'venetian_blind' },
  { name: 'Front door', type: 'home_door' },
  { name: 'Hallway light', type: 'light', parts: ['light_1', 'light_1_dimmer'] },
  { name: 'Attic', type: 'roller_shutter' },
]
const DAY_MS = 86_400_000

test.describe('two accounts', () => {
  let product: Product
  let owner: Client
  let ana: { account: Account; client: Client }
  const ids = new Map<string, string>()
  const idOf = (name: string): string => ids.get(name) ?? ''

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 4, [], FURNITURE))
    ana = await secondAccount(server, 'ana')
    for (const { id, name } of Object.values(await owner.devices())) ids.set(name, id)
  })

  test.afterAll(async () => product.stop())

  const pageOf = async (browser: Browser, account: Account, path: string): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Ljubljana',
    })
    const page = await context.newPage()
    await new EntrancePage(page).bringSession({ url: product.url, account })
    await page.goto(`${product.url}${path}`)
    return page
  }

  /** A role in the list of access. */
  const entry = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

  test('give access, maintain, and hand over', { tag: '@smoke' }, async ({ page, browser }) => {
    test.setTimeout(600_000)
    await test.step('gives by a template, changes it, and revokes on the open page', async () => {
      await new EntrancePage(page).bringSession(product)
      await page.goto(`${product.url}/people`)
      await page.getByRole('button', { name: 'Give access' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'With an account' }).click()
      await page.getByRole('button', { name: 'Neighbor' }).click()
      await expect(page.getByRole('checkbox', { name: 'Living room' })).toBeChecked()
      await expect(page.getByRole('radio', { name: 'Sunday' })).toBeChecked()
      await page.getByLabel('E-mail address').fill('nobody-at-all@example.com')
      await page.getByRole('main').getByRole('button', { name: 'Give access' }).click()
      await expect(page.getByText('There is no Senca account with this address.')).toBeVisible()
      await expect(page.getByLabel('E-mail address')).toBeFocused()
      await page.getByRole('button', { name: 'Send a link instead' }).click()
      await expect(page.getByRole('main')).toContainText('nobody-at-all can use')
      await expect(page.getByRole('main')).toContainText('Living room')
      await page.goBack()
      await page.getByRole('button', { name: 'Neighbor' }).click()
      await page.getByLabel('E-mail address').fill(ana.account.email)
      await page.getByRole('main').getByRole('button', { name: 'Give access' }).click()
      await expect(entry(page, ana.account.email)).toHaveCount(1)
      await expect(entry(page, ana.account.email)).toContainText('Control')
      await expect(entry(page, ana.account.email)).toContainText('Living room')
      // In the last hour of a Sunday the role ends an hour from now, on Monday.
      await expect(entry(page, ana.account.email)).toContainText(/Until (Sun|Mon)/)

      const theirs = await pageOf(browser, ana.account, '/home')
      const home = new HomePage(theirs)
      await expect(home.card('Living room')).toContainText(product.account.email)
      await expect(home.button('Close', 'Living room')).toBeVisible()

      await page.getByRole('link', { name: 'Edit Neighbor' }).press('Enter')
      await page.getByRole('radio', { name: 'View only' }).click()
      await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Role saved')).toBeVisible()
      await expect(home.card('Living room')).toContainText('View only')
      await expect(home.button('Close', 'Living room')).toHaveCount(0)
      await expect(home.slider('Living room')).toHaveCount(0)
      await expectNoViolationInAnyView(theirs, 'a home with devices of another account')

      await expect(home.card('Study')).toBeVisible()
      await page.getByRole('button', { name: 'Delete Neighbor' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(home.card('Study')).toHaveCount(0)
      await expect(page.getByText('Nothing is shared')).toBeVisible()
      await theirs.context().close()
    })

    await test.step('says on every page of a device that it can only be viewed, and lets the receiver leave [RL13]', async () => {
      await owner.post('role/create', {
        name: 'Looking',
        permissions: ['view'],
        devices: [idOf('Living room'), idOf('Front door'), idOf('Hallway light')],
        users: [ana.account.email],
      })
      const page = await pageOf(browser, ana.account, '/home')
      const home = new HomePage(page)
      for (const name of ['Living room', 'Front door', 'Hallway light']) {
        await expect(home.card(name)).toContainText('View only')
        await expect(home.card(name).getByRole('button')).toHaveCount(0)
        await expect(home.card(name).getByRole('switch')).toHaveCount(0)
      }
      for (const [path, name] of [
        ['/device', 'Living room'],
        ['/doordeviceinfopage', 'Front door'],
        ['/device', 'Hallway light'],
      ] as const) {
        await page.goto(`${product.url}${path}?deviceId=${idOf(name)}`)
        await expect(page.getByText('You can view this device but not control it.').first()).toBeVisible()
        await expect(page.getByRole('link', { name: 'Share' })).toHaveCount(0)
        await expect(page.getByRole('main').getByRole('switch')).toHaveCount(0)
      }
      await page.goto(`${product.url}/devicesettingspage?deviceId=${idOf('Living room')}`)
      await expect(page.getByRole('link', { name: /^Shared by/ })).toContainText(product.account.email)
      await expect(page.getByText('Rename')).toHaveCount(0)

      await page.getByRole('link', { name: /^Shared by/ }).click()
      await page.getByRole('button', { name: 'Leave Looking' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
      await expect(page.getByText('Nobody has given you access')).toBeVisible()
      expect(await owner.call('GET', '/api/v1/role/list', { bearer: true })).toMatchObject({
        body: [{ name: 'Looking', users: [] }],
      })
      await page.context().close()
    })

    await test.step('an installer maintains and tests; the owner sees it, reads the report and ends it', async () => {
      await owner.post('role/create', {
        name: 'Installer',
        permissions: ['maintain'],
        devices: [idOf('Study')],
        users: [ana.account.email],
        validBefore: new Date(Date.now() + 2 * DAY_MS).toISOString(),
      })
      const theirs = await pageOf(browser, ana.account, '/home')
      await theirs.getByRole('link', { name: 'Maintain' }).click()
      await theirs.getByRole('button', { name: 'Rename' }).click()
      await theirs.getByRole('dialog').getByRole('textbox').fill('Study, south')
      await theirs.getByRole('dialog').getByRole('textbox').press('Enter')
      await expect(theirs.getByRole('heading', { name: 'Study, south' })).toBeVisible()
      await theirs.getByRole('link', { name: 'Hardware' }).click()
      await theirs.getByRole('button', { name: 'Close briefly' }).click()

      await new EntrancePage(page).bringSession(product)
      await page.goto(`${product.url}/device?deviceId=${idOf('Study')}`)
      await expect(page.getByText(`${ana.account.email} is maintaining this device until`)).toBeVisible()
      await page.getByRole('link', { name: 'Report' }).click()
      await expect(page.getByText('After: Name: Study, south')).toBeVisible()
      await expect(page.getByText('Tested with a short movement')).toBeVisible()
      await expectNoViolationInAnyView(page, 'the hand-over report')
      // The report is printed dark on white, without controls.
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await expect(page.getByText('After: Name: Study, south')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Handover report' })).toHaveCSS(
        'color',
        'rgb(29, 27, 24)',
      )
      await expect(page.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('banner')).toHaveCount(0)
      const leftOf = (text: Locator) =>
        text.evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getBoundingClientRect().left
        })
      const heading = page.getByRole('heading', { name: 'Handover report' })
      expect(await leftOf(heading)).toBeCloseTo(await leftOf(page.getByRole('term').first()), 0)
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
      await page.goBack()
      await page.getByRole('button', { name: 'End now' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
      await expect(theirs.getByText('This device is not in your home')).toBeVisible()
      await expect(page.getByText('is maintaining this device')).toHaveCount(0)
      await theirs.context().close()
    })

    await test.step('who has a door by a role counts among those who can open it', async () => {
      const role = await owner.post('role/create', {
        name: 'Opening',
        permissions: ['command'],
        devices: [idOf('Front door')],
        users: [ana.account.email],
      })
      await new EntrancePage(page).bringSession(product)
      await page.goto(`${product.url}/doorsettingspage?deviceId=${idOf('Front door')}`)
      await page.getByRole('link', { name: 'Who can open' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: ana.account.email })).toBeVisible()
      await owner.post('role/delete', { id: Object(role).id })
      await expect(page.getByText(ana.account.email)).toHaveCount(0)
    })

    await test.step('a device is offered with what is transferred and what ends, and accepted by the link of the mail', async () => {
      await new EntrancePage(page).bringSession(product)
      await page.goto(`${product.url}/transfer?deviceId=${idOf('Attic')}`)
      await expect(page.getByText('What is transferred')).toBeVisible()
      await expect(page.getByText('What ends')).toBeVisible()
      await page.getByLabel('E-mail address of the new owner').fill(ana.account.email)
      await page.getByRole('button', { name: 'Offer' }).click()
      const before = (await product.mailbox.to(ana.account.email)).length
      await page.getByRole('dialog').getByRole('button', { name: 'Offer' }).click()
      const link = linkIn(await product.mailbox.newest(ana.account.email, before + 1), '/transfer')
      const theirs = await pageOf(browser, ana.account, new URL(link).pathname + new URL(link).search)
      await theirs.getByRole('button', { name: 'Accept' }).click()
      await expect(new HomePage(theirs).card('Attic')).toBeVisible()
      expect(Object.values(await owner.devices()).map(({ name }) => name)).not.toContain('Attic')
      await theirs.context().close()
    })
  })
})
