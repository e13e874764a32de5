import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { ControlPage } from '#pages/control.page.ts'
import { boxOf } from '#pages/places.ts'
import { type ControlHome, startControlHome } from '#product/control-home.ts'
import { furniture, isAtRest } from '#product/home.ts'
import { test } from '#product/test.ts'

test.describe('moving a shade from its control screen', () => {
  let home: ControlHome
  test.beforeAll(async ({ server }) => {
    home = await startControlHome(server, furniture('Living room', 'Study', 'South window', 'Garden pergola'))
  })
  test.beforeEach(async () => home.owner.refresh())
  test.afterAll(async () => home.product.stop())

  test('a second finger ends a drag without a move, and one finger moves', async ({ browser }) => {
    const { id } = await home.placed('roller_shutter', { position: 30 })
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await context.newPage()
    const control = await home.show(page, id)
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
    await expect(control.slider).toHaveAttribute('aria-valuenow', '30')
    await touch('touchEnd', to)
    await touch('touchEnd')
    expect(control.moves).toEqual([])
    await touch('touchStart', from)
    await touch('touchMove', to)
    await expect(control.slider).toHaveAttribute('aria-valuenow', '50')
    await touch('touchEnd')
    await expect.poll(() => control.moves).toHaveLength(1)
    await isAtRest(home.owner, id, { position: 0.5 })
    await context.close()
  })

  test('by keys and slats', { tag: '@smoke' }, async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('open, close, favourite and ventilation', async () => {
      const { id } = await home.placed('textile_screen', { position: 20 })
      const control = await home.show(page, id)
      await control.key('Open').click()
      await isAtRest(home.owner, id, { position: 0 })
      await expect(control.key('Open')).toHaveAttribute('aria-disabled', 'true')

      await control.key('Ventilation').click()
      await expect(control.stop).toBeVisible()
      expect(control.moves.at(-1)).toEqual({
        commands: [{ token: id, command: 'move_to_ventilation' }],
        wait: false,
      })
      await control.stop.click()
      await isAtRest(home.owner, id)

      await control.key('Favorite').click()
      await expect(page).toHaveURL(`${home.product.url}/devicefavouritepage?deviceId=${id}`)
      await home.owner.post('device/favourite', { token: id, position: 30 })
      await control.open(home.product.url, id)
      await control.key('Favorite').click()
      await isAtRest(home.owner, id, { position: 0.3 })
      await control.key('Close').click()
      await expect(page.getByText('Closing').first()).toBeVisible()
      await control.stop.click()
      await isAtRest(home.owner, id)
    })

    await test.step('a shade by its keys', async () => {
      const { id } = await home.placed('roller_shutter', { position: 50 })
      const control = await home.show(page, id)

      await test.step('keys draft, Enter sends, Escape undoes, S stops', async () => {
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
        await expect(control.slider).toHaveAttribute('aria-valuetext', /Moving to 39\u202f%$/)
        await isAtRest(home.owner, id, { position: 0.39 })
        expect(control.moves).toHaveLength(1)

        await page.keyboard.press('End')
        await expect(control.stop).toBeVisible()
        expect(control.moves).toHaveLength(2)
        await page.keyboard.press('s')
        await expect(control.stop).toHaveCount(0)
        expect(control.aborts).toBe(1)
        await expect(control.slider).toBeFocused()
      })

      await test.step('stop stops where it is; a tap the other way reverses', async () => {
        const control = new ControlPage(page)
        const before = (await home.owner.device(id)).state.position ?? 1
        await control.key('Close').click()
        await expect(control.stop).toBeVisible()
        await expect
          .poll(async () => (await home.owner.device(id)).state.position, { intervals: [100] })
          .toBeGreaterThan(before + 0.05)
        await control.key('Open').click()
        await expect.poll(async () => (await home.owner.device(id)).state.status).toBe('opening')
        await expect(page.getByText('Opening').first()).toBeVisible()
        await control.stop.click()
        await expect(control.stop).toHaveCount(0)
        await isAtRest(home.owner, id)
        const { position } = (await home.owner.device(id)).state
        expect(position).toBeGreaterThan(0)
        expect(position).toBeLessThan(before + 0.3)
        expect(control.aborts).toBe(1)
        await expect.poll(() => control.value()).toBe(Math.round((position ?? -1) * 100))
      })

      await test.step('the stop key gives its focus back to the shade', async () => {
        const control = new ControlPage(page)
        await control.key('Close').click()
        await control.stop.focus()
        await page.keyboard.press('Enter')
        await expect(control.stop).toHaveCount(0)
        await expect(control.slider).toBeFocused()
        await isAtRest(home.owner, id)

        await page.keyboard.press('End')
        await expect(control.stop).toBeVisible()
        await page.keyboard.press('Space')
        await expect(control.stop).toHaveCount(0)
        expect(control.aborts).toBe(2)
        await isAtRest(home.owner, id)
      })
    })

    await test.step('slats and louvers', async () => {
      const { id } = await home.placed('venetian_blind', { position: 30, inclination: 70 })
      const control = await home.show(page, id)

      await test.step('a blind: a drag keeps the tilt in one command, the dial turns the slats alone', async () => {
        await control.press(0.3, 0.45)
        await control.release()
        await isAtRest(home.owner, id, { position: 0.45, inclination: 0.7 })
        expect(control.moves).toEqual([
          { commands: [{ token: id, command: 'move', position: 45, inclination: 70 }], wait: false },
        ])

        await control.view('Tilt').click()
        await expect(control.view('Tilt')).toHaveAttribute('aria-pressed', 'true')
        const box = await boxOf(control.slider)
        // This point is at 40 degrees on the dial, which is 45 degrees of the slats: half of their range.
        await page.mouse.click(box.x + box.width * 0.715, box.y + box.height * 0.258)
        await expect.poll(() => control.moves).toHaveLength(2)
        const asked = z
          .object({
            commands: z.tuple([
              z.strictObject({ token: z.string(), command: z.string(), inclination: z.number() }),
            ]),
          })
          .parse(control.moves[1]).commands[0].inclination
        expect(Math.abs(asked - 50)).toBeLessThan(4)
        await isAtRest(home.owner, id, { position: 0.45, inclination: asked / 100 })

        await page.reload()
        await expect(control.view('Tilt')).toHaveAttribute('aria-pressed', 'true')
        await control.view('Position').click()
        await expect(control.slider).toHaveAttribute('aria-valuenow', '45')
      })

      await test.step('a blind: slats turned during a lift end at the asked tilt after it', async () => {
        const control = new ControlPage(page)
        await control.press(0.45, 0.85)
        await control.release()
        await home.isMoving(id)
        await control.view('Tilt').click()
        await expect(control.slider).toHaveAccessibleName(/tilt$/)
        await control.slider.focus()
        await page.keyboard.press('Home')
        await expect.poll(() => control.moves).toHaveLength(2)
        expect(control.moves[1]).toEqual({
          commands: [{ token: id, command: 'move', position: 85, inclination: 0 }],
          wait: false,
        })
        await isAtRest(home.owner, id, { position: 0.85, inclination: 0 })
      })

      await test.step('a pergola has a dial and no position', async () => {
        const { id, name } = await home.placed('pergola', { inclination: 30 })
        const control = new ControlPage(page)
        await control.open(home.product.url, id)
        await expect(page.getByRole('slider')).toHaveCount(1)
        await expect(page.getByRole('slider', { name: `${name}, louvers` })).toHaveAttribute(
          'aria-valuenow',
          '27',
        )
        await control.slider.focus()
        await page.keyboard.press('PageUp')
        await expect.poll(() => control.moves).toHaveLength(1)
        await isAtRest(home.owner, id, { inclination: 37 / 90 })
      })
    })
  })
})
