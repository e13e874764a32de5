import { expect, type Page } from '@playwright/test'
import { SettingsPage } from '#pages/settings.page.ts'
import type { Client } from '#product/client.ts'
import { everyDeviceIsOnline, type Furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const FURNITURE: readonly Furniture[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Kitchen', type: 'venetian_blind' },
  { name: 'Study', type: 'venetian_blind' },
  { name: 'South window', type: 'textile_screen' },
  { name: 'Stairwell falcon', type: 'falcon' },
  { name: 'Terrace lights', type: 'light', parts: ['light_1', 'light_2', 'light_1_dimmer'] },
]

test.describe('the settings of a device', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 2, [], FURNITURE))
  })

  test.afterAll(async () => product.stop())

  const openSettings = async (page: Page, name: string) => {
    const { id } = await owner.named(name)
    const settings = new SettingsPage(page, product)
    await settings.enter(id)
    return { settings, id }
  }

  const openHardware = async (page: Page, name: string) => {
    const opened = await openSettings(page, name)
    await opened.settings.openHardware()
    return opened
  }

  const settingsOf = async (id: string) => (await product.inspect(id)).settings

  test('are changed, asked for and refused', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('its name', async () => {
      const { settings, id } = await openSettings(page, 'Living room')
      await test.step('rename says what is wrong with a name, and only Confirm renames', async () => {
        const dialog = await settings.ask('Rename')
        const name = dialog.getByRole('textbox', { name: 'Name' })
        const confirm = dialog.getByRole('button', { name: 'Save' })
        await expect(name).toHaveValue('Living room')
        await name.fill('   ')
        await expect(dialog.getByRole('alert')).toHaveText('Device name cannot be empty')
        await expect(confirm).toBeDisabled()
        await name.fill('Twenty-one characters')
        await expect(dialog.getByRole('alert')).toHaveText('Invalid input')
        await expect(confirm).toBeDisabled()
        await name.fill('Salon')
        await expect(confirm).toBeEnabled()
        await page.mouse.click(5, 5)
        await expect(dialog).toBeVisible()
        await settings.press('Cancel')
        await expect(dialog).toHaveCount(0)
        expect((await owner.device(id)).name).toBe('Living room')

        await settings.ask('Rename')
        await expect(name).toHaveValue('Living room')
        await name.fill('Salon')
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        expect((await owner.device(id)).name).toBe('Living room')

        await settings.ask('Rename')
        await name.fill('  Dnevna soba 🌤 ')
        await name.press('Enter')
        await expect(settings.message).toHaveText(/Name saved/)
        await expect(dialog).toHaveCount(0)
        await expect(page.getByRole('heading', { level: 1, name: 'Dnevna soba 🌤' })).toBeVisible()
        expect((await owner.device(id)).name).toBe('Dnevna soba 🌤')
      })

      await test.step('a name that another device has is refused in the dialog', async () => {
        const dialog = await settings.ask('Rename')
        await dialog.getByRole('textbox', { name: 'Name' }).fill('KITCHEN')
        await settings.press('Save')
        await expect(dialog.getByRole('alert')).toHaveText('Another device already has this name')
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Kitchen 2')
        await expect(dialog.getByRole('alert')).toHaveCount(0)
        await settings.press('Cancel')
        expect((await owner.device(id)).name).toBe('Dnevna soba 🌤')
      })

      await test.step('its room is chosen, and left again', async () => {
        const room = settings.row('Room')
        await expect(room).toContainText('Without a room')
        await owner.post('room/create', { name: 'Upstairs' })
        for (const choice of ['Upstairs', 'Without a room']) {
          const dialog = await settings.ask('Room')
          await settings.choose(choice)
          await settings.press('Save')
          await expect(dialog).toHaveCount(0)
          await expect(settings.message).toHaveText(/Setting saved/)
          await expect(room).toContainText(choice)
        }
      })
    })

    await test.step('what is set on a blind', async () => {
      const { settings, id } = await openHardware(page, 'Study')
      await test.step('the inclination time takes digits within its bounds', async () => {
        const dialog = await settings.ask('Inclination time')
        const field = dialog.getByRole('textbox', { name: 'Milliseconds' })
        await expect(dialog.getByText('From 100 to 10000')).toBeVisible()
        for (const wrong of ['', '1.5', 'fast', '-300', '1e3']) {
          await field.fill(wrong)
          await expect(dialog.getByRole('alert')).toHaveText('Invalid input')
          await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
        }
        for (const beyond of ['99', '10001']) {
          await field.fill(beyond)
          await expect(dialog.getByRole('alert')).toHaveText('Invalid input: from 100 to 10000')
          await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
        }
        for (const right of ['100', '10000']) {
          await field.fill(right)
          await expect(dialog.getByRole('alert')).toHaveCount(0)
          await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
        }
        await settings.press('Cancel')
      })

      await test.step('a device that does not answer says so in the dialog', async () => {
        await product.provoke(id, { fault: { kind: 'no_answer', times: 1 } })
        await settings.ask('Type of switch')
        await settings.choose('Push button')
        await settings.press('Save')
        await expect(settings.dialog.getByRole('alert')).toHaveText('The device did not answer', {
          timeout: 120_000,
        })
        await settings.press('Cancel')
        expect(await settingsOf(id)).toMatchObject({ switchType: 'normal' })
        await expect(settings.row('Type of switch')).toContainText('Regular')
      })

      await test.step('type of switch, directions and how slats turn are set on the device, and survive its restart', async () => {
        const before = await settingsOf(id)
        for (const [row, choice] of [
          ['Type of switch', 'Push button'],
          ['Change directions', 'Both'],
          ['Inclination type', 'Full 180°'],
        ] as const) {
          await settings.ask(row)
          await settings.choose(choice)
          await settings.press('Cancel')
        }
        await settings.ask('Inclination time')
        await settings.dialog.getByRole('textbox').fill('900')
        await settings.press('Cancel')
        expect(await settingsOf(id)).toEqual(before)

        await settings.ask('Type of switch')
        await expect(settings.dialog.getByRole('radio', { name: 'Regular (normal switch)' })).toBeChecked()
        await settings.choose('Push button')
        await settings.press('Save')
        await expect(settings.message).toHaveText(/Setting saved/)
        await expect(settings.row('Type of switch')).toContainText('Push button')
        expect(await settingsOf(id)).toMatchObject({ switchType: 'push_button' })

        await settings.ask('Change directions')
        await expect(settings.dialog.getByRole('button', { name: 'Reverse' })).toBeDisabled()
        await settings.choose('Motor')
        await settings.press('Reverse')
        await expect(settings.row('Change directions')).toContainText('Motor')
        expect(await settingsOf(id)).toMatchObject({ motorInverted: true, switchInverted: false })
        await settings.ask('Change directions')
        await expect(settings.dialog.getByText('Reversed now')).toHaveCount(1)
        await settings.choose('Both')
        await settings.press('Reverse')
        await expect(settings.row('Change directions')).toContainText('Switch')
        expect(await settingsOf(id)).toMatchObject({ motorInverted: false, switchInverted: true })

        await settings.ask('Inclination type')
        await settings.choose('Full 180°')
        await settings.press('Save')
        await expect(settings.row('Inclination type')).toContainText('Full 180°')

        await settings.ask('Inclination time')
        await settings.dialog.getByRole('textbox').fill('2350')
        await settings.press('Save')
        await expect(settings.row('Inclination time')).toContainText('2350 ms')

        const kept = {
          switchType: 'push_button',
          motorInverted: false,
          switchInverted: true,
          inclinationType: 'full_180',
          inclinationTime: 2350,
        }
        expect(await settingsOf(id)).toMatchObject(kept)
        const { totalRestarts } = await product.inspect(id)
        await product.provoke(id, { fault: { kind: 'restart' } })
        await expect
          .poll(async () => (await product.inspect(id)).totalRestarts)
          .toBe((totalRestarts ?? 0) + 1)
        await product.stopSimulator()
        await product.startSimulator()
        await everyDeviceIsOnline(owner)
        expect(await settingsOf(id)).toMatchObject(kept)
        await expect.poll(async () => (await owner.device(id)).settings).toMatchObject(kept)
      })
    })

    await test.step('what a device is asked to do', async () => {
      const { settings, id } = await openHardware(page, 'South window')
      await test.step('recalibrating is busy for five seconds, and a move before the device is done is device_busy', async () => {
        await settings.ask('Recalibrate')
        await settings.press('Cancel')
        await expect(settings.dialog).toHaveCount(0)
        expect((await product.inspect(id)).status).toBe('ready')

        await settings.ask('Recalibrate')
        const begun = Date.now()
        await settings.press('Recalibrate')
        const key = settings.dialog.getByRole('button', { name: 'Recalibrate' })
        await expect(key).toHaveAttribute('aria-busy', 'true')
        await expect.poll(async () => (await product.inspect(id)).status).toBe('calibrating')
        await page.keyboard.press('Escape')
        await expect(settings.dialog).toBeVisible()
        await expect(settings.dialog).toHaveCount(0)
        expect(Date.now() - begun).toBeGreaterThanOrEqual(5_000)
        await expect(settings.message).toHaveText(/South window is calibrating/)
        await expect(settings.row('Recalibrate')).toContainText('Calibrating')
        const [refused] = await owner.move([{ token: id, command: 'move', position: 30 }], false)
        expect(refused).toMatchObject({ status: 'error', error: 'device_busy' })
        await expect
          .poll(async () => (await product.inspect(id)).status, { timeout: 120_000, intervals: [500] })
          .toBe('ready')
        await expect(settings.row('Recalibrate')).not.toContainText('Calibrating')
      })

      await test.step('a refused recalibration ends its busy time at once, with the reason', async () => {
        await product.provoke(id, { fault: { kind: 'refuse', error: 'device_busy', times: 1 } })
        await settings.ask('Recalibrate')
        await expect(settings.dialog).toBeVisible()
        // The clock is stopped, so the five seconds do not pass.
        await page.clock.install()
        await page.clock.pauseAt(Date.now() + 1_000)
        await settings.press('Recalibrate')
        // The page shows an answer after its next timer, so its clock is advanced a little, but by less than five seconds.
        await expect(async () => {
          await page.clock.runFor(20)
          await expect(settings.dialog.getByRole('alert')).toHaveText('The device is in motion', {
            timeout: 200,
          })
        }).toPass({ timeout: 120_000 })
        await page.clock.resume()
        await settings.press('Cancel')
        await expect(settings.dialog).toHaveCount(0)
      })

      await test.step('a restart is asked for, and the device restarts once', async () => {
        const { totalRestarts } = await product.inspect(id)
        await settings.ask('Restart device')
        await settings.press('Cancel')
        await expect(settings.dialog).toHaveCount(0)
        expect((await product.inspect(id)).totalRestarts).toBe(totalRestarts)
        await settings.ask('Restart device')
        await settings.press('Restart')
        await expect(settings.message).toHaveText(/South window is restarting/)
        await expect
          .poll(async () => (await product.inspect(id)).totalRestarts)
          .toBe((totalRestarts ?? 0) + 1)
      })
    })

    await test.step('the kind of a shade is changed, and the device keeps it', async () => {
      const { settings, id } = await openSettings(page, 'Stairwell falcon')
      await expect(page.getByRole('heading', { name: 'FALCON', exact: true })).toBeVisible()
      await settings.openHardware()
      await expect(page.getByRole('heading', { name: 'FALCON', exact: true })).toBeVisible()
      const blinds = ['Falcon', 'Roller shutter', 'Venetian blind', 'Textile screen']
      const choices = [...blinds, 'Awning', 'Insect screen', 'Pergola']
      await settings.ask('Window shade type')
      await expect(settings.dialog.getByRole('radio')).toHaveCount(choices.length)
      for (const name of choices) await expect(settings.dialog.getByRole('radio', { name })).toBeVisible()
      await settings.choose('Textile screen')
      await settings.press('Cancel')
      expect((await owner.device(id)).devicetype).toBe('falcon')

      await settings.ask('Window shade type')
      await settings.choose('Textile screen')
      await settings.press('Save')
      await expect(page.getByRole('heading', { name: 'TEXTILE SCREEN', exact: true })).toBeVisible()
      expect(await settingsOf(id)).toMatchObject({ devicetype: 'textile_screen' })
      await product.provoke(id, { fault: { kind: 'restart' } })
      await expect.poll(async () => (await owner.device(id)).state.status).toBe('ready')
      expect((await owner.device(id)).devicetype).toBe('textile_screen')
      await settings.ask('Window shade type')
      await expect(settings.dialog.getByRole('radio')).toHaveCount(choices.length - 1)
    })

    await test.step('a light', async () => {
      const { settings, id } = await openSettings(page, 'Terrace lights')
      await test.step('the channels of a light are named, and it has no positions', async () => {
        await expect(page.getByRole('heading', { name: 'LIGHT', exact: true })).toBeVisible()
        const absent = ['Favorite', 'Recalibrate', 'Change directions', 'Window shade type']
        for (const name of absent) await expect(settings.row(name)).toHaveCount(0)
        await settings.openHardware()
        await expect(settings.row('Type of switch')).toBeVisible()
        for (const name of absent) await expect(settings.row(name)).toHaveCount(0)
        await settings.back().click()
        await settings.ask('Name of light 2')
        await settings.dialog.getByRole('textbox').fill('Steps')
        await settings.press('Cancel')
        expect((await owner.device(id)).settings.light2Name).toBeUndefined()
        await settings.ask('Name of light 2')
        await settings.dialog.getByRole('textbox').fill('Steps')
        await settings.press('Save')
        await expect(settings.row('Name of light 2')).toContainText('Steps')
        expect((await owner.device(id)).settings.light2Name).toBe('Steps')
      })

      await test.step('a device is deleted after a yes, and forgets its home', async () => {
        await settings.ask('Delete device')
        await expect(settings.dialog).toContainText('You can add it again with the code on its label.')
        await settings.press('Cancel')
        await expect(settings.dialog).toHaveCount(0)
        expect(Object.keys(await owner.list())).toContain(id)
        await settings.ask('Delete device')
        await settings.press('Delete')
        await expect(page).toHaveURL(/\/home$/)
        await expect(settings.message).toHaveText(/Terrace lights deleted/)
        await expect(page.getByRole('article', { name: 'South window' })).toBeVisible()
        await expect(page.getByRole('article', { name: 'Terrace lights' })).toHaveCount(0)
        expect(Object.keys(await owner.list())).not.toContain(id)
      })
    })

    await test.step('an offline device', async () => {
      const { settings, id } = await openSettings(page, 'Kitchen')
      await test.step('an offline device can be renamed, but not set or restarted, and says why', async () => {
        await product.provoke(id, { fault: { kind: 'lost_link' } })
        await expect(page.getByText(/^The device is offline\./)).toBeVisible({ timeout: 120_000 })
        await settings.openHardware()
        await expect(page.getByText(/^The device is offline\./)).toBeVisible()
        await settings.ask('Type of switch')
        await settings.choose('Push button')
        await settings.press('Save')
        await expect(settings.dialog.getByRole('alert')).toHaveText('The device is offline')
        await settings.press('Cancel')
        for (const [row, key] of [
          ['Restart device', 'Restart'],
          ['Recalibrate', 'Recalibrate'],
        ] as const) {
          await settings.ask(row)
          await settings.press(key)
          await expect(settings.dialog.getByRole('alert')).toHaveText('The device is offline')
          await settings.press('Cancel')
        }
        await settings.back().click()
        await settings.ask('Rename')
        await settings.dialog.getByRole('textbox').fill('Scullery')
        await settings.press('Save')
        await expect(settings.message).toHaveText(/Name saved/)
        expect((await owner.device(id)).name).toBe('Scullery')
        await product.provoke(id, { clear: true })
        await expect.poll(async () => (await owner.device(id)).connected, { timeout: 120_000 }).toBe(true)
        expect(await settingsOf(id)).toMatchObject({ switchType: 'normal' })
      })

      await test.step('an offline device is deleted by force, with the words about a factory reset', async () => {
        await product.provoke(id, { fault: { kind: 'lost_link' } })
        await expect(page.getByText(/^The device is offline\./)).toBeVisible({ timeout: 120_000 })
        await settings.ask('Delete device')
        await expect(settings.dialog).toContainText('factory reset')
        await page.keyboard.press('Escape')
        await expect(settings.dialog).toHaveCount(0)
        expect(Object.keys(await owner.list())).toContain(id)
        await settings.ask('Delete device')
        await settings.press('Delete')
        await expect(page).toHaveURL(/\/home$/)
        expect(Object.keys(await owner.list())).not.toContain(id)
      })
    })
  })
})
