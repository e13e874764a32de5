import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { boxOf } from '#pages/places.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('the screen of a light', () => {
  let product: Product
  let owner: Client
  let terrace: string
  let hallway: string

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Terrace lights', 'Hallway light')))
    terrace = (await owner.named('Terrace lights')).id
    hallway = (await owner.named('Hallway light')).id
  })

  test.afterAll(async () => product.stop())

  const levels = async (id: string) => {
    const { light1Brightness, light2Brightness } = await product.inspect(id)
    return [light1Brightness, light2Brightness]
  }
  const enter = async (page: Page, id: string) => {
    await new EntrancePage(page).bringSession(product)
    await page.goto(`${product.url}/device?deviceId=${id}`)
    await expect(page.getByRole('switch').first()).toBeVisible()
  }
  const light = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

  test('one channel and two', { tag: '@smoke' }, async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('one channel has one large toggle; without its hardware it is offline', async () => {
      await enter(page, hallway)
      await expect(page.getByRole('switch')).toHaveCount(1)
      await light(page, 'Hallway light').click()
      await expect(light(page, 'Hallway light')).toBeChecked()
      await expect.poll(async () => (await levels(hallway))[0]).toBe(1)
      await page.reload()
      await expect(light(page, 'Hallway light')).toBeChecked()
      await product.provoke(hallway, { fault: { kind: 'no_answer', times: 1 } })
      await light(page, 'Hallway light').click()
      const alert = page.getByRole('alert').filter({ hasText: 'The device did not answer' })
      await expect(alert).toBeVisible({ timeout: 120_000 })
      await expect(light(page, 'Hallway light')).toBeChecked()
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(light(page, 'Hallway light')).not.toBeChecked()

      await product.provoke(hallway, { fault: { kind: 'lost_link' } })
      await expect(page.getByRole('region', { name: 'Offline' })).toContainText(/Since \d?\d:\d\d/)
      await expect(light(page, 'Hallway light')).toBeDisabled()
      await product.provoke(hallway, { clear: true })
      await expect(light(page, 'Hallway light')).toBeEnabled({ timeout: 120_000 })
    })

    await test.step('two channels', async () => {
      await enter(page, terrace)

      await test.step('two channels fit on a phone in landscape', async () => {
        await page.setViewportSize({ width: 844, height: 390 })
        await expect(page.getByRole('switch')).toHaveCount(3)
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(390)
        await page.setViewportSize({ width: 1260, height: 800 })
      })

      await test.step('two channels are switched apart and together', async () => {
        await expect(page.getByRole('switch')).toHaveCount(3)
        await light(page, 'Light 2').click()
        await expect(light(page, 'Light 2')).toBeChecked()
        await expect(light(page, 'Light 1')).not.toBeChecked()
        await expect(light(page, 'All lights')).toBeChecked()
        await expect(page.getByText('Partly on', { exact: true })).toBeVisible()
        await expect(light(page, 'All lights')).toHaveAccessibleDescription('Partly on')
        await expect.poll(() => levels(terrace)).toEqual([0, 1])
        await light(page, 'All lights').click()
        await expect(light(page, 'Light 2')).not.toBeChecked()
        await expect(light(page, 'All lights')).not.toBeChecked()
        await expect.poll(() => levels(terrace)).toEqual([0, 0])
        await light(page, 'All lights').click()
        await expect(light(page, 'Light 1')).toBeChecked()
        await expect(light(page, 'Light 2')).toBeChecked()
        await expect.poll(() => levels(terrace)).toEqual([1, 1])
        await product.provoke(terrace, { wallSwitch: 'toggle' })
        await expect(light(page, 'All lights')).not.toBeChecked()
      })

      await test.step('the channels have the names that they were given', async () => {
        const settings = { light1Name: 'Table', light2Name: 'Стаза' }
        await owner.post('device/settings', { token: terrace, settings })
        for (const name of ['Table', 'Стаза'])
          await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
        await light(page, 'Стаза').click()
        await expect.poll(() => levels(terrace)).toEqual([0, 1])
        await light(page, 'Стаза').click()
        await expect.poll(() => levels(terrace)).toEqual([0, 0])
      })

      await test.step('a channel that dims is dimmed once, on release, by hand and by keyboard', async () => {
        const moves = movesOf(page)
        const slider = page.getByRole('slider').first()
        const box = await boxOf(slider)
        const y = box.y + box.height / 2
        await page.mouse.move(box.x + 12, y)
        await page.mouse.down()
        for (const share of [0.2, 0.5, 0.7]) await page.mouse.move(box.x + box.width * share, y)
        await expect(page.getByText(/^(69|70|71)\s%$/)).toBeVisible()
        expect(moves).toEqual([])
        await page.mouse.up()
        await expect.poll(async () => (await levels(terrace))[0]).toBeCloseTo(0.7, 1)
        expect(moves).toHaveLength(1)

        await slider.focus()
        await page.keyboard.press('Home')
        await expect.poll(async () => (await levels(terrace))[0]).toBe(0)
        await expect(slider).toHaveValue('0')
        await page.keyboard.press('ArrowRight')
        await expect.poll(async () => (await levels(terrace))[0]).toBeCloseTo(0.01, 5)
      })

      await test.step('its card says which lamp is lit, dims the one that can be dimmed and switches the other [SN10]', async () => {
        await owner.post('device/settings', {
          token: terrace,
          settings: { light1Name: 'Table', light2Name: 'Path' },
        })
        await page.getByRole('link', { name: 'Senca, start page' }).click()
        const card = new HomePage(page).card('Terrace lights')
        const slider = card.getByRole('slider', { name: 'Table, brightness' })
        await expect(card.getByRole('slider')).toHaveCount(1, { timeout: 120_000 })
        await slider.focus()
        await page.keyboard.press('End')
        await expect.poll(() => levels(terrace)).toEqual([1, 0])
        await expect(card).toContainText('Table100\u202f%')
        await expect(card).toContainText('PathOff')
        const all = card.getByRole('switch', { name: 'Terrace lights' })
        await expect(all).toHaveAccessibleDescription('Partly on')
        const moves = movesOf(page)
        await slider.focus()
        await page.keyboard.press('ArrowLeft')
        await expect.poll(async () => (await levels(terrace))[0]).toBeCloseTo(0.99, 5)
        expect(moves).toHaveLength(1)
        await card.getByRole('switch', { name: 'Path' }).click()
        await expect.poll(async () => (await levels(terrace))[1]).toBe(1)
        await all.click()
        await expect.poll(() => levels(terrace)).toEqual([0, 0])
        await expect(card).toContainText('Off')
      })
    })
  })
})
