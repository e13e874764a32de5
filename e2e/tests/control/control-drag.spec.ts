import { expect } from '@playwright/test'
import type { ControlPage } from '#pages/control.page.ts'
import { boxOf } from '#pages/places.ts'
import { type ControlHome, startControlHome } from '#product/control-home.ts'
import { isAtRest } from '#product/home.ts'
import { expectNoViolation } from '#product/looks.ts'
import { test } from '#product/test.ts'

test.describe('moving a shade with the pointer', () => {
  let home: ControlHome
  test.beforeAll(async ({ server }) => {
    home = await startControlHome(server)
  })
  test.beforeEach(async () => home.owner.refresh())
  test.afterAll(async () => home.product.stop())

  test.describe('a drag', () => {
    test('sends one request, on release, and the device ends there', async ({ page }) => {
      const { id } = await home.placed('roller_shutter', { position: 20 })
      const control = await home.show(page, id)
      await control.press(0.2, 0.3, 0.5, 0.42)
      await expect(page.getByText('Release at')).toBeVisible()
      await expect(control.slider).toHaveAttribute('aria-valuenow', '42')
      expect(control.moves).toEqual([])
      await control.release()
      await expect(page.getByText('Moving to 42%').first()).toBeVisible()
      await isAtRest(home.owner, id, { position: 0.42 })
      expect(control.moves).toEqual([
        { commands: [{ token: id, command: 'move', position: 42 }], wait: false },
      ])
      await expect(page.getByText(/^Done in \d+\ss$/)).toBeVisible()
      await expect(page.getByText(/^Done in/)).toHaveCount(0)
    })

    test('reaches both ends within the margins', async ({ page }) => {
      const { id } = await home.owner.first('roller_shutter')
      const control = await home.show(page, id)
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
      const { id, state } = await home.owner.first('roller_shutter')
      const control = await home.show(page, id)
      const before = await control.value()
      await control.press(0.5, 0.7)
      await control.leave()
      expect(await control.value()).toBe(before)
      await control.release()
      await expect(page.getByText('Release at')).toHaveCount(0)
      expect(control.moves).toEqual([])
      expect((await home.owner.device(id)).state.position).toBe(state.position)
    })

    test('that comes back resumes; Escape ends it for good', async ({ page }) => {
      const { id } = await home.placed('roller_shutter', { position: 40 })
      const control = await home.show(page, id)
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
      await isAtRest(home.owner, id, { position: 0.5 })
      expect(control.moves).toHaveLength(1)
    })

    test('while it moves gives it a new target', async ({ page }) => {
      const { id } = await home.placed('roller_shutter', { position: 30 })
      const control = await home.show(page, id)
      await control.press(0.7, 0.8)
      await control.release()
      await expect(control.stop).toBeVisible()
      await home.isMoving(id)
      await control.press(0.6, 0.45)
      await control.release()
      await expect(page.getByText('Moving to 45%').first()).toBeVisible()
      await isAtRest(home.owner, id, { position: 0.45 })
      expect(control.moves).toHaveLength(2)
    })
  })

  test.describe('a bare tap', () => {
    const tap = async (control: ControlPage, position: number) => {
      await control.press(position)
      await control.release()
    }

    test('places a ghost and sends nothing; a second one sends it', async ({ page }) => {
      const { id } = await home.placed('roller_shutter', { position: 20 })
      const control = await home.show(page, id)
      await tap(control, 0.6)
      await expect(page.getByRole('button', { name: 'Move to 60%' })).toBeVisible()
      await expect(page.getByText('Chosen')).toBeVisible()
      await tap(control, 0.3)
      await expect(page.getByRole('button', { name: 'Move to 30%' })).toBeVisible()
      await expectNoViolation(page, 'a ghost')
      expect(control.moves).toEqual([])
      await tap(control, 0.3)
      await expect(page.getByRole('button', { name: 'Move to 30%' })).toBeHidden()
      // The ring of the target stays until the shade is there.
      const ring = page.getByRole('main').locator('circle[r="6"]')
      await home.isMoving(id)
      await expect(ring).toHaveCount(1)
      await isAtRest(home.owner, id, { position: 0.3 })
      await expect(ring).toHaveCount(0)
      expect(control.moves).toHaveLength(1)
    })

    test('is taken back by Escape, sent by Enter and by its key', async ({ page }) => {
      const { id } = await home.placed('roller_shutter', { position: 20 })
      const control = await home.show(page, id)
      const send = page.getByRole('button', { name: /^Move to/ })
      await control.slider.focus()
      await tap(control, 0.6)
      await page.keyboard.press('Escape')
      await expect(send).toBeHidden()
      expect(await control.value()).toBe(20)
      await tap(control, 0.6)
      await page.keyboard.press('Enter')
      await isAtRest(home.owner, id, { position: 0.6 })
      await tap(control, 0.4)
      await send.click()
      await expect(send).toBeHidden()
      await isAtRest(home.owner, id, { position: 0.4 })
      expect(control.moves).toHaveLength(2)
    })
  })
})
