import { expect, type Locator, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { holdKey } from '#pages/hold.ts'
import { HomePage } from '#pages/home.page.ts'
import { boxOf } from '#pages/places.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

const TIMEOUT = { timeout: 120_000 }

/** One act of a person: a tap, a hold, a drag or a field filled in. */
type Act = () => Promise<unknown>

test.describe('what people do most', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''
  const stateOf = async (name: string) => (await home.owner.device(idOf(name))).state

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8)
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
    const { owner } = home
    await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
    await owner.post('moment/create', {
      name: 'Leave',
      steps: [{ act: 'close_shades' }, { act: 'lights_off' }, { act: 'check_doors' }],
    })
    const scenario = await owner.post('scenario/create', {
      name: 'Reading',
      enabled: true,
      targets: [idOf('Study')],
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 0.3 }],
    })
    await owner.call('POST', '/account/preferences', { json: { pinned: [String(Object(scenario).id)] } })
  })
  test.afterAll(async () => home.product.stop())

  /** Opens the home, does the acts in their order, and counts them. */
  async function task(page: Page, name: string, most: number, acts: readonly Act[]): Promise<void> {
    await test.step(`${name}: at most ${most}`, async () => {
      expect(acts.length).toBeLessThanOrEqual(most)
      await new EntrancePage(page).enter(home.product)
      await expect(new HomePage(page).card('Hallway light')).toBeAttached()
      await expect(key(page, 'Run now: Reading')).toBeEnabled()
      for (const act of acts) await act()
    })
  }

  const key = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

  /** Drags along a slider from one share of its width to another. */
  async function drag(slider: Locator, from: number, to: number): Promise<void> {
    const page = slider.page()
    await slider.scrollIntoViewIfNeeded()
    const { x, y, width, height } = await boxOf(slider)
    await page.mouse.move(x + width * from, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * to, y + height / 2, { steps: 8 })
    await page.mouse.up()
  }

  test('takes few acts from the open app', async ({ page }) => {
    test.setTimeout(600_000)
    const app = new HomePage(page)
    const { owner } = home
    await owner.move([{ token: idOf('Living room'), command: 'move', position: 100 }], true)

    await task(page, 'open all', 1, [() => key(page, 'Open all').click()])
    for (const name of ['Living room', 'Kitchen'])
      await expect.poll(async () => (await stateOf(name)).position, TIMEOUT).toBe(0)
    await expect(key(page, 'Stop all')).toBeDisabled(TIMEOUT)

    await task(page, 'one shade half', 1, [() => drag(app.slider('Living room'), 0.02, 0.5)])
    await expect.poll(async () => (await stateOf('Living room')).position, TIMEOUT).toBeGreaterThan(0.3)

    const tilt = app.card('Kitchen').getByRole('slider', { name: /tilt/i })
    const flat = (await stateOf('Kitchen')).inclination
    await task(page, 'tilt', 1, [() => drag(tilt, 0.5, 0.95)])
    await expect.poll(async () => (await stateOf('Kitchen')).inclination, TIMEOUT).not.toBe(flat)

    await task(page, 'unlock', 1, [
      () => holdKey(app.card('Garage door').getByRole('button', { name: /Locked/ })),
    ])
    await expect(app.card('Garage door')).toContainText('Unlocked', TIMEOUT)

    const dimmer = app.card('Hallway light').getByRole('slider')
    await task(page, 'dim', 1, [() => drag(dimmer, 0.02, 0.5)])
    await expect(app.card('Hallway light').getByRole('switch')).toBeChecked(TIMEOUT)

    await task(page, 'run a scenario', 1, [() => key(page, 'Run now: Reading').click()])
    await expect.poll(async () => (await stateOf('Study')).position, TIMEOUT).toBeCloseTo(0.3, 1)

    await task(page, 'leave home', 1, [() => key(page, 'Run Leave').click()])
    await expect(page.getByText('Everything is closed and locked.')).toBeVisible(TIMEOUT)

    await task(page, 'who opened the door', 2, [() => link(page, 'Activity').first().click()])
    await expect(page.getByRole('listitem').filter({ hasText: 'Garage door' }).first()).toContainText('You')

    await task(page, 'a guest link for a week', 9, [
      () => app.card('Front door').getByRole('link').first().click(),
      () => link(page, 'Share').click(),
      () => key(page, /^When: /).click(),
      () => page.getByRole('radio', { name: 'One week', exact: true }).click(),
      () => key(page, 'Create link').click(),
    ])
    await expect(page.getByRole('dialog', { name: 'Your link is ready' })).toBeVisible()

    await task(page, 'at sunset on weekdays', 9, [
      () => link(page, 'Automations').click(),
      () => link(page, 'New scenario').click(),
      () => key(page, 'Dusk').click(),
      () => page.getByRole('checkbox', { name: 'Bedroom', exact: true }).click(),
      () => key(page, /^When: /).click(),
      () => key(page, 'Saturday').click(),
      () => key(page, 'Sunday').click(),
      () => key(page, 'Create scenario').click(),
    ])
    await expect(page.getByRole('link', { name: 'Edit Dusk' })).toContainText('On weekdays')
  })
})
