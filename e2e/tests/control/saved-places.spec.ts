import { expect, type Page } from '@playwright/test'
import { slatAngle } from '@senca/contract'
import { SettingsPage } from '#pages/settings.page.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const DEVICES = ['Living room', 'Bedroom', 'Study', 'Terrace awning', 'Garden pergola']

test.describe('the favourite and the ventilation of a shade', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 2, [], furniture(...DEVICES)))
  })

  test.afterAll(async () => product.stop())

  type Place = 'Favorite' | 'Ventilation'

  /** Opens a place from the settings that are open. */
  const choose = async (settings: SettingsPage, place: Place) => {
    await settings.row(place).getByRole('link').click()
    await expect(settings.page.getByRole('heading', { level: 1, name: place })).toBeVisible()
  }
  const show = async (settings: SettingsPage, name: string, place: Place) => {
    await settings.open((await owner.named(name)).id)
    await choose(settings, place)
  }
  const openPlace = async (page: Page, name: string, place: Place) => {
    const device = await owner.named(name)
    const settings = new SettingsPage(page, product)
    await settings.enter(device.id)
    await choose(settings, place)
    return { settings, id: device.id }
  }

  const nudge = async (page: Page, settings: SettingsPage, slider: 'Position' | 'Slats' | 'Louvers') => {
    await settings.slider(slider).focus()
    await page.keyboard.press('ArrowLeft')
  }

  test('are set, saved and left', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('saving a place', async () => {
      const { settings, id } = await openPlace(page, 'Bedroom', 'Favorite')

      await test.step('a place set by hand is saved by Save, which goes back to the settings', async () => {
        await expect(settings.slider('Position')).toHaveAttribute('aria-valuetext', '60\u202f%')
        await nudge(page, settings, 'Position')
        await expect(page.getByText('Set by hand')).toBeVisible()
        await settings.save().click()
        await expect(page).toHaveURL(/\/devicesettingspage/)
        await expect(settings.message).toHaveText(/Saved as favorite/)
        await expect(settings.row('Favorite')).toContainText('59\u202f%')
        expect((await owner.named('Bedroom')).favourite).toEqual({ position: 0.59 })
        expect((await owner.named('Bedroom')).ventilation).toBeNull()
        expect((await product.inspect(id)).position).toBeCloseTo(0.6)

        await settings.row('Favorite').getByRole('link').click()
        await expect(settings.slider('Position')).toHaveAttribute('aria-valuetext', '59\u202f%')
        await expect(page.getByText('Saved position')).toBeVisible()
        await settings.back().click()
        await expect(page).toHaveURL(/\/devicesettingspage/)
      })

      await test.step('what cannot be saved says why, in the dialog and on the page', async () => {
        await choose(settings, 'Ventilation')
        await page.route('**/device/ventilation', (route) => route.abort())
        await nudge(page, settings, 'Position')
        const words = 'The server cannot be reached. Check your connection and try again.'
        await settings.save().click()
        await expect(page.getByRole('main').getByRole('alert')).toHaveText(words)
        await settings.back().click()
        await settings.press('Save')
        await expect(settings.dialog.getByRole('alert')).toHaveText(words)
        await expect(page).toHaveURL(/\/deviceventilationpage/)
        await page.unroute('**/device/ventilation')
        await settings.press('Save')
        await expect(page).toHaveURL(/\/devicesettingspage/)
        expect((await owner.named('Bedroom')).ventilation).not.toBeNull()
      })

      await test.step('a place dragged on the picture of the shade is saved with its slats [SN14]', async () => {
        await show(settings, 'Study', 'Ventilation')
        await nudge(page, settings, 'Slats')
        const slats = Number(await settings.slider('Slats').getAttribute('aria-valuenow'))
        const { settings: kept } = await owner.named('Study')
        const shade = await page.locator('[data-place="way"]').boundingBox()
        if (shade === null) throw new Error('there is no picture')
        const x = shade.x + shade.width / 2
        const at = (share: number) => shade.y + shade.height * share
        const start = await settings.slider('Position').inputValue()
        await page.mouse.move(x, at(0.7))
        await page.mouse.down()
        await page.mouse.move(x, at(0.35), { steps: 3 })
        await expect(settings.slider('Position')).not.toHaveValue(start)
        // Outside of the shade the drag is canceled.
        await page.mouse.move(x, shade.y - 60)
        await expect(settings.slider('Position')).toHaveValue(start)
        await page.mouse.up()
        await expect(settings.slider('Position')).toHaveValue(start)
        await page.mouse.move(x, at(0.7))
        await page.mouse.down()
        await page.mouse.move(x, at(0.35), { steps: 3 })
        await page.mouse.up()
        const position = Number(await settings.slider('Position').inputValue())
        expect(Math.abs(position - 0.35)).toBeLessThan(0.03)
        await settings.save().click()
        await expect(settings.message).toHaveText(/Saved as ventilation/)
        const saved = (await owner.named('Study')).ventilation
        expect(saved?.position).toBe(position)
        expect(slatAngle(saved?.inclination ?? -1, kept.inclinationType ?? 'full_180')).toBeCloseTo(slats, 0)
      })
    })

    await test.step('a place by moving the shade', async () => {
      const { id } = await owner.named('Terrace awning')
      await owner.move([{ token: id, command: 'move', position: 55 }], true)
      const { settings } = await openPlace(page, 'Terrace awning', 'Favorite')

      await test.step('Retract and Extend move the awning, the picture follows it, and Stop keeps it there', async () => {
        const main = page.getByRole('main')
        await main.getByRole('button', { name: 'Extend', exact: true }).click()
        await expect.poll(async () => (await product.inspect(id)).status).not.toBe('ready')
        await expect
          .poll(async () => Number(await settings.slider('Position').inputValue()))
          .toBeGreaterThan(0.64)
        await main.getByRole('button', { name: 'Stop', exact: true }).click()
        await expect.poll(async () => (await product.inspect(id)).status).toBe('ready')
        await expect(main.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
        const { position } = await product.inspect(id)
        await settings.save().click()
        await expect(settings.message).toHaveText(/Saved as favorite/)
        const saved = (await owner.named('Terrace awning')).favourite?.position ?? -1
        expect(Math.abs(saved - (position ?? -2))).toBeLessThan(0.01)
        expect(saved).toBeLessThan(1)
      })

      await test.step('a device that is offline is given its places anyway', async () => {
        await product.provoke(id, { fault: { kind: 'lost_link' } })
        await expect.poll(async () => (await owner.device(id)).connected, { timeout: 120_000 }).toBe(false)
        await choose(settings, 'Favorite')
        await page.getByRole('main').getByRole('button', { name: 'Retract', exact: true }).click()
        await expect(settings.slider('Position')).toHaveAttribute('aria-valuetext', 'Retracted')
        await settings.save().click()
        await expect(page).toHaveURL(/\/devicesettingspage/)
        expect((await owner.named('Terrace awning')).favourite).toEqual({ position: 0 })
      })
    })

    await test.step('leaving a place that is not saved', async () => {
      const { settings } = await openPlace(page, 'Living room', 'Favorite')

      await test.step('leaving by the back arrow asks, Cancel stays, Save saves and goes back', async () => {
        await settings.slider('Position').focus()
        await page.keyboard.press('End')
        await settings.back().click()
        await expect(settings.dialog).toHaveAccessibleName('Confirmation')
        await expect(settings.dialog).toContainText('Save this position as favorite?')
        await page.mouse.click(5, 5)
        await expect(settings.dialog).toBeVisible()
        await settings.press('Cancel')
        await expect(settings.dialog).toHaveCount(0)
        await expect(page).toHaveURL(/\/devicefavouritepage/)
        await expect(settings.slider('Position')).toHaveAttribute('aria-valuetext', 'Closed')
        expect((await owner.named('Living room')).favourite).toBeNull()

        await settings.back().click()
        await page.keyboard.press('Escape')
        await expect(settings.dialog).toHaveCount(0)
        await expect(page).toHaveURL(/\/devicefavouritepage/)

        await settings.back().click()
        await settings.press('Save')
        await expect(page).toHaveURL(/\/devicesettingspage/)
        await expect(settings.row('Favorite')).toContainText('Closed')
        expect((await owner.named('Living room')).favourite).toEqual({ position: 1 })
      })

      await test.step('leaving by the browser’s back button asks about ventilation, and one may leave without saving', async () => {
        await choose(settings, 'Ventilation')
        await settings.slider('Position').focus()
        await page.keyboard.press('End')
        await page.goBack()
        await expect(settings.dialog).toContainText('Save this position as ventilation?')
        await settings.press('Cancel')
        await expect(page).toHaveURL(/\/deviceventilationpage/)
        await page.goBack()
        await settings.press('Discard')
        await expect(page).toHaveURL(/\/devicesettingspage/)
        expect((await owner.named('Living room')).ventilation).toBeNull()

        await page.goForward()
        await settings.slider('Position').focus()
        await page.keyboard.press('End')
        await page.goBack()
        await settings.press('Save')
        await expect(page).toHaveURL(/\/devicesettingspage/)
        expect((await owner.named('Living room')).ventilation).toEqual({ position: 1 })
      })

      await test.step('the links of the header ask too, and the browser asks before the tab is closed', async () => {
        await show(settings, 'Garden pergola', 'Favorite')
        await nudge(page, settings, 'Louvers')
        await page.getByRole('link', { name: 'Menu' }).click()
        await expect(settings.dialog).toHaveAccessibleName('Confirmation')
        await settings.press('Cancel')
        const asked = page.waitForEvent('dialog')
        await page.close({ runBeforeUnload: true })
        const question = await asked
        expect(question.type()).toBe('beforeunload')
        await question.dismiss()
        await page.getByRole('link', { name: 'Senca, start page' }).click()
        await settings.press('Discard')
        await expect(page).toHaveURL(/\/home$/)
        expect((await owner.named('Garden pergola')).favourite).toBeNull()
      })
    })
  })
})
