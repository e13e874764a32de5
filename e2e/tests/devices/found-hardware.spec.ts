import { expect, type Locator } from '@playwright/test'
import { type Bridge, connectBridge, zigbeeShade } from '#product/bridge.ts'
import { freePort } from '#product/free-port.ts'
import { bringSession } from '#product/launch.ts'
import { secondAccount } from '#product/second-account.ts'
import { test } from '#product/test.ts'
import { expectNoViolation, inEveryView } from '#product/views.ts'

/** From the empty home of a new account to the first shade of another maker that moves. */
const TAPS_AT_MOST = 8

/** The value of a line `name: 'value'` of a configuration. */
const lineValue = (lines: string, name: string): string =>
  new RegExp(`^ +${name}: '(.*)'$`, 'm').exec(lines)?.[1] ?? ''

/** Logs in with what a guide shows, as a person does who types it into the bridge. */
function connectByGuide(lines: string): Promise<Bridge> {
  const { hostname, port } = new URL(lineValue(lines, 'server'))
  return connectBridge({
    host: hostname,
    port: Number(port),
    username: lineValue(lines, 'user'),
    password: lineValue(lines, 'password'),
  })
}

/** What is reported within the first second of a movement may be an echo of the command. */
const ARRIVAL_MS = 1_500

/** A shade on a bridge that closes when it is sent there, and reports it. */
async function installShade(bridge: Bridge, id: string, name: string): Promise<void> {
  const report = (position: number) => bridge.publish(`zigbee2mqtt/${name}`, { position })
  bridge.onMessage(`zigbee2mqtt/${name}/set`, (payload) => {
    if (payload !== 'CLOSE') return
    void report(60)
    setTimeout(() => void report(0), ARRIVAL_MS)
  })
  await bridge.publish('zigbee2mqtt/bridge/state', { state: 'online' }, true)
  await bridge.announce('cover', id, zigbeeShade(id, name))
  await report(100)
}

test.describe('[HW46] hardware of another maker', () => {
  test('moves after eight taps from an empty home', { tag: '@smoke' }, async ({ server, page }) => {
    test.setTimeout(120_000)
    const { account } = await secondAccount(server, 'found')
    await bringSession(page.context(), server.url, account)
    let taps = 0
    const tap = async (key: Locator) => {
      taps += 1
      await key.click()
    }
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await page.goto(`${server.url}/home`)
    await tap(page.getByRole('main').getByRole('link', { name: 'Add a device' }))
    await tap(link('Other makers'))
    await expect(page.getByRole('heading', { name: 'No new devices found' })).toBeVisible()
    await tap(page.getByRole('link', { name: /^Zigbee2MQTT/ }))
    await tap(button('Create login'))
    const bridge = await connectByGuide(await page.locator('pre').innerText())
    try {
      await expect(page.getByText('Zigbee2MQTT is connected')).toBeVisible({ timeout: 60_000 })
      await tap(link('New devices'))

      await test.step('it appears by itself, and says what it is', async () => {
        await installShade(bridge, '0x01', 'Kitchen')
        const found = page.getByRole('list', { name: 'New devices' }).getByRole('listitem').first()
        await expect(found.getByRole('heading', { name: 'Kitchen' })).toBeVisible({ timeout: 60_000 })
        await expect(found).toContainText('IKEA FYRTUR block-out roller blind')
        await expect(found).toContainText('Any position')
      })

      await tap(button('Add Kitchen'))
      await tap(button('Go to home'))
      const card = page.getByRole('article', { name: 'Kitchen', exact: true })
      await tap(card.getByRole('button', { name: 'Close Kitchen', exact: true }))
      await expect.poll(() => bridge.received).toContain('zigbee2mqtt/Kitchen/set CLOSE')
      await expect(card).toContainText('Closed', { timeout: 60_000 })
      expect(taps).toBeLessThanOrEqual(TAPS_AT_MOST)
    } finally {
      await bridge.end()
    }
  })

  test('has pages without violations by axe, and nothing to scroll sideways', async ({ server, page }) => {
    test.setTimeout(600_000)
    const { account, client } = await secondAccount(server, 'found-axe')
    const login = Object(await client.post('mqtt/credentials', {}))
    const bridge = await connectBridge(login)
    const door = { identifiers: ['door'], name: 'Front door', manufacturer: 'Yale', model: 'Linus' }
    try {
      await installShade(bridge, '0x02', 'Bedroom')
      await bridge.announce('lock', 'door', {
        name: null,
        unique_id: 'door-lock',
        command_topic: 'door/set',
        state_topic: 'door/state',
        code_format: '^\\d{4}$',
        device: door,
      })
      await bridge.announce('switch', 'child', {
        name: 'Child lock',
        unique_id: 'child-lock',
        command_topic: 'child/set',
        entity_category: 'config',
        device: door,
      })
      await bridge.announce('cover', 'awning', {
        name: 'Terrace',
        unique_id: 'awning',
        command_topic: 'awning/set',
        state_topic: 'awning/state',
        device_class: 'awning',
      })
      await bridge.announce('light', 'refused', { name: 'Porch' })
      await bringSession(page.context(), server.url, account)
      await page.goto(`${server.url}/newdevices`)
      const setUp = (name: string) =>
        page
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { name }) })
          .getByText('Set up')
      await expect(setUp('Terrace')).toBeVisible()
      const check = (screen: string) =>
        inEveryView(page, async () => {
          await expectNoViolation(page, screen)
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen).toBe(0)
        })
      await check('new devices')

      await test.step('[HW25] an awning is not added before its direction is chosen', async () => {
        await setUp('Terrace').click()
        await page.getByRole('button', { name: 'Add the device' }).click()
        await expect(page.getByRole('alert')).toHaveText('Choose where the awning is')
        await check('the form of an awning')
        await page.goBack()
      })
      await test.step('[HW33] a lock asks for its code', async () => {
        await setUp('Front door').click()
        await page.getByRole('button', { name: 'Add the device' }).click()
        await expect(page.getByRole('textbox', { name: 'Code of the lock' })).toBeFocused()
        await check('the form of a door')
      })
      for (const path of ['/mqtt', '/guides/zigbee2mqtt', '/guides/shelly', '/claim', '/matter']) {
        await page.goto(server.url + path)
        await check(path)
      }
      await test.step('[HW14] a broker that does not answer is not joined, and the field says why', async () => {
        await page.goto(`${server.url}/mqtt/join`)
        await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
        await page.getByRole('textbox', { name: 'Port' }).fill(String(await freePort()))
        await page.getByRole('button', { name: 'Join', exact: true }).click()
        await expect(page.getByRole('alert')).toHaveText(/^Nothing answers there/)
        await expect(page.getByRole('textbox', { name: 'Host' })).toBeFocused()
        await check('joining a broker')
      })
      await test.step('[HW4] a login shows its password once', async () => {
        await page.goto(`${server.url}/mqtt`)
        await page.getByRole('button', { name: 'New login' }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('default 2')
        await dialog.getByRole('button', { name: 'Create login' }).click()
        await expect(dialog.getByRole('button', { name: 'Copy: Password' })).toBeVisible()
        await check('a login that was made')
        await dialog.getByRole('button', { name: 'I have saved it' }).click()
        await expect(page.getByText('default 2')).toBeVisible()
      })
    } finally {
      await bridge.end()
    }
  })
})
