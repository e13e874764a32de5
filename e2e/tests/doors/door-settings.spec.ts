import { expect, type Page } from '@playwright/test'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('the settings of a door', () => {
  let product: Product
  let owner: Client
  let front: string

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Front door', 'Garage door')))
    front = (await owner.named('Front door')).id
  })

  test.afterAll(async () => product.stop())

  const kept = async () => (await product.inspect(front)).settings

  const open = async (page: Page, id: string): Promise<DoorPage> => {
    await new EntrancePage(page).bringSession(product)
    const door = new DoorPage(page, product.url)
    await door.openSettings(id)
    return door
  }

  test('have the entries of their hardware, and are kept by the door', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('of a door with all parts have their entries, and what is set is kept by the door', async () => {
      const door = await open(page, front)

      await test.step('has the entries of its hardware, under DOOR, Access and Controller', async () => {
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(['DOOR', 'Access', 'Controller'], {
          useInnerText: true,
        })
        for (const name of [
          'Rename',
          'Magnet lock unlock type',
          'Unlock duration',
          'Unlocking',
          'Delete device',
        ]) {
          await expect(door.row(name)).toBeVisible()
        }
        await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible()
        await door.openHardware()
        await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
        await expect(door.row('Rename')).toBeVisible()
      })

      await test.step('the magnet lock unlock type is kept by the door once it is confirmed', async () => {
        const entry = door.row('Magnet lock unlock type')
        await expect(entry).toContainText('Timed')
        const dialog = page.getByRole('dialog', { name: 'Magnet lock unlock type' })
        await entry.click()
        await dialog.getByRole('radio', { name: 'Until opened' }).click()
        await page.mouse.click(5, 5)
        await expect(dialog).toBeVisible()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog).toHaveCount(0)
        await expect(entry).toContainText('Timed')

        await entry.click()
        await expect(dialog.getByRole('radio', { name: 'Timed' })).toBeChecked()
        await dialog.getByRole('radio', { name: 'Until opened' }).click()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(entry).toContainText('Until opened')
        await expect.poll(kept).toMatchObject({ magnetLockUnlockType: 'until_opened' })
        await page.reload()
        await expect(entry).toContainText('Until opened')
      })

      await test.step('the unlock duration is whole seconds from 1 to 60, and kept by the door', async () => {
        const entry = door.row('Unlock duration')
        await expect(entry).toContainText('5 s')
        const dialog = page.getByRole('dialog', { name: 'Unlock duration' })
        await entry.click()
        const seconds = dialog.getByRole('textbox', { name: 'Seconds' })
        await expect(seconds).toHaveValue('5')
        for (const wrong of ['', '0', '61', '5.5', 'ten']) {
          await seconds.fill(wrong)
          await expect(dialog.getByRole('alert')).toHaveText('Invalid input: whole seconds, from 1 to 60')
          await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
        }
        await seconds.fill('60')
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(entry).toContainText('5 s')

        await entry.click()
        await expect(seconds).toHaveValue('5')
        await seconds.fill('12')
        await seconds.press('Enter')
        await expect(entry).toContainText('12 s')
        await expect.poll(kept).toMatchObject({ unlockDuration: 12 })
        await product.provoke(front, { fault: { kind: 'restart' } })
        await page.reload()
        await expect(entry).toContainText('12 s')
        await expect.poll(kept).toMatchObject({ unlockDuration: 12 })
      })
    })

    await test.step('of a door with few parts have fewer entries, and rename, restart and delete it', async () => {
      const garage = (await owner.named('Garage door')).id
      const door = await open(page, garage)

      await test.step('has the entries of its hardware', async () => {
        await expect(door.row('Unlock duration')).toBeVisible()
        await expect(door.row('Magnet lock unlock type')).toHaveCount(0)
      })

      await test.step('a rename, a restart and a deletion do their job, or nothing when cancelled', async () => {
        const dialog = page.getByRole('dialog')
        await door.row('Rename').click()
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Cellar door')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Cellar door' })).toBeVisible()

        const restarts = async () => (await product.inspect(garage)).totalRestarts ?? 0
        const before = await restarts()
        await door.openHardware()
        await door.row('Restart device').click()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog).toHaveCount(0)
        expect(await restarts()).toBe(before)
        await door.row('Restart device').click()
        await dialog.getByRole('button', { name: 'Restart' }).click()
        await expect.poll(restarts, { timeout: 120_000 }).toBe(before + 1)

        await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
        await door.row('Delete device').click()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog).toHaveCount(0)
        expect(await owner.list()).toHaveProperty(garage)
        await expect
          .poll(async () => (await owner.devices())[garage]?.connected, { timeout: 120_000 })
          .toBe(true)
        await door.row('Delete device').click()
        await dialog.getByRole('button', { name: 'Delete' }).click()
        await page.waitForURL('**/home')
        await expect.poll(async () => Object.keys(await owner.list())).not.toContain(garage)
      })
    })
  })
})
