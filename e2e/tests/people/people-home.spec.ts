import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { type Furniture, type Home, startHome } from '#product/home.ts'
import { linkIn } from '#product/mailbox.ts'
import { test } from '#product/test.ts'

const MINE: readonly Furniture[] = [
  { name: 'Kitchen', type: 'roller_shutter' },
  { name: 'Bedroom', type: 'roller_shutter' },
]
const THEIRS: readonly Furniture[] = [
  { name: 'Cottage left', type: 'roller_shutter' },
  { name: 'Cottage right', type: 'roller_shutter' },
]

test.describe('a home with devices of somebody else', () => {
  let mine: Home
  let theirs: Home
  const idByName = new Map<string, string>()
  const positionOf = async (name: string) =>
    (await theirs.owner.device(idByName.get(name) ?? '')).state.position

  test.beforeAll(async ({ server }) => {
    mine = await startHome(server, 8, [], MINE)
    theirs = await startHome(server, 8, [], THEIRS)
    for (const { owner } of [mine, theirs])
      for (const { id, name } of Object.values(await owner.devices())) idByName.set(name, id)
    await theirs.owner.post('role/create', {
      name: 'Cottage',
      permissions: ['command'],
      devices: THEIRS.map(({ name }) => idByName.get(name) ?? ''),
      users: [mine.product.account.email],
    })
  })
  test.afterAll(async () => {
    await mine.product.stop()
    await theirs.product.stop()
  })

  const openAt = async (page: Page, path: string) => {
    await new EntrancePage(page).bringSession(mine.product)
    await page.goto(`${mine.product.url}${path}`)
  }

  test('shows them, holds them in a group, and is given them by a form', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('shows all first, moves one’s own shades together, and those of one owner who is chosen [RL12]', async () => {
      const home = new HomePage(page)
      await openAt(page, '/home')
      for (const { name } of [...MINE, ...THEIRS]) await expect(home.card(name)).toBeVisible()
      await expect(home.card('Cottage left')).toContainText(theirs.product.account.email)
      const before = await Promise.all(THEIRS.map(({ name }) => positionOf(name)))
      const whole = page.getByRole('region', { name: 'Whole home' })
      await whole.getByRole('button', { name: 'Close all' }).click()
      await expect(whole.getByRole('button', { name: 'Close all' })).toBeDisabled({ timeout: 120_000 })
      expect(await Promise.all(THEIRS.map(({ name }) => positionOf(name)))).toEqual(before)

      await page.getByRole('radio', { name: theirs.product.account.email }).click()
      await expect(home.card('Kitchen')).toHaveCount(0)
      await page.reload()
      await expect(home.card('Cottage left')).toBeVisible()
      await expect(home.card('Kitchen')).toHaveCount(0)
      await whole.getByRole('button', { name: 'Close all' }).click()
      await expect(whole.getByRole('button', { name: 'Close all' })).toBeDisabled({ timeout: 120_000 })
      await page.getByRole('radio', { name: 'Mine' }).click()
      await expect(home.card('Cottage left')).toHaveCount(0)
      await expect(home.card('Bedroom')).toBeVisible()
      await page.getByRole('radio', { name: 'All', exact: true }).click()
      await expect(home.card('Cottage left')).toBeVisible()
    })

    await test.step('holds them in a group, which moves them until they are revoked', async () => {
      await mine.owner.post('group/create', {
        name: 'Everywhere',
        devices: ['Kitchen', 'Cottage left'].map((name) => idByName.get(name) ?? ''),
      })
      await openAt(page, '/groups')
      const group = page.getByRole('region', { name: 'Everywhere' })
      await group.getByRole('button', { name: 'Open Everywhere' }).click()
      await expect(group).toContainText('2 of 2 open', { timeout: 120_000 })
      expect(await positionOf('Cottage left')).toBe(0)
      await theirs.owner.deleteAll('role')
      await expect(group.getByRole('button', { name: 'Devices: 1' })).toBeVisible()
    })

    await test.step('are given by a form', async () => {
      await openAt(page, '/people')
      const main = page.getByRole('main')
      const give = main.getByRole('button', { name: 'Give access' })
      const openForm = async () => {
        await main.getByRole('button', { name: 'Give access' }).click()
        await page.getByRole('dialog').getByRole('link', { name: 'With an account' }).click()
      }
      const entry = (name: string) => main.getByRole('listitem').filter({ hasText: name })

      for (const [template, level, end] of [
        ['Family', 'Control', 'No end'],
        ['Cleaner', 'Control', 'No end'],
        ['Installer', 'Maintain', 'Two days'],
      ] as const)
        await test.step(`is given by the template ${template}`, async () => {
          await openForm()
          await page.getByRole('button', { name: template }).click()
          await expect(page.getByRole('radio', { name: level, exact: true })).toBeChecked()
          await expect(page.getByRole('radio', { name: end })).toBeChecked()
          if (template !== 'Family') await page.getByRole('checkbox', { name: 'Kitchen' }).click()
          await page.getByLabel('E-mail address').fill(theirs.product.account.email)
          await give.click()
          await expect(entry(template)).toContainText(theirs.product.account.email)
          await expect(entry(template)).toContainText('Kitchen')
          await expect(entry(template)).toContainText(level)
        })

      await test.step('an installer is given devices for seven days at most', async () => {
        await openForm()
        await page.getByRole('radio', { name: 'Maintain', exact: true }).click()
        await expect(page.getByRole('radio', { name: 'Two days' })).toBeChecked()
        await expect(page.getByRole('radio', { name: 'No end' })).toHaveCount(0)
        await page.getByRole('checkbox', { name: 'Bedroom' }).click()
        await page.getByLabel('E-mail address').fill(theirs.product.account.email)
        await page.getByRole('radio', { name: 'Choose a date' }).click()
        const late = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 16)
        await page.getByLabel('Ends', { exact: true }).fill(late)
        await give.click()
        await expect(page.getByLabel('Ends', { exact: true })).toBeFocused()
        await expect(main).toContainText(/Access for maintenance only can last up to 7\sdays/)
        await page.getByRole('radio', { name: 'One week' }).click()
        await give.click()
        await expect(entry('Bedroom').filter({ hasText: 'Maintain' })).toContainText('Until')
      })
    })
  })

  test('a whole home is offered by one e-mail, with what is transferred and what ends, and is one’s own then', async ({
    page,
  }) => {
    await new EntrancePage(page).bringSession(theirs.product)
    await page.goto(`${mine.product.url}/transfer`)
    await expect(page.getByText('What is transferred')).toBeVisible()
    await expect(page.getByText('What ends')).toBeVisible()
    const { email } = mine.product.account
    await page.getByLabel('E-mail address of the new owner').fill(email)
    await page.getByRole('button', { name: 'Offer' }).click()
    const before = (await mine.product.mailbox.to(email)).length
    await page.getByRole('dialog').getByRole('button', { name: 'Offer' }).click()
    const { pathname, search } = new URL(
      linkIn(await mine.product.mailbox.newest(email, before + 1), '/transfer'),
    )
    await openAt(page, `${pathname}${search}`)
    for (const { name } of THEIRS) await expect(page.getByRole('main')).toContainText(name)
    await page.getByRole('button', { name: 'Accept' }).click()
    const home = new HomePage(page)
    for (const { name } of [...MINE, ...THEIRS]) await expect(home.card(name)).toBeVisible()
    await expect(page.getByText(theirs.product.account.email)).toHaveCount(0)
  })
})
