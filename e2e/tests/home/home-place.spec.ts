import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { EntrancePage } from '#pages/entrance.page.ts'
import { ownTime } from '#product/clock.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'

/** It is day in Slovenia and night in Australia. */
const NOON = new Date('2026-11-23T12:00:00Z')

test.describe('the place of the home', () => {
  let home: Home

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 2, [], [{ name: 'Living room', type: 'roller_shutter' }])
  })
  test.afterAll(async () => home.product.stop())

  const place = async () => (await home.owner.call('GET', '/api/v1/home/info', { bearer: true })).body
  /** The sunrise of the server's today, which is not the day of the page's clock. */
  const sunriseIn = async (timeZone: string) => {
    const { body } = await home.owner.call('GET', '/api/v1/home/sun', { bearer: true })
    const { sunrise } = z.object({ sunrise: z.iso.datetime() }).parse(body)
    return new Date(sunrise).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  }
  const lightOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.time)

  const begin = async (page: Page) => {
    await ownTime(page)
    await page.clock.setFixedTime(NOON)
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(`${home.product.url}/homeplace`)
    await expect(page.getByRole('heading', { name: 'Home location' })).toBeVisible()
  }

  test('is chosen, changed, or that of the browser', async ({ page, context }) => {
    test.setTimeout(600_000)
    await test.step('is chosen and changed', async () => {
      await begin(page)
      await test.step('is found by the name of a town, in any of its languages', async () => {
        const town = page.getByRole('textbox', { name: 'Town' })
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('Choose a town, or enter a latitude')).toBeVisible()
        await town.fill('zzzz')
        await expect(page.getByText('No town with this name.')).toBeVisible()
        await town.fill('бечеј')
        await expect(page.getByRole('radio', { name: 'Bečej Serbia', exact: true })).toBeVisible()
        await town.fill('wien')
        await page.getByRole('radio', { name: 'Wien Austria', exact: true }).check()
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('Home location saved')).toBeVisible()
        expect(await place()).toMatchObject({
          name: 'Home',
          lat: 48.208,
          lon: 16.372,
          timezone: 'Europe/Vienna',
          country: 'AT',
        })
      })

      await test.step('is changed later, and the light and the clock of the app follow it at once [WS24]', async () => {
        await expect.poll(() => lightOf(page)).toBe('day')
        await page.getByRole('textbox', { name: 'Name of the home' }).fill('Beach house')
        await page.getByText('Coordinates and time zone').click()
        await page.getByRole('textbox', { name: 'Latitude' }).fill('−33,8688')
        await page.getByRole('textbox', { name: 'Longitude' }).fill('151.2093')
        await page.keyboard.press('Enter')
        await expect.poll(() => lightOf(page)).toBe('night')
        await expect(page.getByText(/^It is 23:00 at your home\. .*\(Sydney\)/)).toBeVisible()
        await expect(page.getByRole('region', { name: 'The sun at your home today' })).toContainText(
          `Sunrise${await sunriseIn('Australia/Sydney')}`,
        )
        expect(await place()).toMatchObject({
          name: 'Beach house',
          timezone: 'Australia/Sydney',
          country: null,
        })
        await page.reload()
        await expect.poll(() => lightOf(page)).toBe('night')
        await page.goto(`${home.product.url}/home`)
        await expect(page.getByText('Monday 23 November, 23:00')).toBeVisible()
        await expect(
          page.getByRole('img', { name: /^The sun rises at 05:3\d and sets at 19:4\d/ }),
        ).toBeVisible()
      })
    })

    await test.step('is that of the browser', async () => {
      await begin(page)
      await test.step('is that of the browser, where it may be known', async () => {
        await page.getByRole('button', { name: 'Use my location' }).click()
        await expect(page.getByText('Your location is not available.')).toBeVisible()
        await context.grantPermissions(['geolocation'])
        await context.setGeolocation({ latitude: 46.2389, longitude: 14.3556 })
        await page.getByRole('button', { name: 'Use my location' }).click()
        await expect(page.getByText('46.2389, 14.3556')).toBeVisible()
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText(/\(Ljubljana\)/)).toBeVisible()
        expect(await place()).toMatchObject({ lat: 46.2389, lon: 14.3556 })
      })
    })
  })
})
