import { gzipSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { GuestPage } from '../pages/guest.page.ts'
import { Client } from '../product/client.ts'
import { DEMO, type Product, startProduct } from '../product/product.ts'
import { textsIn } from '../product/texts.ts'

const HOUR_MS = 3_600_000
const MAX_JAVASCRIPT_KB = 115
const madeSchema = z.object({ token: z.string() })
const linksSchema = z.array(
  z.object({ token: z.string(), uses: z.number(), lastUsedAt: z.nullable(z.string()), state: z.string() }),
)

test.describe('the guest pages', () => {
  let product: Product
  let owner: Client
  const idByName = new Map<string, string>()

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
    for (const { name, id } of Object.values(await owner.devices())) idByName.set(name, id)
  })

  test.afterAll(async () => product.stop())
  test.beforeEach(async () => owner.refresh())

  const idOf = (name: string): string => {
    const id = idByName.get(name)
    if (id === undefined) throw new Error(`no ${name} in this home`)
    return id
  }
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

  /** Makes a link to devices by their names, good from an hour ago to a day from now; answers its token. */
  const share = async (names: readonly string[], terms: Record<string, unknown> = {}): Promise<string> => {
    const json = { devices: names.map(idOf), multiUse: true, startsAt: inHours(-1), expiresAt: inHours(24) }
    const path = '/api/v1/device-link/create'
    const { status, body } = await owner.call('POST', path, { bearer: true, json: { ...json, ...terms } })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return madeSchema.parse(body).token
  }
  const remove = (token: string) =>
    owner.call('POST', '/api/v1/device-link/delete', { bearer: true, json: { token } })

  /** Somebody whose browser has never been here. */
  const visit = async (browser: Browser, locale: string, language: Parameters<typeof textsIn>[0]) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    const t = textsIn(language)
    return { page, t, guest: new GuestPage(page, product.url, t), close: () => context.close() }
  }
  const english = (page: Page) => new GuestPage(page, product.url, textsIn('en'))
  const shown = textsIn('en')

  test('let somebody without account or cookie operate in Slovenian just what is shared', async ({
    browser,
  }) => {
    const { page, t, guest, close } = await visit(browser, 'sl-SI', 'sl')
    const token = await share(['Living room', 'Study', 'Front door', 'Terrace lights'], {
      name: 'Počitnice',
      deviceSpecifiers: { [idOf('Terrace lights')]: { light1: true, light2: false } },
    })
    await guest.open(token)
    await expect(guest.heading('Počitnice')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'sl')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Senčila', 'Vrata', 'Luči'])
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(page.getByText(t('guest.multi'))).toBeVisible()
    await expect(page.getByRole('timer')).toContainText('Preostali čas: 23 h')

    await guest.button('card.close', 'Living room').click()
    await guest.button('card.stop', 'Living room').click()
    await expect.poll(async () => (await product.look(idOf('Living room'))).status).toBe('ready')
    const { position } = await product.look(idOf('Living room'))
    expect(position).toBeGreaterThan(0)
    expect(position).toBeLessThan(1)

    await guest.card('Terrace lights').getByRole('switch').click()
    await expect.poll(async () => (await product.look(idOf('Terrace lights'))).light1Brightness).toBe(1)
    expect((await product.look(idOf('Terrace lights'))).light2Brightness).toBe(0)

    const door = guest.card('Front door')
    const motor = door.getByRole('button', { name: new RegExp(`^${t('card.lockName.motor')}`) })
    await motor.click()
    await expect(door.getByText(t('card.holdOn'))).toBeVisible()
    expect((await product.look(idOf('Front door'))).motorLockState).toBe('locked')
    await guest.hold(motor)
    await expect.poll(async () => (await product.look(idOf('Front door'))).motorLockState).toBe('unlocked')

    await guest.card('Study').getByRole('link', { name: 'Study' }).click()
    await expect(page).toHaveURL(/\/device-link\/device\?token=.*deviceId=/)
    await page.getByRole('button', { name: t('guest.view.tilt') }).click()
    const slats = page.getByRole('slider', { name: t('card.inclination', { name: 'Study' }) })
    await slats.focus()
    await page.keyboard.press('End')
    await expect
      .poll(async () => (await product.look(idOf('Study'))).inclination, { timeout: 30_000 })
      .toBe(1)
    await page.getByRole('button', { name: t('header.back') }).click()
    await expect(page).toHaveURL(/\/device-link\?token=/)

    expect(await page.context().cookies()).toEqual([])
    await close()
  })

  test('load nothing of the app, and no more than their share of JavaScript', async ({ browser }) => {
    const { page, guest, close } = await visit(browser, 'sr-RS', 'rs_cyrl')
    const scripts = new Map<string, number>()
    const hosts = new Set<string>()
    page.on('response', async (response) => {
      hosts.add(new URL(response.url()).host)
      if (response.request().resourceType() !== 'script') return
      const body = await response.body()
      scripts.set(response.url(), gzipSync(body, { level: 9 }).length / 1_024)
    })
    const token = await share(['Living room', 'Front door', 'Hallway light'])
    await guest.open(token)
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.waitForLoadState('networkidle')
    const kilobytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
    test.info().annotations.push({ type: 'JavaScript', description: `${kilobytes.toFixed(1)} KB gzip` })
    expect(kilobytes).toBeLessThan(MAX_JAVASCRIPT_KB)
    expect(await page.evaluate(() => document.querySelector('link[rel=manifest]'))).toBeNull()
    expect([...hosts]).toEqual([new URL(product.url).host])
    await close()
  })

  test('say nothing of the home to a preview, and spend nothing', async ({ page }) => {
    const token = await share(['Living room'], { name: 'Secret name', multiUse: false })
    const bots = ['WhatsApp/2.23.20.0', 'TelegramBot (like TwitterBot)', 'facebookexternalhit/1.1']
    for (const bot of bots) {
      const answer = await fetch(`${product.url}/device-link?token=${token}`, {
        headers: { accept: '*/*', 'user-agent': bot, 'accept-language': 'sl' },
      })
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toContain('<title>Senca</title>')
      expect(html).toContain('property="og:title" content="Senca"')
      const told = 'content="Somebody shared shades, doors or lights with you."'
      expect(html).toContain(`name="description" ${told}`)
      expect(html).toContain(`property="og:description" ${told}`)
      expect(html).toContain('name="robots" content="noindex, nofollow, noarchive"')
      expect(html).toContain('name="referrer" content="no-referrer"')
      expect(html).not.toMatch(/Living room|Secret name/)
      expect(html).not.toContain(token)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const { body } = await owner.call('GET', '/api/v1/device-link/list', { bearer: true })
    const link = linksSchema.parse(body).find((one) => one.token === token)
    expect(link).toMatchObject({ uses: 0, lastUsedAt: null, state: 'active' })
    await english(page).open(token)
    await expect(page.getByText(shown('guest.single'))).toBeVisible()
    await expect(page.getByRole('article', { name: 'Living room' })).toBeVisible()
  })

  test('tell a link that was never made from one that has ended', async ({ page }) => {
    const guest = english(page)
    await guest.open(null)
    await expect(guest.heading(shown('guest.notRecognized.title'))).toBeVisible()
    await guest.open('made-up')
    await expect(guest.heading(shown('guest.notRecognized.title'))).toBeVisible()
    const token = await share(['Living room'])
    await remove(token)
    await guest.open(token)
    await expect(guest.heading(shown('guest.expired.title'))).toBeVisible()
    expect(await page.title()).not.toContain(token)
  })

  test('say at once that a link was taken back', async ({ page }) => {
    const guest = english(page)
    const token = await share(['Living room', 'Bedroom'])
    await guest.openAndListen(token)
    await expect(guest.card('Bedroom')).toBeVisible()
    await remove(token)
    await expect(guest.heading(shown('guest.expired.title'))).toBeVisible({ timeout: 1_000 })
  })

  test('say so as soon while a command is on its way', async ({ page }) => {
    const guest = english(page)
    const id = idOf('South window')
    const action = (await product.look(id)).position === 1 ? 'card.open' : 'card.close'
    const token = await share(['South window'])
    await guest.openAndListen(token)
    await guest.button(action, 'South window').click()
    await expect(guest.button('card.stop', 'South window')).toBeVisible()
    await remove(token)
    await expect(guest.heading(shown('guest.expired.title'))).toBeVisible({ timeout: 1_000 })
    await expect.poll(async () => (await product.look(id)).status, { timeout: 60_000 }).toBe('ready')
  })

  test('end with their time while somebody looks', async ({ page }) => {
    const guest = english(page)
    const end = Date.now() + 6_000
    const token = await share(['Bedroom'], { expiresAt: new Date(end).toISOString() })
    await guest.openAndListen(token)
    await expect(guest.card('Bedroom')).toBeVisible()
    await expect(guest.heading(shown('guest.expired.title'))).toBeVisible({
      timeout: end + 1_000 - Date.now(),
    })
  })

  test('come back when all sharing goes on', async ({ page }) => {
    const guest = english(page)
    const freeze = (frozen: boolean) =>
      owner.call('POST', '/api/v1/device-link/freeze', { bearer: true, json: { frozen } })
    await guest.openAndListen(await share(['Bedroom']))
    await freeze(true)
    await expect(guest.heading(shown('guest.expired.title'))).toBeVisible({ timeout: 1_000 })
    await freeze(false)
    await expect(guest.card('Bedroom')).toBeVisible({ timeout: 20_000 })
  })

  test('open with the minute in which their hours begin', async ({ page }) => {
    const guest = english(page)
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: inMinutes(1), until: inMinutes(30) }
    await guest.open(await share(['Bedroom'], { windows: [window], timeZone: 'UTC' }))
    await expect(guest.heading(shown('guest.closed.title'))).toBeVisible()
    await expect(guest.card('Bedroom')).toBeVisible({ timeout: 65_000 })
  })

  test('say from when a link is good, and open by themselves', async ({ page }) => {
    const guest = english(page)
    const token = await share(['Living room'], { startsAt: new Date(Date.now() + 5_000).toISOString() })
    await guest.open(token)
    await expect(guest.heading(shown('guest.upcoming.title'))).toBeVisible()
    await expect(page.getByText(/^The link is valid from \d+ \w+ \d{4}/)).toBeVisible()
    await expect(guest.card('Living room')).toBeVisible({ timeout: 10_000 })
  })

  test('say when a link works that works at certain times only', async ({ page }) => {
    const guest = english(page)
    const hour = (new Date().getUTCHours() + 3) % 24
    const clock = (of: number) => `${String(of % 24).padStart(2, '0')}:00`
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: clock(hour), until: clock(hour + 1) }
    const token = await share(['Living room'], { windows: [window], timeZone: 'UTC' })
    await guest.open(token)
    await expect(guest.heading(shown('guest.closed.title'))).toBeVisible()
    await expect(page.getByText(`every day, ${window.from} to ${window.until}`)).toBeVisible()
  })

  test('ask for the PIN of a link', async ({ page }) => {
    const guest = english(page)
    const token = await share(['Living room'], { pin: '4711' })
    await guest.open(token)
    await expect(guest.heading(shown('guest.pin.title'))).toBeVisible()
    await page.keyboard.type('0000')
    await page.keyboard.press('Enter')
    await expect(page.getByText(shown('guest.pin.wrong'))).toBeVisible()
    for (const digit of ['4', '7', '1', '1']) {
      await page.getByRole('button', { name: digit, exact: true }).click()
    }
    await page.getByRole('button', { name: shown('guest.pin.submit'), exact: true }).click()
    await expect(guest.card('Living room')).toBeVisible()
    await product.provoke(idOf('Living room'), {
      wallSwitch: (await product.look(idOf('Living room'))).position === 1 ? 'open' : 'close',
    })
    await expect(guest.button('card.stop', 'Living room')).toBeVisible()
    await guest.button('card.stop', 'Living room').click()
    await expect.poll(async () => (await product.look(idOf('Living room'))).status).toBe('ready')
  })

  test('show a link for one use as used while its device finishes, and after', async ({ page }) => {
    const guest = english(page)
    const before = await product.look(idOf('Bedroom'))
    const action = before.position === 1 ? 'card.open' : 'card.close'
    const token = await share(['Bedroom'], { multiUse: false })
    await guest.open(token)
    await guest.button(action, 'Bedroom').click()
    await expect(page.getByText(shown('guest.spent'))).toBeVisible()
    await expect(guest.card('Bedroom')).toBeVisible()
    await expect(guest.heading(shown('guest.used.title'))).toBeVisible({ timeout: 60_000 })
  })

  test('unlock by keyboard only after a question', async ({ page }) => {
    const guest = english(page)
    await expect
      .poll(async () => (await product.look(idOf('Front door'))).magnetLockState, { timeout: 30_000 })
      .toBe('locked')
    await guest.openDevice(await share(['Front door']), idOf('Front door'))
    await expect(page.getByRole('tab')).toHaveText(['Magnet lock', 'Motor lock', 'Magic foil', 'Lights'])
    await expect(page.getByRole('tab', { name: 'Magnet lock' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel').getByText('Door closed')).toBeVisible()
    const key = page.getByRole('button', { name: 'Hold to unlock', exact: true })
    await key.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeFocused()
    expect((await product.look(idOf('Front door'))).magnetLockState).toBe('locked')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await product.look(idOf('Front door'))).magnetLockState).toBe('unlocked')
    await page.getByRole('tab', { name: 'Magnet lock' }).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('tab', { name: 'Lights' })).toBeFocused()
    await page.getByRole('switch', { name: shown('card.doorLight') }).click()
    await expect.poll(async () => (await product.look(idOf('Front door'))).doorLightBrightness).toBe(1)
  })

  test('show one channel of a light with one big toggle, and a device that is not shared with none', async ({
    page,
  }) => {
    const guest = english(page)
    const id = idOf('Terrace lights')
    const token = await share(['Terrace lights'], {
      deviceSpecifiers: { [id]: { light1: false, light2: true } },
    })
    await guest.openDevice(token, id, 'light_2')
    await page.getByRole('switch').click()
    await expect.poll(async () => (await product.look(id)).light2Brightness).toBe(1)
    await guest.openDevice(token, id, 'light_1')
    await expect(guest.heading(shown('guest.missing.title'))).toBeVisible()
    await guest.openDevice(token, idOf('Bedroom'))
    await expect(guest.heading(shown('guest.missing.title'))).toBeVisible()
    await page.getByRole('button', { name: shown('guest.missing.action') }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  test('hold a movement to how far the link lets it go', async ({ page }) => {
    const guest = english(page)
    const id = idOf('South window')
    const token = await share(['South window'], { limits: { [id]: { minPosition: 0.2, maxPosition: 0.6 } } })
    await guest.open(token)
    await page.getByRole('slider').focus()
    await page.keyboard.press('End')
    await expect.poll(async () => (await product.look(id)).position, { timeout: 40_000 }).toBeCloseTo(0.6)
    await expect(guest.button('card.close', 'South window')).toHaveAttribute('aria-disabled', 'true')
    await guest.button('card.open', 'South window').click()
    await expect.poll(async () => (await product.look(id)).position, { timeout: 40_000 }).toBeCloseTo(0.2)
    await expect(guest.button('card.open', 'South window')).toHaveAttribute('aria-disabled', 'true')
  })

  test('choose the language by address, choice, browser, and else English', async ({ browser }) => {
    const token = await share(['Living room'])
    const bosnian = await visit(browser, 'bs-BA', 'en')
    await bosnian.guest.open(token)
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'en')
    await bosnian.page.getByRole('button', { name: 'Menu' }).click()
    const sheet = bosnian.page.getByRole('dialog')
    await expect(sheet.getByRole('listitem')).toHaveText([
      'English',
      'Slovenščina',
      'Deutsch',
      'Hrvatski',
      'Srpski, latinica',
      'Српски, ћирилица',
      'Italiano',
    ])
    await expect(sheet.getByRole('link', { name: shown('menu.support') })).toBeVisible()
    await sheet.getByRole('button', { name: 'Српски, ћирилица' }).click()
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'sr-Cyrl')
    await expect(bosnian.page.getByRole('heading', { level: 2 })).toHaveText(
      textsIn('rs_cyrl')('guest.family.shade'),
    )
    await bosnian.page.reload()
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'sr-Cyrl')
    await bosnian.page.goto(`${product.url}/device-link?token=${token}&lang=de`)
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'de')
    await bosnian.close()
  })

  test('say of a device that is away that it is, and come back with it', async ({ page }) => {
    const guest = english(page)
    const token = await share(['Living room'])
    await guest.openDevice(token, idOf('Living room'))
    await expect(page.getByRole('slider')).toBeEnabled()
    await product.stopSimulator()
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('slider')).toBeDisabled()
    await product.startSimulator()
    await expect(page.getByRole('slider')).toBeEnabled({ timeout: 20_000 })
  })

  test('have no violation by axe', async ({ browser }) => {
    test.setTimeout(180_000)
    const token = await share(['Living room', 'Study', 'Garden pergola', 'Front door', 'Terrace lights'], {
      name: 'Stay',
    })
    const pinned = await share(['Living room'], { pin: '4711' })
    const devices = ['Study', 'Front door', 'Terrace lights'].map(idOf)
    for (const [colorScheme, viewport] of [
      ['light', { width: 390, height: 844 }],
      ['dark', { width: 1280, height: 800 }],
    ] as const) {
      const context = await browser.newContext({ colorScheme, viewport, locale: 'de-DE' })
      const page = await context.newPage()
      const check = async (screen: string) => {
        await page.waitForTimeout(800)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)).toEqual([])
      }
      const guest = new GuestPage(page, product.url, textsIn('de'))
      await guest.open(token)
      await expect(page.getByRole('article')).toHaveCount(6)
      await check('list')
      await page.getByRole('button', { name: 'Menü' }).click()
      await check('menu')
      for (const id of devices) {
        await guest.openDevice(token, id)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await check(id)
      }
      await guest.open('nothing')
      await check('not recognized')
      await guest.open(pinned)
      await check('pin')
      await context.close()
    }
  })
})
