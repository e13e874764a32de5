import { expect } from '@playwright/test'
import { ActivityPage } from '#pages/activity.page.ts'
import { ControlPage } from '#pages/control.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Bridge, connectBridge } from '#product/bridge.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { furniture } from '#product/home.ts'
import { test } from '#product/test.ts'

const BLIND = {
  name: 'Blind',
  command_topic: 'blind/set',
  position_topic: 'blind/position',
  set_position_topic: 'blind/position/set',
}
const WORDS = 'Sent, not confirmed. It may still happen.'

test.describe('hardware of others', () => {
  let home: GuestHome
  let bridge: Bridge
  let id: string

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server, furniture('Kitchen'))
    const { owner } = home
    const login = Object(await owner.post('mqtt/credentials', {}))
    bridge = await connectBridge({ ...server.mqtt, username: login.username, password: login.password })
    await bridge.announce('cover', 'blind', BLIND)
    await bridge.publish('blind/position', '100')
    const entities = async () =>
      Object(await owner.call('GET', '/api/v1/discovery/list', { bearer: true })).body as { id: string }[]
    await expect.poll(async () => (await entities()).length).toBe(1)
    const ids = (await entities()).map((entity) => entity.id)
    const made = await owner.post('discovery/add', { ids, devicetype: 'roller_shutter', name: 'Blind' })
    id = Object(made).id
  })
  test.afterAll(async () => {
    await bridge.end()
    await home.product.stop()
  })

  test('that is silent: the control, a guest and the activity say that nothing is confirmed', async ({
    page,
    browser,
  }) => {
    const { owner, product, links } = home
    await new EntrancePage(page).bringSession(product)
    const control = new ControlPage(page)
    await control.open(product.url, id)
    await control.key('Close').click()
    await expect(page.getByRole('main').getByRole('status').getByText(WORDS)).toBeVisible()
    await expect(control.alert).toBeHidden()
    await expect(control.key('Try again')).toBeHidden()

    await page.goto(`${product.url}/activity`)
    const activity = new ActivityPage(page)
    await expect(activity.entry('Blind', WORDS)).toBeVisible()

    // The bridge does it late.
    await bridge.publish('blind/position', '0')
    await expect.poll(async () => (await owner.device(id)).state.position).toBe(1)
    await expect(activity.entry('Closed (late, by a command that was not confirmed)')).toBeVisible()

    const { token } = await links.make({ devices: [id] })
    const { page: phone, t, guest, close } = await home.visit(browser, 'sl-SI', 'sl')
    await guest.open(token)
    await guest.button('card.open', 'Blind').click()
    await expect(phone.getByText(t('life.unconfirmed'))).toBeVisible()
    await expect(phone.getByRole('alert')).toHaveCount(0)
    await close()
  })
})
