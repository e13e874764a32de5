import { expect } from '@playwright/test'
import { LANGUAGE_CODES } from '@senca/contract'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { boxOf } from '#pages/places.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

test.describe('the door screen', () => {
  let home: Home
  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 1, [], [{ name: 'Front door', type: 'home_door' }])
  })
  test.afterAll(async () => home.product.stop())

  test('has the state of a lock beside its disc and does not scroll on a phone, in every language', async ({
    page,
  }) => {
    const { id } = await home.owner.first('home_door')
    await new EntrancePage(page).bringSession(home.product)
    const { panel } = new DoorPage(page, home.product.url)
    for (const language of LANGUAGE_CODES) {
      await page.goto(`${home.product.url}/doordeviceinfopage?deviceId=${id}&lang=${language}`)
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
})
