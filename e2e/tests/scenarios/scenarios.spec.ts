import { expect, type Locator, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Furniture, type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const FURNITURE: readonly Furniture[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'Kitchen', type: 'venetian_blind' },
  { name: 'Terrace awning', type: 'awning' },
]

/** Presses Tab until `goal` has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor()
  for (let keys = 0; keys < 60; keys += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(goal).toBeFocused()
}

/** The number of remaining workdays in seven days, of which the first has already started. */
const WORKDAYS_AHEAD = 4

test.describe('scenarios', () => {
  test.use({ hasTouch: true })
  let home: Home

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8, [], FURNITURE)
  })
  test.afterAll(async () => home.product.stop())

  const begin = async () => {
    await home.owner.deleteAll('scenario')
  }

  const openScenarios = async (page: Page) => {
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/scenarios`)
    await expect(page.getByRole('heading', { name: 'Automations', level: 1 })).toBeVisible()
  }

  /** Gives the home a place unless it has one. */
  const placeHome = () =>
    home.owner.call('POST', '/api/v1/home/create', {
      bearer: true,
      json: { name: 'Home', lat: 46.0569, lon: 14.5058 },
    })

  test('are made, run, listed, changed and deleted', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('ask for the place of the home first, are made by keyboard, and say what they do', async () => {
      await begin()
      await openScenarios(page)
      await expect(page.getByText('No scenarios yet')).toBeVisible()
      await expect(page.getByText('Where is your home?')).toBeVisible()
      // All of it by keyboard, the place of the home too.
      await tabTo(page, page.getByRole('textbox', { name: 'Town' }))
      await page.keyboard.type('ljubljana')
      await tabTo(page, page.getByRole('radio', { name: 'Ljubljana Slovenia', exact: true }))
      await page.keyboard.press('Space')
      await tabTo(page, page.getByRole('button', { name: 'Save' }))
      await page.keyboard.press('Enter')
      await expect(page.getByText('Where is your home?')).toBeHidden()

      await tabTo(page, page.getByRole('link', { name: 'New scenario' }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('checkbox', { name: 'Bedroom' }))
      await page.keyboard.press('Space')
      // It is folded, because it has another type.
      await expect(page.getByRole('button', { name: '2 of another type' })).toBeVisible()
      await expect(page.getByRole('checkbox', { name: 'Kitchen' })).toBeHidden()
      await expect(page.getByText('Every day at 07:00: open Bedroom.')).toBeVisible()
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await expect(name).toHaveValue('Bedroom at 07:00')
      await tabTo(page, name)
      await page.keyboard.type('Morning')
      await expect(name).toHaveValue('Morning')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: 'Edit Morning' })).toContainText(
        'Every day at 07:00 · Open',
      )
      // Times are in the time zone of the home, wherever the reader is.
      const next = page.getByRole('region', { name: 'The next 24 hours' }).getByRole('listitem')
      await expect(next.filter({ hasText: 'Morning' })).toContainText(', 07:00')
    })

    await test.step('run, are switched off, are changed, show their history and are deleted [SC24]', async () => {
      await begin()
      await openScenarios(page)
      const shade = await home.owner.first('roller_shutter')
      await home.owner.post('scenario/create', {
        name: 'Half',
        enabled: true,
        targets: [shade.id],
        triggers: [],
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      })
      // The page is updated by a push.
      const row = page.getByRole('link', { name: 'Edit Half' })
      await expect(row).toContainText('When you run it · Position 50\u202f%')
      await page.getByRole('button', { name: 'Run now: Half' }).click()
      await expect(page.getByText('Half is running')).toBeVisible()
      await expect(row).toContainText('done')
      await expect
        .poll(async () => (await home.owner.device(shade.id)).state.position, { timeout: 120_000 })
        .toBeCloseTo(0.5, 2)
      // It has no trigger, so there is no switch.
      await expect(page.getByRole('switch', { name: 'Run Half automatically' })).toBeHidden()
      await row.click()
      await expect(page.getByText(/By .*@.* · Done/)).toBeVisible()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Give the scenario a name')).toBeVisible()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Evening')
      await page.getByRole('button', { name: /^When: / }).click()
      await page.getByRole('button', { name: 'Add a time' }).click()
      await page.getByRole('radio', { name: 'At sunset' }).click()
      await page.getByRole('textbox', { name: /^Minutes later/ }).fill('-200')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('At most 180 minutes')).toBeVisible()
      await page.getByRole('textbox', { name: /^Minutes later/ }).fill('-20')
      for (const day of ['Saturday', 'Sunday']) await page.getByRole('button', { name: day }).click()
      await page.getByRole('button', { name: /^What happens: / }).click()
      await page.getByRole('radio', { name: 'Close' }).click()
      await expect(page.getByText(/^On weekdays 20.min before sunset: close .*\.$/)).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      const changed = page.getByRole('link', { name: 'Edit Evening' })
      await expect(changed).toContainText('On weekdays 20\u00a0min before sunset · Close')
      await page.getByRole('switch', { name: 'Run Evening automatically' }).click()
      await expect(changed).toContainText('Switched off')

      await changed.click()
      await page.getByRole('button', { name: 'Delete scenario' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete scenario' }).click()
      await expect(page.getByText('No scenarios yet')).toBeVisible()
    })

    await test.step('are edited at an address of their own, which asks before a change is lost', async () => {
      await begin()
      const shade = await home.owner.first('roller_shutter')
      await home.owner.post('scenario/create', {
        name: 'Half',
        enabled: true,
        targets: [shade.id],
        triggers: [],
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      })
      await openScenarios(page)
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      const question = page.getByRole('dialog', { name: 'Unsaved changes' })
      await page.getByRole('link', { name: 'Edit Half' }).click()
      await expect(page).toHaveURL(/\/scenarios\/edit\?id=/)
      await page.reload()
      await expect(name).toHaveValue('Half')
      await page.getByRole('button', { name: /^What happens: / }).click()
      await expect(page.getByRole('radio', { name: 'To a position' })).toBeChecked()

      // Without a change nothing is asked.
      await page.getByRole('button', { name: 'Back' }).click()
      await expect(page).toHaveURL(/\/scenarios$/)
      await page.goForward()
      await name.fill('Third')

      await page.goBack()
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toBeHidden()
      await expect(name).toHaveValue('Third')
      await expect(page).toHaveURL(/\/scenarios\/edit\?id=/)

      await page.getByRole('link', { name: 'Senca, start page' }).click()
      await question.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page).toHaveURL(/\/home$/)
      await openScenarios(page)
      await page.getByRole('link', { name: 'Edit Third' }).click()
      await name.fill('Fourth')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('link', { name: 'Edit Third' })).toBeVisible()

      // The address of a scenario that does not exist leads to the list.
      await page.goto(`${home.product.url}/scenarios/edit?id=none`)
      await expect(page).toHaveURL(/\/scenarios$/)
    })

    await test.step('show what will happen, of which one can be skipped', async () => {
      await begin()
      await placeHome()
      const shade = await home.owner.first('roller_shutter')
      await home.owner.post('scenario/create', {
        name: 'Morning',
        enabled: true,
        targets: [shade.id],
        triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }],
        actions: [{ type: 'MoveSelf', position: 0 }],
      })
      await new EntrancePage(page).bringSession(home.product)
      await page.goto(`${home.product.url}/activity`)
      await page.getByRole('link', { name: 'Next: Morning, 07:00' }).click()
      await expect(page).toHaveURL(/\/scenarios$/)
      const outlook = page.getByRole('region', { name: 'The next 24' })
      await expect(outlook.getByRole('listitem')).toContainText([/Morning.*07:00 · Open/])
      await outlook.getByRole('button', { name: /^Skip this one: Morning/ }).click()
      await expect(outlook).toContainText('skipped')
      const { body } = await home.owner.call('GET', '/api/v1/scenario/outlook?hours=24', { bearer: true })
      expect(body).toMatchObject([{ isSkipped: true }])
      await outlook.getByRole('button', { name: /^Do not skip: Morning/ }).click()
      await expect(outlook).not.toContainText('skipped')
    })

    await test.step('begin with a template by touch in few taps, show the coming week and what collides, and are duplicated', async () => {
      await begin()
      await placeHome()
      await openScenarios(page)
      await page.getByRole('link', { name: 'New scenario' }).tap()
      await page.getByRole('button', { name: 'Wake up' }).tap()
      await page.getByRole('checkbox', { name: 'Bedroom' }).tap()
      await expect(page.getByText('On weekdays at 07:00: open Bedroom.')).toBeVisible()
      const week = page.getByRole('region', { name: 'The coming week' })
      await expect.poll(() => week.getByText('07:00 Wake up').count()).toBeGreaterThanOrEqual(WORKDAYS_AHEAD)
      await page.getByRole('button', { name: 'Create scenario' }).tap()
      await expect(page.getByRole('link', { name: 'Edit Wake up' })).toBeVisible()
      await expect(week.getByRole('listitem')).toHaveCount(7)
      await expect.poll(() => week.getByText('07:00 Wake up').count()).toBeGreaterThanOrEqual(WORKDAYS_AHEAD)

      await page.getByRole('link', { name: 'Edit Wake up' }).tap()
      await page.getByRole('button', { name: 'Duplicate' }).tap()
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Wake up 2')
      await expect(
        page.getByText(/“Wake up” moves the same device at nearly the same time: .*07:00/),
      ).toBeVisible()
      await page.getByRole('button', { name: /^When: / }).tap()
      await page.getByRole('textbox', { name: 'Time' }).fill('08:15')
      await expect(page.getByText(/moves the same device/)).toBeHidden()
      await page.getByRole('radio', { name: 'At sunrise' }).tap()
      await page.getByRole('textbox', { name: 'Not before' }).fill('09:00')
      await page.getByRole('textbox', { name: 'Not after' }).fill('08:00')
      await page.getByRole('button', { name: 'Create scenario' }).tap()
      await expect(page.getByText('The first time must not be after the second').first()).toBeVisible()
      await page.getByRole('textbox', { name: 'Not after' }).fill('09:30')
      await page.getByRole('button', { name: 'Create scenario' }).tap()
      await expect(page.getByRole('link', { name: 'Edit Wake up 2' })).toContainText(
        'On weekdays at sunrise, not before 09:00, not after 09:30',
      )
      await expect
        .poll(() => week.getByText('07:00 Wake up · 09:00 Wake up 2').count())
        .toBeGreaterThanOrEqual(WORKDAYS_AHEAD)
    })

    await test.step('are made by a form', async () => {
      await begin()
      await placeHome()
      await openScenarios(page)
      await page.getByRole('link', { name: 'New scenario' }).click()

      await test.step('begin with each of the templates, in words [SC23]', async () => {
        const expectSentences = async (
          sentences: readonly (readonly [template: string, sentence: RegExp])[],
        ) => {
          for (const [template, sentence] of sentences) {
            await page.getByRole('button', { name: template, exact: true }).click()
            await expect(page.getByText(sentence)).toBeVisible()
            await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(template)
          }
        }
        const shutter = page.getByRole('checkbox', { name: 'Bedroom', exact: true })
        await shutter.click()
        await expectSentences([
          ['Wake up', /^On weekdays at 07:00: open Bedroom\.$/],
          ['Morning sun', /^Every day at sunrise, not before 07:00: open Bedroom\.$/],
          ['Dusk', /^Every day 20.min after sunset: close Bedroom\.$/],
          ['Holiday: day', /^Every day 35.min after sunrise, not before 07:20: open Bedroom\.$/],
          ['Holiday: night', /^Every day 40.min after sunset, not after 21:45: close Bedroom\.$/],
        ])
        const dusk = page.getByRole('button', { name: 'Dusk', exact: true })
        await expect(page.getByRole('button', { name: 'Protect from rain' })).toHaveCount(0)
        await shutter.click()
        const awning = page.getByRole('checkbox', { name: 'Terrace awning' })
        await dusk.click()
        await expect(page.getByRole('button', { name: '1 not for “Dusk”' })).toBeVisible()
        await expect(awning).toBeHidden()
        await page.getByRole('button', { name: 'Protect from wind' }).click()
        await awning.click()
        await expect(dusk).toHaveCount(0)
        await expectSentences([
          ['Protect from wind', /^Gusts above .*: move Terrace awning to the safe position\.$/],
          ['Protect from rain', /[Rr]ain.*: move Terrace awning to the safe position\.$/],
        ])
      })
    })
  })
})
