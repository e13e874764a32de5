import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { ControlPage } from '#pages/control.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { follow } from '#pages/follow.ts'
import { Client, provision } from '#product/client.ts'
import { furniture, isAtRest, startHome } from '#product/home.ts'
import { OPERATOR_TOKEN, type Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const DEVICES = [
  'Living room',
  'Study',
  'Terrace awning',
  'Stairwell falcon',
  'Garden pergola',
  'Front door',
  'Hallway light',
]

test.describe('the control screen', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 3, [], furniture(...DEVICES)))
  })

  test.beforeEach(async () => owner.refresh())
  test.afterAll(async () => product.stop())

  /** Moves the falcon to a position (0..100) through the API. */
  const falconAt = async (position: number): Promise<string> => {
    const { id } = await owner.first('falcon')
    await owner.move([{ token: id, command: 'move', position }], true)
    return id
  }

  const enter = (page: Page) => new EntrancePage(page).bringSession(product)

  const show = async (page: Page, id: string): Promise<ControlPage> => {
    await enter(page)
    const control = new ControlPage(page)
    await control.open(product.url, id)
    return control
  }

  test('a shared address and a reload open the same device; from the home too', async ({ page }) => {
    const { id, name } = await owner.first('awning')
    await page.goto(`${product.url}/devicepage?deviceId=${id}`)
    await new EntrancePage(page).fill(product.account)
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

  test('without a connection the last values stay, marked as such, and the panel in sight', async ({
    page,
    context,
  }) => {
    const { id } = await owner.first('awning')
    const sockets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/websocket$/, (socket) => {
      socket.connectToServer()
      sockets.push(socket)
    })
    const control = await show(page, id)
    const before = await control.value()
    await expect.poll(() => sockets.length).toBeGreaterThan(0)
    await context.setOffline(true)
    for (const socket of sockets) await socket.close()
    await expect(page.getByText(/^No connection. As of/)).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText('last known', { exact: true })).toBeAttached()
    expect(await control.value()).toBe(before)
    await expect(control.key('Favorite')).toBeInViewport({ ratio: 1 })
    await context.setOffline(false)
    await expect(page.getByText(/^No connection. As of/)).toHaveCount(0, { timeout: 120_000 })
    await expect(page.getByText('last known', { exact: true })).toHaveCount(0)
  })

  test('says what cannot be done, and only a position that is known', async ({ page }) => {
    const id = await falconAt(20)
    const control = await show(page, id)

    await test.step('offline: since when, no controls but the settings, and back again', async () => {
      await product.provoke(id, { fault: { kind: 'lost_link' } })
      await expect(page.getByText(/^Since \d\d:\d\d/)).toBeVisible({ timeout: 120_000 })
      await expect(page.getByText('Offline', { exact: true })).toBeVisible()
      await expect(control.key('Open')).toHaveCount(0)
      await expect(control.stop).toHaveCount(0)
      await expect(control.slider).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
      await control.press(0.2, 0.6)
      await control.release()
      expect(control.moves).toEqual([])
      await product.provoke(id, { clear: true })
      await expect(control.key('Open')).toBeVisible({ timeout: 120_000 })
    })

    await test.step('a refusal says why and can be tried again', async () => {
      await product.provoke(id, { fault: { kind: 'no_answer', times: 1 } })
      await control.press(0.2, 0.35)
      await control.release()
      await expect(page.getByText('Sent', { exact: true })).toBeVisible()
      await expect(control.alert).toContainText('The device did not answer', { timeout: 120_000 })
      expect((await owner.device(id)).state.position).toBeCloseTo(0.2, 2)
      await control.key('Try again').click()
      await expect(control.alert).not.toContainText('The device did not answer')
      await isAtRest(owner, id, { position: 0.35 })
    })

    await test.step('after a power cut the position is only assumed [SN8]', async () => {
      const control = new ControlPage(page)
      await control.key('Close').click()
      await expect(control.stop).toBeVisible()
      await product.provoke(id, { fault: { kind: 'power_cut', ms: 500 } })
      await expect.poll(async () => (await owner.device(id)).state.assumed, { timeout: 120_000 }).toBe(true)
      await expect(page.getByText('≈', { exact: true })).toBeVisible({ timeout: 120_000 })
      await expect(control.slider).toHaveAttribute('aria-valuetext', /^about \d+\u202f%/)
    })

    await test.step('a lost position is a question mark, and can still be dragged', async () => {
      const control = new ControlPage(page)
      await product.provoke(id, { fault: { kind: 'lost_position' } })
      await expect(control.slider).toHaveAttribute('aria-valuetext', 'position unknown')
      await control.press(0.1, 0)
      await control.release()
      await expect(control.stop).toBeVisible()
      await isAtRest(owner, id, { position: 0 })
      await expect(control.slider).toHaveAttribute('aria-valuenow', '0')
    })

    await test.step('a calibration shows that it is busy and lets nobody drag', async () => {
      const control = new ControlPage(page)
      await owner.post('device/recalibrate', { token: id })
      await expect(page.getByText('Calibrating', { exact: true }).first()).toBeVisible()
      await expect(control.slider).toHaveAttribute('aria-disabled', 'true')
      await control.press(0.2, 0.6)
      await control.release()
      expect(control.moves).toEqual([])
      await control.stop.click()
      await isAtRest(owner, id)
    })
  })

  test('is only that of a shade of this home', async ({ page }) => {
    await enter(page)

    await test.step('a door and a light are led to their own screens', async () => {
      const [door, light] = [await owner.first('home_door'), await owner.first('light')]
      await page.goto(`${product.url}/device?deviceId=${door.id}`)
      await expect(page).toHaveURL(`${product.url}/doordeviceinfopage?deviceId=${door.id}`)
      await expect(page.getByRole('heading', { level: 1, name: door.name })).toBeVisible()
      await follow(page, `/device?deviceId=${light.id}`)
      await expect(page.getByRole('heading', { level: 1, name: light.name })).toBeVisible()
      await expect(page.getByRole('switch').first()).toBeVisible()
    })

    await test.step('a device that is not of this home is not found', async () => {
      const stranger = new Client(product.url)
      await stranger.register('stranger@example.com', 'sommer-2026-haus')
      const { claimCode } = await provision(product.url, OPERATOR_TOKEN, 'roller_shutter')
      const { id } = await stranger.claim(claimCode, 'Not yours')
      for (const address of [`device?deviceId=${id}`, 'device?deviceId=nobody', 'device']) {
        await page.goto(`${product.url}/${address}`)
        await expect(page.getByRole('heading', { name: 'This device is not in your home' })).toBeVisible()
        await expect(page.getByText('Not yours')).toHaveCount(0)
      }
    })
  })
})
