import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import * as z from 'zod/mini'
import { ControlPage } from '../pages/control.page.ts'
import { EntrancePage } from '../pages/entrance.page.ts'
import { HomePage } from '../pages/home.page.ts'
import { Client, provision } from '../product/client.ts'
import { DEMO, OPERATOR_TOKEN, type Product, startProduct } from '../product/product.ts'

const TRAVEL = { timeout: 45_000 }

test.describe('the control screen', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async () => {
    product = await startProduct()
    await product.startSimulator()
    owner = new Client(product.url)
    await owner.signIn(DEMO.email, DEMO.password)
    await expect
      .poll(async () => Object.values(await owner.devices()).every(({ connected }) => connected))
      .toBe(true)
  })

  test.beforeEach(async () => owner.refresh())
  test.afterAll(async () => product.stop())

  const device = async (id: string): Promise<DeviceInfo> => {
    const found = (await owner.devices())[id]
    if (found === undefined) throw new Error(`no device ${id}`)
    return found
  }

  const ready = (id: string) => expect.poll(async () => (await device(id)).state.status, TRAVEL).toBe('ready')
  const isBusy = (id: string) => expect.poll(async () => (await device(id)).state.status).not.toBe('ready')

  /** The device, brought to a place (0..100) without the page. */
  const placed = async (
    devicetype: DeviceInfo['devicetype'],
    place: { position?: number; inclination?: number },
  ): Promise<DeviceInfo> => {
    const found = await owner.first(devicetype)
    await owner.move([{ token: found.id, command: 'move', ...place }], true)
    return device(found.id)
  }

  const enter = async (page: Page): Promise<void> => {
    await new EntrancePage(page).signIn(product.url, DEMO.email, DEMO.password)
    await expect(new HomePage(page).card('Living room')).toBeVisible()
  }

  const show = async (page: Page, id: string): Promise<ControlPage> => {
    await enter(page)
    const control = new ControlPage(page)
    await control.open(product.url, id)
    return control
  }

  test.describe('a drag', () => {
    test('sends one request, on release, and the device ends there', async ({ page }) => {
      const { id } = await placed('roller_shutter', { position: 20 })
      const control = await show(page, id)
      await control.press(0.2, 0.3, 0.5, 0.42)
      await expect(page.getByText('Release at')).toBeVisible()
      await expect(control.slider).toHaveAttribute('aria-valuenow', '42')
      expect(control.moves).toEqual([])
      await control.release()
      await expect(page.getByText('Moving to 42%').first()).toBeVisible()
      await ready(id)
      expect((await device(id)).state.position).toBeCloseTo(0.42, 2)
      expect(control.moves).toEqual([
        { commands: [{ token: id, command: 'move', position: 42 }], wait: false },
      ])
      await expect(page.getByText(/^Done in \d+ s$/)).toBeVisible()
      await expect(page.getByText(/^Done in/)).toHaveCount(0)
    })

    test('reaches both ends within the margins', async ({ page }) => {
      const { id } = await owner.first('roller_shutter')
      const control = await show(page, id)
      const box = await control.slider.boundingBox()
      if (box === null) throw new Error('the slider has no place')
      const x = box.x + box.width / 3
      await page.mouse.move(x, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(x, box.y + box.height * 0.985)
      await expect(control.slider).toHaveAttribute('aria-valuenow', '100')
      await page.mouse.move(x, box.y + box.height * 0.015)
      await expect(control.slider).toHaveAttribute('aria-valuenow', '0')
      await control.leave()
      await control.release()
    })

    test('that leaves restores the value and sends nothing', async ({ page }) => {
      const { id, state } = await owner.first('roller_shutter')
      const control = await show(page, id)
      const before = await control.value()
      await control.press(0.5, 0.7)
      await control.leave()
      expect(await control.value()).toBe(before)
      await control.release()
      await expect(page.getByText('Release at')).toHaveCount(0)
      expect(control.moves).toEqual([])
      expect((await device(id)).state.position).toBe(state.position)
    })

    test('that comes back resumes; Escape ends it for good', async ({ page }) => {
      const { id } = await placed('roller_shutter', { position: 40 })
      const control = await show(page, id)
      await control.press(0.3)
      await page.keyboard.press('Escape')
      await page.mouse.move(0, 0)
      const { x, y } = await control.at(0.5)
      await page.mouse.move(x, y)
      expect(await control.value()).toBe(40)
      await control.release()
      expect(control.moves).toEqual([])

      await control.press(0.3, 0.6)
      await control.leave()
      expect(await control.value()).toBe(40)
      await page.mouse.move(x, y)
      await expect(control.slider).toHaveAttribute('aria-valuenow', '50')
      await control.release()
      await ready(id)
      expect(control.moves).toHaveLength(1)
      await expect.poll(async () => (await device(id)).state.position, TRAVEL).toBeCloseTo(0.5, 2)
    })

    test('while it moves gives it a new target', async ({ page }) => {
      const { id } = await placed('roller_shutter', { position: 30 })
      const control = await show(page, id)
      await control.press(0.8)
      await control.release()
      await expect(control.stop).toBeVisible()
      await isBusy(id)
      await control.press(0.45)
      await control.release()
      await expect(page.getByText('Moving to 45%').first()).toBeVisible()
      await ready(id)
      expect(control.moves).toHaveLength(2)
      expect((await device(id)).state.position).toBeCloseTo(0.45, 2)
    })
  })

  test('a finger drags, and a second one does nothing', async ({ browser }) => {
    const { id } = await placed('roller_shutter', { position: 30 })
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await context.newPage()
    const control = await show(page, id)
    const [from, to, second] = [await control.at(0.3), await control.at(0.5), await control.at(0.9)]
    const session = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point, index) => ({ ...point, id: index })),
      })
    await touch('touchStart', from)
    await touch('touchMove', to)
    await touch('touchStart', to, second)
    await touch('touchMove', to, { x: second.x, y: second.y - 20 })
    await expect(control.slider).toHaveAttribute('aria-valuenow', '50')
    await touch('touchEnd', to)
    expect(control.moves).toEqual([])
    await touch('touchEnd')
    await expect.poll(() => control.moves).toHaveLength(1)
    await ready(id)
    await expect.poll(async () => (await device(id)).state.position, TRAVEL).toBeCloseTo(0.5, 2)
    await context.close()
  })

  test('stop stops where it is; a tap the other way reverses', async ({ page }) => {
    const { id } = await placed('roller_shutter', { position: 30 })
    const control = await show(page, id)
    await control.key('Close').click()
    await expect(control.stop).toBeVisible()
    await expect.poll(async () => (await device(id)).state.position).toBeGreaterThan(0.4)
    await control.key('Open').click()
    await expect.poll(async () => (await device(id)).state.status).toBe('opening')
    await expect(page.getByText('Moving to 0%').first()).toBeVisible()
    await control.stop.click()
    await expect(control.stop).toHaveCount(0)
    await ready(id)
    const { position } = (await device(id)).state
    expect(position).toBeGreaterThan(0)
    expect(position).toBeLessThan(0.6)
    expect(control.aborts).toBe(1)
    await expect.poll(() => control.value()).toBe(Math.round((position ?? -1) * 100))
  })

  test('keys draft, Enter sends, Escape takes back, S stops', async ({ page }) => {
    const { id } = await placed('roller_shutter', { position: 50 })
    const control = await show(page, id)
    await control.slider.focus()
    await page.keyboard.press('ArrowDown')
    await expect(control.slider).toHaveAttribute('aria-valuenow', '51')
    await page.keyboard.press('PageDown')
    await expect(control.slider).toHaveAttribute('aria-valuenow', '61')
    await page.keyboard.press('Home')
    await expect(control.slider).toHaveAttribute('aria-valuenow', '0')
    await page.keyboard.press('Escape')
    await expect(control.slider).toHaveAttribute('aria-valuenow', '50')
    expect(control.moves).toEqual([])

    for (const key of ['PageUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await expect(control.slider).toHaveAttribute('aria-valuetext', /moving to 39%$/)
    await ready(id)
    expect((await device(id)).state.position).toBeCloseTo(0.39, 2)
    expect(control.moves).toHaveLength(1)

    await page.keyboard.press('End')
    await expect(control.stop).toBeVisible()
    expect(control.moves).toHaveLength(2)
    await page.keyboard.press('s')
    await expect(control.stop).toHaveCount(0)
    expect(control.aborts).toBe(1)
    await expect(control.slider).toBeFocused()
  })

  test('the stop key gives its focus back to the shade', async ({ page }) => {
    const { id } = await placed('roller_shutter', { position: 40 })
    const control = await show(page, id)
    await control.key('Close').click()
    await control.stop.focus()
    await page.keyboard.press('Enter')
    await expect(control.stop).toHaveCount(0)
    await expect(control.slider).toBeFocused()
    await ready(id)

    await page.keyboard.press('End')
    await expect(control.stop).toBeVisible()
    await page.keyboard.press('Space')
    await expect(control.stop).toHaveCount(0)
    expect(control.aborts).toBe(2)
    await ready(id)
  })

  test('a blind: a drag keeps the tilt in one command, the dial turns the slats alone', async ({ page }) => {
    const { id } = await placed('venetian_blind', { position: 60, inclination: 70 })
    const control = await show(page, id)
    await control.press(0.6, 0.75)
    await control.release()
    await isBusy(id)
    await ready(id)
    expect(control.moves).toEqual([
      { commands: [{ token: id, command: 'move', position: 75, inclination: 70 }], wait: false },
    ])
    const lifted = (await device(id)).state
    expect(lifted.position).toBeCloseTo(0.75, 2)
    expect(lifted.inclination).toBeCloseTo(0.7, 2)

    await control.view('Tilt').click()
    await expect(control.view('Tilt')).toHaveAttribute('aria-pressed', 'true')
    const box = await control.slider.boundingBox()
    if (box === null) throw new Error('the dial has no place')
    // 45 degrees, half of what these slats reach, which the dial draws at 40.
    await page.mouse.click(box.x + box.width * 0.71, box.y + box.height * 0.254)
    await expect.poll(() => control.moves).toHaveLength(2)
    const asked = z
      .object({
        commands: z.tuple([
          z.strictObject({ token: z.string(), command: z.string(), inclination: z.number() }),
        ]),
      })
      .parse(control.moves[1]).commands[0].inclination
    expect(Math.abs(asked - 50)).toBeLessThan(4)
    // The slats turn too quickly to be seen on their way.
    await expect
      .poll(async () => (await device(id)).state.inclination, { timeout: 20_000 })
      .toBeCloseTo(asked / 100, 2)
    await ready(id)
    expect((await device(id)).state.position).toBeCloseTo(0.75, 2)

    await page.reload()
    await expect(control.view('Tilt')).toHaveAttribute('aria-pressed', 'true')
    await control.view('Position and slats').click()
    await expect(control.slider).toHaveAttribute('aria-valuenow', '75')
  })

  test('a blind: slats turned during a lift end at the asked tilt after it', async ({ page }) => {
    const { id } = await placed('venetian_blind', { position: 70, inclination: 50 })
    const control = await show(page, id)
    await control.press(0.7, 0.9)
    await control.release()
    await isBusy(id)
    await control.view('Tilt').click()
    await expect(control.slider).toHaveAccessibleName(/tilt$/)
    await control.slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => control.moves).toHaveLength(2)
    expect(control.moves[1]).toEqual({
      commands: [{ token: id, command: 'move', position: 90, inclination: 0 }],
      wait: false,
    })
    await ready(id)
    const { position, inclination } = (await device(id)).state
    expect(position).toBeCloseTo(0.9, 2)
    expect(inclination).toBeCloseTo(0, 2)
  })

  test('a pergola has a dial and no position', async ({ page }) => {
    const { id, name } = await placed('pergola', { inclination: 30 })
    const control = await show(page, id)
    await expect(page.getByRole('slider')).toHaveCount(1)
    await expect(page.getByRole('slider', { name: `${name}, louvres` })).toHaveAttribute(
      'aria-valuenow',
      '27',
    )
    await control.slider.focus()
    await page.keyboard.press('PageUp')
    await expect.poll(() => control.moves).toHaveLength(1)
    await isBusy(id)
    await ready(id)
    expect((await device(id)).state.inclination).toBeCloseTo(37 / 90, 1)
  })

  test('open, close, favourite and ventilation', async ({ page }) => {
    const { id } = await placed('textile_screen', { position: 20 })
    const control = await show(page, id)
    await control.key('Open').click()
    await isBusy(id)
    await ready(id)
    expect((await device(id)).state.position).toBe(0)
    await expect(control.key('Open')).toHaveAttribute('aria-disabled', 'true')

    await control.key('Ventilation').click()
    await expect(control.stop).toBeVisible()
    expect(control.moves.at(-1)).toEqual({
      commands: [{ token: id, command: 'move_to_ventilation' }],
      wait: false,
    })
    await control.stop.click()
    await ready(id)

    await control.key('Favorite').click()
    await expect(page).toHaveURL(`${product.url}/devicefavouritepage?deviceId=${id}`)
    await owner.call('POST', '/api/v1/device/favourite', { bearer: true, json: { token: id, position: 30 } })
    await control.open(product.url, id)
    await control.key('Favorite').click()
    await isBusy(id)
    await ready(id)
    expect((await device(id)).state.position).toBeCloseTo(0.3, 2)
    await control.key('Close').click()
    await expect(page.getByText('Moving to 100%').first()).toBeVisible()
    await control.stop.click()
    await ready(id)
  })

  test('offline: since when, no controls but the settings, and back again', async ({ page }) => {
    const { id } = await owner.first('awning')
    const control = await show(page, id)
    await product.provoke(id, { fault: { kind: 'lost_link' } })
    await expect(page.getByText(/^Since \d\d:\d\d/)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await expect(control.key('Open')).toHaveCount(0)
    await expect(control.stop).toHaveCount(0)
    await expect(control.slider).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
    await control.press(0.2, 0.6)
    await control.release()
    expect(control.moves).toEqual([])
    await product.provoke(id, { clear: true })
    await expect(control.key('Open')).toBeVisible({ timeout: 60_000 })
  })

  test('a calibration shows that it is busy and lets nobody drag', async ({ page }) => {
    const { id } = await owner.first('insect_screen')
    const control = await show(page, id)
    await owner.call('POST', '/api/v1/device/recalibrate', { bearer: true, json: { token: id } })
    await expect(page.getByText('Calibrating…').first()).toBeVisible()
    await expect(control.slider).toHaveAttribute('aria-disabled', 'true')
    await control.press(0.2, 0.6)
    await control.release()
    expect(control.moves).toEqual([])
    await control.stop.click()
    await ready(id)
  })

  test('a refusal says why and can be tried again', async ({ page }) => {
    const { id } = await placed('falcon', { position: 20 })
    const control = await show(page, id)
    await product.provoke(id, { fault: { kind: 'no_answer', times: 1 } })
    await control.press(0.2, 0.35)
    await control.release()
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    await expect(control.alert).toContainText('The device did not answer', { timeout: 15_000 })
    expect((await device(id)).state.position).toBeCloseTo(0.2, 2)
    await control.key('Try again').click()
    await expect(control.alert).not.toContainText('The device did not answer')
    await isBusy(id)
    await ready(id)
    expect((await device(id)).state.position).toBeCloseTo(0.35, 2)
  })

  test('after a power cut the position is only assumed', async ({ page }) => {
    const { id } = await placed('falcon', { position: 30 })
    const control = await show(page, id)
    await control.key('Close').click()
    await isBusy(id)
    await product.provoke(id, { fault: { kind: 'power_cut', ms: 500 } })
    await expect.poll(async () => (await device(id)).state.assumed, { timeout: 60_000 }).toBe(true)
    await expect(page.getByText('≈', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(control.slider).toHaveAttribute('aria-valuetext', /^about \d+%/)
  })

  test('a lost position is a question mark, and can still be dragged', async ({ page }) => {
    const { id } = await owner.first('falcon')
    const control = await show(page, id)
    await product.provoke(id, { fault: { kind: 'lost_position' } })
    await expect(control.slider).toHaveAttribute('aria-valuetext', 'position unknown')
    await control.press(0)
    await control.release()
    await expect(control.stop).toBeVisible()
    await ready(id)
    await expect(control.slider).toHaveAttribute('aria-valuenow', '0')
  })

  test('a shared address and a reload open the same device; from the home too', async ({ page }) => {
    const { id, name } = await owner.first('awning')
    await page.goto(`${product.url}/devicepage?deviceId=${id}`)
    const entrance = new EntrancePage(page)
    await entrance.email.fill(DEMO.email)
    await entrance.password.fill(DEMO.password)
    await entrance.password.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL(`${product.url}/devicesettingspage?deviceId=${id}`)
    expect(await page.evaluate(() => history.state.usr)).toEqual({
      deviceId: id,
      name,
      devicetype: 'awning',
    })
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goto(`${product.url}/home`)
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`${product.url}/device?deviceId=${id}`)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(`${product.url}/home`)
  })

  test('a door and a light are led to their own screens', async ({ page }) => {
    await enter(page)
    const [door, light] = [await owner.first('home_door'), await owner.first('light')]
    await page.goto(`${product.url}/device?deviceId=${door.id}`)
    await expect(page).toHaveURL(`${product.url}/doordeviceinfopage?deviceId=${door.id}`)
    await expect(page.getByRole('heading', { level: 1, name: door.name })).toBeVisible()
    await page.goto(`${product.url}/device?deviceId=${light.id}`)
    await expect(page.getByRole('heading', { level: 1, name: light.name })).toBeVisible()
    await expect(page.getByRole('switch').first()).toBeVisible()
  })

  test('a device that is not of this home is not found', async ({ page }) => {
    const stranger = new Client(product.url)
    await stranger.register('stranger@example.com', 'sommer-2026-haus')
    const { claimCode } = await provision(product.url, OPERATOR_TOKEN, 'roller_shutter')
    const { id } = await stranger.claim(claimCode, 'Not yours')
    await enter(page)
    for (const address of [`device?deviceId=${id}`, 'device?deviceId=nobody', 'device']) {
      await page.goto(`${product.url}/${address}`)
      await expect(page.getByRole('heading', { name: 'This device is not in your home' })).toBeVisible()
      await expect(page.getByText('Not yours')).toHaveCount(0)
    }
  })

  test('without a connection the last values stay, marked as such, and the panel in sight', async ({
    page,
  }) => {
    const { id } = await owner.first('awning')
    const control = await show(page, id)
    const before = await control.value()
    await product.killServer()
    await expect(page.getByText(/^No connection since/)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('last known')).toBeAttached()
    expect(await control.value()).toBe(before)
    await expect(control.key('Favorite')).toBeInViewport({ ratio: 1 })
    await product.startServer()
    await expect(page.getByText(/^No connection since/)).toHaveCount(0, { timeout: 30_000 })
    await expect(page.getByText('last known')).toHaveCount(0)
    await expect
      .poll(async () => Object.values(await owner.devices()).every(({ connected }) => connected), {
        timeout: 30_000,
      })
      .toBe(true)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries({
      phone: { width: 390, height: 844 },
      desktop: { width: 1280, height: 800 },
    })) {
      test(`fits the window and is accessible, ${colorScheme}, ${size}`, async ({ browser }) => {
        const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await enter(page)
        const control = new ControlPage(page)
        for (const kind of ['roller_shutter', 'venetian_blind', 'pergola'] as const) {
          const { id } = await owner.first(kind)
          await control.open(product.url, id)
          if (kind === 'venetian_blind') await control.view('Tilt').click()
          await expect(control.key('Favorite')).toBeInViewport({ ratio: 1 })
          const height = await page.evaluate(() => document.documentElement.scrollHeight)
          expect(height).toBe(viewport.height)
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(
            violations.map(
              ({ id: rule, nodes }) => `${kind}: ${rule} at ${nodes.map(({ target }) => target)}`,
            ),
          ).toEqual([])
        }
        await context.close()
      })
    }
  }
})
