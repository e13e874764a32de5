import { expect, type Page, test } from '@playwright/test'
import { EntrancePage } from '../pages/entrance.page.ts'
import { Client } from '../product/client.ts'
import { DEMO, type Product, startProduct } from '../product/product.ts'

test.describe('the screen of a light', () => {
  let product: Product
  let owner: Client
  let terrace: string
  let hallway: string

  test.beforeAll(async () => {
    product = await startProduct()
    await product.startSimulator()
    owner = new Client(product.url)
    await owner.signIn(DEMO.email, DEMO.password)
    await expect
      .poll(async () => Object.values(await owner.devices()).every(({ connected }) => connected), {
        timeout: 20_000,
      })
      .toBe(true)
    terrace = await idOf('Terrace lights')
    hallway = await idOf('Hallway light')
  })

  test.afterAll(async () => product.stop())

  const idOf = async (name: string) =>
    Object.values(await owner.devices()).find((device) => device.name === name)?.id ?? ''
  const levels = async (id: string) => {
    const { light1Brightness, light2Brightness } = await product.look(id)
    return [light1Brightness, light2Brightness]
  }
  const enter = async (page: Page, id: string) => {
    await new EntrancePage(page).signIn(product.url, DEMO.email, DEMO.password)
    await page.waitForURL('**/home')
    await page.goto(`${product.url}/device?deviceId=${id}`)
    await expect(page.getByRole('switch').first()).toBeVisible()
  }
  const light = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

  test('two channels are switched apart and together', async ({ page }) => {
    await enter(page, terrace)
    await expect(page.getByRole('switch')).toHaveCount(3)
    await light(page, 'Light 2').click()
    await expect(light(page, 'Light 2')).toBeChecked()
    await expect(light(page, 'Light 1')).not.toBeChecked()
    await expect(light(page, 'All lights')).toBeChecked()
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

  test('the channels have the names that they were given', async ({ page }) => {
    await owner.call('POST', '/api/v1/device/settings', {
      bearer: true,
      json: { token: terrace, settings: { light1Name: 'Table', light2Name: 'Стаза' } },
    })
    await enter(page, terrace)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Table', 'Стаза'])
    await light(page, 'Стаза').click()
    await expect.poll(() => levels(terrace)).toEqual([0, 1])
    await light(page, 'Стаза').click()
    await expect.poll(() => levels(terrace)).toEqual([0, 0])
  })

  test('a channel that dims is dimmed once, on release, by hand and by keyboard', async ({ page }) => {
    await enter(page, terrace)
    const moves: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/device/move')) moves.push(JSON.parse(request.postData() ?? 'null'))
    })
    const slider = page.getByRole('slider').first()
    const box = await slider.boundingBox()
    if (box === null) throw new Error('the slider has no place')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 12, y)
    await page.mouse.down()
    for (const share of [0.2, 0.5, 0.7]) await page.mouse.move(box.x + box.width * share, y)
    await expect(page.getByText(/^(69|70|71)%$/)).toBeVisible()
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

  test('one channel has one large toggle; without its hardware it is offline', async ({ page }) => {
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
    await expect(alert).toBeVisible({ timeout: 15_000 })
    await expect(light(page, 'Hallway light')).toBeChecked()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(light(page, 'Hallway light')).not.toBeChecked()

    await product.provoke(hallway, { fault: { kind: 'lost_link' } })
    await expect(page.getByRole('region', { name: 'Offline' })).toContainText(/Since \d?\d:\d\d/)
    await expect(light(page, 'Hallway light')).toBeDisabled()
    await product.provoke(hallway, { clear: true })
    await expect(light(page, 'Hallway light')).toBeEnabled({ timeout: 15_000 })
  })
})
