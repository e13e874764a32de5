import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Client, provision } from '#product/client.ts'
import { bringImprovDevice, improvOf } from '#product/doubles/improv-device.ts'
import { type SetupDevice, startSetupDevice } from '#product/doubles/setup-device.ts'
import { startHome } from '#product/home.ts'
import { OPERATOR_TOKEN, type Product } from '#product/product.ts'
import { secondAccount } from '#product/second-account.ts'
import { test } from '#product/test.ts'
import { expectNoViolation } from '#product/views.ts'

test.describe('a device without Wi-Fi', () => {
  let product: Product
  let owner: Client
  let other: Client
  let device: SetupDevice | undefined

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], []))
    other = (await secondAccount(server, 'neighbor')).client
  })
  test.afterEach(async () => {
    await device?.end()
    device = undefined
  })
  test.afterAll(async () => product.stop())

  const make = () => provision(product.url, OPERATOR_TOKEN, 'roller_shutter')
  const open = async (page: Page) => {
    await new EntrancePage(page).bringSession(product)
    await page.goto(`${product.url}/setup`)
  }
  /** Opens the device's own page with the link of the app. `port` replaces the correct port of the server. */
  const openDevicePage = async (page: Page, at: SetupDevice, port?: number): Promise<Page> => {
    const link = page.getByRole('link', { name: 'Open the device’s page' })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect([address.origin, address.search]).toEqual(['http://192.168.4.1', ''])
    const handed = new URLSearchParams(address.hash.slice(1))
    if (port !== undefined) handed.set('port', String(port))
    const devicePage = await page.context().newPage()
    await devicePage.goto(`${at.url}#${handed}`)
    await expect(devicePage.getByText(at.network)).toBeVisible()
    return devicePage
  }
  const connect = async (devicePage: Page, ssid: string, password: string) => {
    await devicePage.getByRole('combobox', { name: 'Wi‑Fi' }).selectOption(ssid)
    await devicePage.getByRole('textbox', { name: 'Wi‑Fi password' }).fill(password)
    await devicePage.getByRole('button', { name: 'Connect' }).click()
  }

  test('comes into an empty home, after a wrong password, and makes its first move', async ({ page }) => {
    const made = await make()
    device = await startSetupDevice(made)
    await new EntrancePage(page).bringSession(product)
    await page.goto(`${product.url}/claim`)
    await page.getByRole('link', { name: 'The device has no Wi‑Fi yet' }).click()
    await page
      .getByRole('textbox', { name: 'Network on the label' })
      .fill(device.network.slice(4).toLowerCase())
    await expect(page.getByRole('img', { name: device.network })).toBeVisible()
    await expect(page.getByText('Waiting for the device.')).toBeVisible()
    await expect(page.getByText('Only devices on this computer can connect to this server.')).toBeVisible()
    await expectNoViolation(page, 'the set-up')

    const devicePage = await openDevicePage(page, device)
    await expectNoViolation(devicePage, 'the page of a device')
    await connect(devicePage, 'Home', 'wrong password')
    await expect(devicePage.getByRole('alert')).toContainText('The Wi‑Fi password is wrong.')
    await connect(devicePage, 'Home', 'right password')
    await expect(devicePage.getByText(`The device has left its network ${device.network}`)).toBeVisible({
      timeout: 120_000,
    })
    await expect(page.getByRole('heading', { name: 'Roller shutter is in your home' })).toBeVisible({
      timeout: 120_000,
    })
    const key = page.getByRole('button', { name: 'Move it briefly' })
    await key.click()
    await expect(key).toHaveAttribute('aria-busy', 'true')
    await expect.poll(async () => (await owner.device(made.id)).state.position).toBeGreaterThan(0.02)
    await expect(key).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
  })

  test('comes into the home over Bluetooth, where the browser has it [DP45]', async ({ page }) => {
    const made = await make()
    device = await startSetupDevice(made)
    await bringImprovDevice(page, { password: 'right password', needsButton: true })
    await open(page)
    await page.getByRole('button', { name: 'Find the device' }).click()
    await expect(page.getByText('Press the button under the cover of the device.')).toBeVisible()
    const improv = await improvOf(page)
    await improv.evaluate((own) => own.press())
    // The strongest network that the device finds.
    await expect(page.getByRole('combobox', { name: 'Wi‑Fi', exact: true })).toHaveValue('Home')
    await expectNoViolation(page, 'the set-up over Bluetooth')
    const password = page.getByLabel('Wi‑Fi password')
    await password.fill('wrong password')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('The device could not connect to Home.')
    await password.fill('right password')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(
      page.getByText('The device is on Home and is added to your home automatically.'),
    ).toBeVisible()

    // The device received everything that it needs.
    const received = await improv.evaluate((own) => own.received)
    const [, [setupCode, host, port, tls] = []] = received.find(([command]) => command === 0xf0) ?? []
    expect(received.at(-1)).toEqual([0x01, ['Home', 'right password']])
    const answer = await fetch(`${device.url.replace(/\/$/, '')}/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ssid: 'Home',
        password: 'right password',
        host,
        port: Number(port),
        tls: tls === '1',
        setupCode,
      }),
    })
    expect(answer.status).toBe(202)
    await expect(page.getByRole('heading', { name: /^Roller shutter( 2)? is in your home$/ })).toBeVisible({
      timeout: 120_000,
    })
  })

  test('that knows no codes, or goes away, says so over Bluetooth [DV21]', async ({ page }) => {
    await bringImprovDevice(page, { password: '', knowsCodes: false })
    await open(page)
    const find = page.getByRole('button', { name: 'Find the device' })
    await find.click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('This device cannot be set up over Bluetooth.')
    await find.click()
    await expect(page.getByLabel('Wi‑Fi password')).toBeVisible()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await (await improvOf(page)).evaluate((own) => own.leave())
    await expect(page.getByRole('alert')).toBeVisible()
  })

  test('that gets no connection', { tag: '@all' }, async ({ page }) => {
    const found = await startSetupDevice(null)
    device = found
    await open(page)
    const lost = await openDevicePage(page, found, 9)
    for (const [ssid, reported] of [
      ['No internet', 'The Wi‑Fi works, but has no internet.'],
      ['Wrong time', 'The clock of the device is wrong'],
    ] as const) {
      await test.step(`in the Wi-Fi “${ssid}” says what is wrong`, async () => {
        await connect(lost, ssid, 'right password')
        await expect(lost.getByRole('alert')).toContainText(reported)
        await expect(page.getByText('Waiting for the device.')).toBeVisible()
      })
    }

    await test.step('that reaches no server, or one that does not know it, says so', async () => {
      await connect(lost, 'Home', 'right password')
      await expect(lost.getByRole('alert')).toContainText('The server does not answer.', { timeout: 120_000 })
      const unknown = await openDevicePage(page, found)
      await connect(unknown, 'Home', 'right password')
      await expect(unknown.getByRole('alert')).toContainText('The server does not know this device.', {
        timeout: 120_000,
      })
    })
  })

  test('of another home is not taken before it was reset', async ({ page }) => {
    const made = await make()
    await other.claim(made.claimCode, 'Of the neighbour')
    device = await startSetupDevice(made)
    await open(page)
    await connect(await openDevicePage(page, device), 'Home', 'right password')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The device belongs to another home', { timeout: 120_000 })
    await expectNoViolation(page, 'a device of another home')
    await device.end()
    device = await startSetupDevice(made, ['--reset'])
    await connect(await openDevicePage(page, device), 'Home', 'right password')
    await expect(page.getByRole('heading', { name: /is in your home$/ })).toBeVisible({ timeout: 120_000 })
    expect(Object.keys(await other.devices())).not.toContain(made.id)
  })

  /** Creates fake codes and reports a failure for the first one. Real codes would exceed the limit per account. */
  const showFirst = async (page: Page, reason: string) => {
    let made = 0
    await page.route('**/device/setup/start', (route) => {
      made += 1
      const expiresAt = new Date(Date.now() + 1_800_000).toISOString()
      const setupCode = `MADE-UP${made}-CODE`
      return route.fulfill({ json: { setupCode, expiresAt, host: 'localhost', port: 1883, tls: false } })
    })
    await page.route('**/device/setup/status', (route) =>
      route.fulfill({ json: made === 1 ? { status: 'failed', reason } : { status: 'waiting' } }),
    )
  }

  test('whose codes are over', { tag: '@all' }, async ({ page }) => {
    await test.step('whose code is used or expired gets a new one', async () => {
      await showFirst(page, 'used')
      await open(page)
      await expect(page.getByRole('alert')).toContainText('The code was already used')
      const link = page.getByRole('link', { name: 'Open the device’s page' })
      await expect(link).toHaveAttribute('href', /MADE-UP1-CODE/)
      await page.getByRole('button', { name: 'Create a new code' }).click()
      await expect(page.getByText('Waiting for the device.')).toBeVisible()
      await expect(link).toHaveAttribute('href', /MADE-UP2-CODE/)
      await page.evaluate(() => sessionStorage.clear())
      await page.unrouteAll()
      await showFirst(page, 'expired')
      await page.reload()
      await expect(page.getByRole('alert')).toContainText('The code has expired')
    })

    await test.step('that cannot be reached, and too many open codes, are said', async () => {
      await page.unrouteAll()
      await showFirst(page, 'unreachable')
      await page.getByRole('button', { name: 'Create a new code' }).click()
      await expect(page.getByRole('alert')).toContainText('The device cannot be reached')
      await page.route('**/device/setup/start', (route) =>
        route.fulfill({
          status: 409,
          json: { error: 'setup_codes_limit_exceeded', error_description: '' },
        }),
      )
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Too many codes are open' })).toBeVisible()
    })
  })
})
