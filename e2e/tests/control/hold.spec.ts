import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import { stopClock } from '#product/clock.ts'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

const wide = (page: Page): Locator => page.getByRole('button', { name: 'Zum Entriegeln gedrückt halten' })
const done = (page: Page): Locator => page.getByRole('status', { name: 'What the buttons did' })
/** A button that is also on the cards of doors. */
const small = (page: Page): Locator => done(page).locator('..').getByRole('button')

type Finger = { id: number; x: number; y: number }

/** Touches at the middle of a button. A finger that is missing in the next call is lifted. */
async function touch(session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]) {
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: fingers })
}

async function place(button: Locator): Promise<{ x: number; y: number; left: number }> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (box === null) throw new Error('The button is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, left: box.x }
}

test.describe('a button to hold', () => {
  test.use({ hasTouch: true })

  test('acts only for a single finger', async ({ page, gallery }) => {
    await page.goto(gallery.url)
    const session = await page.context().newCDPSession(page)

    await test.step('asks when a click comes without a finger, as screen readers send it', async () => {
      await wide(page).evaluate((button) =>
        button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })),
      )
      await expect(done(page)).toHaveText('asked')
    })

    await stopClock(page)
    await test.step('does nothing once the finger slid off it', async () => {
      const { x, y, left } = await place(small(page))
      await touch(session, 'touchStart', [{ id: 1, x, y }])
      // To the left, because to the right would be the browser's gesture for going back.
      await touch(session, 'touchMove', [{ id: 1, x: left - 40, y }])
      await page.clock.runFor(5_000)
      await touch(session, 'touchEnd', [])
      await expect(done(page)).toHaveText('asked')
    })

    for (const [name, find] of [
      ['wide', wide],
      ['small', small],
    ] as const) {
      await test.step(`that is ${name} does nothing once a second finger is on the page`, async () => {
        const { x, y } = await place(find(page))
        const first = { id: 1, x: x - 8, y }
        const second = { id: 2, x: x + 8, y }
        await touch(session, 'touchStart', [first])
        await expect(find(page)).toHaveAttribute('data-holding', 'true')
        await touch(session, 'touchStart', [first, second])
        await touch(session, 'touchEnd', [second])
        await touch(session, 'touchEnd', [])
        await page.clock.runFor(5_000)
        await expect(done(page)).toHaveText('asked')
        await expect(find(page)).toHaveAttribute('data-holding', 'false')
      })
    }
  })
})

/** The difference between the lightest and the darkest pixel in vertical strips of a screenshot, as WCAG contrast. */
async function contrasts(page: Page, button: Locator): Promise<{ left: number; contrast: number }[]> {
  const picture = (await button.screenshot()).toString('base64')
  return page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('There is no canvas')
    context.drawImage(image, 0, 0)
    const strip = 8
    const linear = (value: number) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4)
    // The rounded corners and the border contain no text.
    const rim = 8
    const strips = []
    for (let left = rim; left + strip <= image.width - rim; left += strip) {
      const { data } = context.getImageData(left, rim, strip, image.height - 2 * rim)
      const lights = []
      for (let at = 0; at < data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = data.slice(at, at + 3)
        lights.push(0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b))
      }
      strips.push({ left, contrast: (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05) })
    }
    return strips
  }, picture)
}

for (const theme of ['light', 'dark']) {
  test(`the words of a button to hold stay readable while it fills, ${theme}`, { tag: '@all' }, async ({
    page,
    gallery,
  }) => {
    await page.goto(`${gallery.url}?theme=${theme}`)
    const button = wide(page)
    await button.scrollIntoViewIfNeeded()
    const words = (await contrasts(page, button)).filter(({ contrast }) => contrast >= 4.5)
    expect(words.length).toBeGreaterThan(10)

    const { x, y } = await place(button)
    await stopClock(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await expect(button).toHaveAttribute('data-holding', 'true')
    const width = (await button.boundingBox())?.width ?? 0
    for (let share = 0; share <= 1; share += 0.1) {
      await button.evaluate((element, ms) => {
        for (const animation of element.getAnimations({ subtree: true })) {
          animation.pause()
          animation.currentTime = ms
        }
      }, share * 1_000)
      const now = new Map((await contrasts(page, button)).map(({ left, contrast }) => [left, contrast]))
      const edge = share * width
      for (const { left } of words) {
        // The strip at the edge of the filling contains both backgrounds.
        if (left <= edge + 2 && left + 8 >= edge - 2) continue
        expect(now.get(left), `at ${share.toFixed(1)} of the fill, ${left} px from the left`).toBeGreaterThan(
          4.5,
        )
      }
    }
    await page.mouse.up()
  })
}
