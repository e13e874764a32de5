import { expect } from '@playwright/test'
import { ControlPage } from '#pages/control.page.ts'
import { boxOf } from '#pages/places.ts'
import { type ControlHome, startControlHome } from '#product/control-home.ts'
import { furniture, isAtRest } from '#product/home.ts'
import { MOTION, test } from '#product/test.ts'

test.describe('moving a shade with the pointer', () => {
  let home: ControlHome
  test.beforeAll(async ({ server }) => {
    home = await startControlHome(server, furniture('Living room'))
  })
  test.beforeEach(async () => home.owner.refresh())
  test.afterAll(async () => home.product.stop())

  test('by a drag or by taps', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('a drag', async () => {
      await page.emulateMedia(MOTION)
      const { id } = await home.placed('roller_shutter', { position: 20 })
      const control = await home.show(page, id)

      await test.step('sends one request, on release, and the device ends there', async () => {
        await control.press(0.2, 0.3, 0.5, 0.32)
        await expect(page.getByText('Release at')).toBeVisible()
        await expect(control.slider).toHaveAttribute('aria-valuenow', '32')
        expect(control.moves).toEqual([])
        await control.release()
        await expect(page.getByText('Moving to 32\u202f%').first()).toBeVisible()
        await isAtRest(home.owner, id, { position: 0.32 })
        expect(control.moves).toEqual([
          { commands: [{ token: id, command: 'move', position: 32 }], wait: false },
        ])
        await expect(page.getByText(/^Done in \d+\ss$/)).toBeVisible()
        await expect(page.getByText(/^Done in/)).toHaveCount(0)
      })

      await test.step('reaches both ends within the margins', async () => {
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

      await test.step('that leaves restores the value and sends nothing', async () => {
        const { state } = await home.owner.device(id)
        const control = new ControlPage(page)
        const before = await control.value()
        await control.press(0.5, 0.7)
        await control.leave()
        expect(await control.value()).toBe(before)
        await control.release()
        await expect(page.getByText('Release at')).toHaveCount(0)
        expect(control.moves).toEqual([])
        expect((await home.owner.device(id)).state.position).toBe(state.position)
      })

      await test.step('that comes back resumes; Escape ends it for good', async () => {
        const control = new ControlPage(page)
        const before = await control.value()
        await control.press(0.3)
        await page.keyboard.press('Escape')
        await page.mouse.move(0, 0)
        const { x, y } = await control.at(0.4)
        await page.mouse.move(x, y)
        expect(await control.value()).toBe(before)
        await control.release()
        expect(control.moves).toEqual([])

        await control.press(0.3, 0.6)
        await control.leave()
        expect(await control.value()).toBe(before)
        await page.mouse.move(x, y)
        await expect(control.slider).toHaveAttribute('aria-valuenow', '40')
        await control.release()
        await isAtRest(home.owner, id, { position: 0.4 })
        expect(control.moves).toHaveLength(1)
      })

      await test.step('while it moves gives it a new target', async () => {
        const control = new ControlPage(page)
        await control.press(0.7, 0.8)
        await control.release()
        await expect(control.stop).toBeVisible()
        await home.isMoving(id)
        await control.press(0.6, 0.45)
        await control.release()
        await expect(page.getByText('Moving to 45\u202f%').first()).toBeVisible()
        await isAtRest(home.owner, id, { position: 0.45 })
        expect(control.moves).toHaveLength(2)
      })
    })

    await test.step('a bare tap', async () => {
      const { id } = await home.placed('roller_shutter', { position: 20 })
      const control = await home.show(page, id)
      const tap = async (position: number) => {
        await control.press(position)
        await control.release()
      }

      await test.step('places a ghost and sends nothing; a second one sends it [SN9]', async () => {
        await tap(0.6)
        await expect(page.getByRole('button', { name: 'Move to 60\u202f%' })).toBeVisible()
        await expect(page.getByText('Chosen')).toBeVisible()
        await tap(0.3)
        await expect(page.getByRole('button', { name: 'Move to 30\u202f%' })).toBeVisible()
        expect(control.moves).toEqual([])
        await tap(0.3)
        await expect(page.getByRole('button', { name: 'Move to 30\u202f%' })).toBeHidden()
        // The ring of the target stays until the shade is there.
        const ring = page.getByRole('main').locator('circle[r="6"]')
        await home.isMoving(id)
        await expect(ring).toHaveCount(1)
        await isAtRest(home.owner, id, { position: 0.3 })
        await expect(ring).toHaveCount(0)
        expect(control.moves).toHaveLength(1)
      })

      await test.step('is undone by Escape, sent by Enter and by its key', async () => {
        const control = new ControlPage(page)
        const before = await control.value()
        const send = page.getByRole('button', { name: /^Move to/ })
        await control.slider.focus()
        await tap(0.6)
        await page.keyboard.press('Escape')
        await expect(send).toBeHidden()
        expect(await control.value()).toBe(before)
        await tap(0.4)
        await page.keyboard.press('Enter')
        await isAtRest(home.owner, id, { position: 0.4 })
        await tap(0.5)
        await send.click()
        await expect(send).toBeHidden()
        await isAtRest(home.owner, id, { position: 0.5 })
        expect(control.moves).toHaveLength(2)
      })
    })
  })
})
