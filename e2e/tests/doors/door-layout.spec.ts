import { expect, type Page } from '@playwright/test'
import { LANGUAGE_CODES } from '@senca/contract'
import { connectAsync } from 'mqtt'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { boxOf } from '#pages/places.ts'
import { type Client, provision } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import { OPERATOR_TOKEN, type Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

/** Waits two frames, so that the work of the page in the frame after a change is done. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

test.describe('the door screen', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Front door', 'Garage door')))
  })
  test.afterAll(async () => product.stop())

  test('has the state of a lock beside its disc and does not scroll on a phone, in every language [DR6]', {
    tag: '@all',
  }, async ({ page }) => {
    const { id } = await owner.named('Front door')
    await new EntrancePage(page).bringSession(product)
    const { panel } = new DoorPage(page, product.url)
    for (const language of LANGUAGE_CODES) {
      await page.goto(`${product.url}/doordeviceinfopage?deviceId=${id}&lang=${language}`)
      const word = panel.getByText(textsIn(language)('card.lock.locked'), { exact: true }).first()
      await expect(word).toBeVisible()
      for (const [width, height] of [
        [360, 740],
        [390, 844],
        [740, 360],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height })
        const end = await word.evaluate((element) => {
          const letters = document.createRange()
          letters.selectNodeContents(element)
          return letters.getBoundingClientRect().right
        })
        const disc = await boxOf(panel.getByRole('button').first())
        expect.soft(end, `${language}, ${width} × ${height}`).toBeLessThanOrEqual(disc.x)
        const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
        expect.soft(pageHeight, `${language}, ${width} × ${height}`).toBe(height)
      }
    }
  })

  test('its tabs are those of the parts of the door', async ({ page }) => {
    const front = (await owner.named('Front door')).id
    const garage = (await owner.named('Garage door')).id
    await new EntrancePage(page).bringSession(product)
    const door = new DoorPage(page, product.url)
    await door.open(garage)

    await test.step('has a tab for each part that is connected, and opens the whole door', async () => {
      await expect(door.tabs).toHaveText(['Door', 'Locks', 'Lights'])
      await expect(door.tab('Door')).toHaveAttribute('aria-selected', 'true')
      await door.open(garage, 'foil')
      await expect(door.tab('Door')).toHaveAttribute('aria-selected', 'true')
      await door.open(front)
      await expect(door.tabs).toHaveText(['Door', 'Locks', 'Magic foil', 'Lights'])
      await expect(door.tab('Door')).toHaveAttribute('aria-selected', 'true')
    })

    await test.step('keeps the focus on the tab that was chosen', async () => {
      await door.tab('Door').focus()
      await page.keyboard.press('ArrowRight')
      await expect(page).toHaveURL(/tab=locks/)
      await drawn(page)
      await expect(door.tab('Locks')).toBeFocused()
      await door.tab('Magic foil').click()
      await expect(page).toHaveURL(/tab=foil/)
      await drawn(page)
      await expect(door.tab('Magic foil')).toBeFocused()
    })

    await test.step('walks its tabs with the keys of the keyboard, and a reload keeps the one that is open', async () => {
      await door.tab('Door').click()
      await page.keyboard.press('ArrowRight')
      await expect(door.tab('Locks')).toBeFocused()
      await expect(door.panel).toHaveAccessibleName('Locks')
      await page.keyboard.press('End')
      await expect(door.tab('Lights')).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('ArrowRight')
      await expect(door.tab('Door')).toHaveAttribute('aria-selected', 'true')
      await door.tab('Magic foil').click()
      await expect(page).toHaveURL(/deviceId=.*tab=foil/)
      await page.reload()
      await expect(door.tab('Magic foil')).toHaveAttribute('aria-selected', 'true')
    })

    await test.step('says of a door that never reported that it has not, and of one without parts that nothing is there', async () => {
      const { id, secret, claimCode } = await provision(product.url, OPERATOR_TOKEN, 'home_door')
      await owner.claim(claimCode, 'Shed')
      await door.open(id)
      await expect(page.getByRole('heading', { name: 'Not reported yet' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Offline' })).toBeVisible()
      const { host, port } = product.mqtt
      const bare = await connectAsync({ host, port, clientId: id, username: id, password: secret })
      const say = (topic: string, body: object) =>
        bare.publishAsync(`senca/${id}/${topic}`, JSON.stringify(body), { qos: 1 })
      await say('status', { connected: true, type: 'home_door', version: 2 })
      await say('state', { status: 'ready', totalRestarts: 1, totalStateUpdates: 1 })
      await expect(page.getByRole('heading', { name: 'Nothing to control' })).toBeVisible()
      await expect(door.tabs).toHaveCount(0)
      await bare.endAsync()
    })
  })
})
