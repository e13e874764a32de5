import { expect, type Page } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import * as z from 'zod/mini'
import { ControlPage } from '../pages/control.page.ts'
import { EntrancePage } from '../pages/entrance.page.ts'
import { boxOf } from '../pages/places.ts'
import type { Client } from '../product/client.ts'
import { isAtRest, startHome } from '../product/home.ts'
import { expectNoViolation } from '../product/looks.ts'
import type { Product } from '../product/product.ts'
import { test } from '../product/test.ts'

/** At this speed a roller shutter needs eleven seconds, slowly enough to act while it moves. */
const SPEED = 2

test.describe('moving a shade from its control screen', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, SPEED))
  })

  test.beforeEach(async () => owner.refresh())
  test.afterAll(async () => product.stop())

  const isMoving = (id: string) =>
    expect.poll(async () => (await owner.device(id)).state.status, { intervals: [50] }).not.toBe('ready')

  /** Moves the device to a position (0..100) through the API. */
  const placed = async (
    devicetype: DeviceInfo['devicetype'],
    place: { position?: number; inclination?: number },
  ): Promise<DeviceInfo> => {
    const { id } = await owner.first(devicetype)
    await owner.move([{ token: id, command: 'move', ...place }], true)
    return owner.device(id)
  }

  const show = async (page: Page, id: string): Promise<ControlPage> => {
    await new EntrancePage(page).bringSession(product)
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
      await isAtRest(owner, id, { position: 0.42 })
      expect(control.moves).toEqual([
        { commands: [{ token: id, command: 'move', position: 42 }], wait: false },
      ])
      await expect(page.getByText(/^Done in \d+\ss$/)).toBeVisible()
      await expect(page.getByText(/^Done in/)).toHaveCount(0)
    })

    test('reaches both ends within the margins', async ({ page }) => {
      const { id } = await owner.first('roller_shutter')
      const control = await show(page, id)
      const box = await boxOf(control.slider)
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
      expect((await owner.device(id)).state.position).toBe(state.position)
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
      await isAtRest(owner, id, { position: 0.5 })
      expect(control.moves).toHaveLength(1)
    })

    test('while it moves gives it a new target', async ({ page }) => {
      const { id } = await placed('roller_shutter', { position: 30 })
      const control = await show(page, id)
      await control.press(0.7, 0.8)
      await control.release()
      await expect(control.stop).toBeVisible()
      await isMoving(id)
      await control.press(0.6, 0.45)
      await control.release()
      await expect(page.getByText('Moving to 45%').first()).toBeVisible()
      await isAtRest(owner, id, { position: 0.45 })
      expect(control.moves).toHaveLength(2)
    })
  })

  test.describe('a bare tap', () => {
    const tap = async (control: ControlPage, position: number) => {
      await control.press(position)
      await control.release()
    }

    test('places a ghost and sends nothing; a second one sends it', async ({ page }) => {
      const { id } = await placed('roller_shutter', { position: 20 })
      const control = await show(page, id)
      await tap(control, 0.6)
      await expect(page.getByRole('button', { name: 'Move to 60%' })).toBeVisible()
      await expect(page.getByText('Chosen')).toBeVisible()
      await tap(control, 0.3)
      await expect(page.getByRole('button', { name: 'Move to 30%' })).toBeVisible()
      await expectNoViolation(page, 'a ghost')
      expect(control.moves).toEqual([])
      await tap(control, 0.3)
      await expect(page.getByRole('button', { name: 'Move to 30%' })).toBeHidden()
      await isAtRest(owner, id, { position: 0.3 })
      expect(control.moves).toHaveLength(1)
    })

    test('is taken back by Escape, sent by Enter and by its key', async ({ page }) => {
      const { id } = await placed('roller_shutter', { position: 20 })
      const control = await show(page, id)
      const send = page.getByRole('button', { name: /^Move to/ })
      await control.slider.focus()
      await tap(control, 0.6)
      await page.keyboard.press('Escape')
      await expect(send).toBeHidden()
      expect(await control.value()).toBe(20)
      await tap(control, 0.6)
      await page.keyboard.press('Enter')
      await isAtRest(owner, id, { position: 0.6 })
      await tap(control, 0.4)
      await send.click()
      await expect(send).toBeHidden()
      await isAtRest(owner, id, { position: 0.4 })
      expect(control.moves).toHaveLength(2)
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
    await isAtRest(owner, id, { position: 0.5 })
    await context.close()
  })

  test('stop stops where it is; a tap the other way reverses', async ({ page }) => {
    const { id } = await placed('roller_shutter', { position: 30 })
    const control = await show(page, id)
    await control.key('Close').click()
    await expect(control.stop).toBeVisible()
    await expect
      .poll(async () => (await owner.device(id)).state.position, { intervals: [100] })
      .toBeGreaterThan(0.4)
    await control.key('Open').click()
    await expect.poll(async () => (await owner.device(id)).state.status).toBe('opening')
    await expect(page.getByText('Opening').first()).toBeVisible()
    await control.stop.click()
    await expect(control.stop).toHaveCount(0)
    await isAtRest(owner, id)
    const { position } = (await owner.device(id)).state
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
    await expect(control.slider).toHaveAttribute('aria-valuetext', /Moving to 39%$/)
    await isAtRest(owner, id, { position: 0.39 })
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
    await isAtRest(owner, id)

    await page.keyboard.press('End')
    await expect(control.stop).toBeVisible()
    await page.keyboard.press('Space')
    await expect(control.stop).toHaveCount(0)
    expect(control.aborts).toBe(2)
    await isAtRest(owner, id)
  })

  test('a blind: a drag keeps the tilt in one command, the dial turns the slats alone', async ({ page }) => {
    const { id } = await placed('venetian_blind', { position: 60, inclination: 70 })
    const control = await show(page, id)
    await control.press(0.6, 0.75)
    await control.release()
    await isAtRest(owner, id, { position: 0.75, inclination: 0.7 })
    expect(control.moves).toEqual([
      { commands: [{ token: id, command: 'move', position: 75, inclination: 70 }], wait: false },
    ])

    await control.view('Tilt').click()
    await expect(control.view('Tilt')).toHaveAttribute('aria-pressed', 'true')
    const box = await boxOf(control.slider)
    // This point is at 40 degrees on the dial, which is 45 degrees of the slats: half of their range.
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
    await isAtRest(owner, id, { position: 0.75, inclination: asked / 100 })

    await page.reload()
    await expect(control.view('Tilt')).toHaveAttribute('aria-pressed', 'true')
    await control.view('Position and slats').click()
    await expect(control.slider).toHaveAttribute('aria-valuenow', '75')
  })

  test('a blind: slats turned during a lift end at the asked tilt after it', async ({ page }) => {
    const { id } = await placed('venetian_blind', { position: 50, inclination: 50 })
    const control = await show(page, id)
    await control.press(0.5, 0.9)
    await control.release()
    await isMoving(id)
    await control.view('Tilt').click()
    await expect(control.slider).toHaveAccessibleName(/tilt$/)
    await control.slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => control.moves).toHaveLength(2)
    expect(control.moves[1]).toEqual({
      commands: [{ token: id, command: 'move', position: 90, inclination: 0 }],
      wait: false,
    })
    await isAtRest(owner, id, { position: 0.9, inclination: 0 })
  })

  test('a pergola has a dial and no position', async ({ page }) => {
    const { id, name } = await placed('pergola', { inclination: 30 })
    const control = await show(page, id)
    await expect(page.getByRole('slider')).toHaveCount(1)
    await expect(page.getByRole('slider', { name: `${name}, louvers` })).toHaveAttribute(
      'aria-valuenow',
      '27',
    )
    await control.slider.focus()
    await page.keyboard.press('PageUp')
    await expect.poll(() => control.moves).toHaveLength(1)
    await isAtRest(owner, id, { inclination: 37 / 90 })
  })

  test('open, close, favourite and ventilation', async ({ page }) => {
    const { id } = await placed('textile_screen', { position: 20 })
    const control = await show(page, id)
    await control.key('Open').click()
    await isAtRest(owner, id, { position: 0 })
    await expect(control.key('Open')).toHaveAttribute('aria-disabled', 'true')

    await control.key('Ventilation').click()
    await expect(control.stop).toBeVisible()
    expect(control.moves.at(-1)).toEqual({
      commands: [{ token: id, command: 'move_to_ventilation' }],
      wait: false,
    })
    await control.stop.click()
    await isAtRest(owner, id)

    await control.key('Favorite').click()
    await expect(page).toHaveURL(`${product.url}/devicefavouritepage?deviceId=${id}`)
    await owner.post('device/favourite', { token: id, position: 30 })
    await control.open(product.url, id)
    await control.key('Favorite').click()
    await isAtRest(owner, id, { position: 0.3 })
    await control.key('Close').click()
    await expect(page.getByText('Closing').first()).toBeVisible()
    await control.stop.click()
    await isAtRest(owner, id)
  })
})
