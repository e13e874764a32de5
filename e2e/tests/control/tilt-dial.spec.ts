import { expect, type Locator, type Page } from '@playwright/test'
import { boxOf } from '#pages/places.ts'
import { stopClock } from '#product/clock.ts'
import { MOTION, test } from '#product/test.ts'

/** In the units of the dial: its center, the radius of its scale, and the size of its box. */
const MIDDLE = { x: 72, y: 138 }
const BOX = { width: 212, height: 276 }
const SCALE_RADIUS = 104

const name = 'In the ray of the sun'

const dialOf = (page: Page, name: string): Locator => {
  const words = page.getByText(`${name}, `)
  return page.locator('figure').filter({ has: words }).getByRole('slider')
}

/** How often a dial has committed its value since the page was loaded. */
const commitsOf = async (page: Page, name: string): Promise<number> => {
  const figure = page.locator('figure').filter({ has: page.getByText(`${name}, `) })
  return Number.parseInt(String(await figure.getAttribute('data-commits')), 10)
}

const shownBy = async (dial: Locator): Promise<number> => Number(await dial.getAttribute('aria-valuenow'))

/** The point of a slat angle on the scale: 90 degrees of the slats are 80 degrees of the arc. */
async function placeOf(dial: Locator, angle: number): Promise<{ x: number; y: number }> {
  await dial.scrollIntoViewIfNeeded()
  const box = await boxOf(dial)
  const heading = (angle * (80 / 90) * Math.PI) / 180
  return {
    x: box.x + ((MIDDLE.x + SCALE_RADIUS * Math.cos(heading)) / BOX.width) * box.width,
    y: box.y + ((MIDDLE.y - SCALE_RADIUS * Math.sin(heading)) / BOX.height) * box.height,
  }
}

/** Presses at the first angle and moves the pointer over the others. */
async function press(page: Page, dial: Locator, ...angles: number[]): Promise<void> {
  for (const [index, angle] of angles.entries()) {
    const { x, y } = await placeOf(dial, angle)
    await page.mouse.move(x, y, { steps: 4 })
    if (index === 0) await page.mouse.down()
  }
}

async function leave(page: Page, dial: Locator): Promise<void> {
  const box = await boxOf(dial)
  await page.mouse.move(box.x - 30, box.y + box.height / 2, { steps: 4 })
}

test('a dial by hand and by keys', async ({ page, gallery }) => {
  test.setTimeout(600_000)
  await page.goto(gallery.url)
  await test.step('a dial by hand', async () => {
    await page.emulateMedia(MOTION)
    const dial = dialOf(page, name)

    await test.step('the dial follows the hand and keeps where it let go', async () => {
      for (const angle of [45, 0, -70]) {
        await press(page, dial, 20, angle)
        expect(Math.abs((await shownBy(dial)) - angle)).toBeLessThanOrEqual(1)
        await page.mouse.up()
        expect(Math.abs((await shownBy(dial)) - angle)).toBeLessThanOrEqual(1)
      }
    })

    await test.step('during a drag the thumb is at the hand and a pointer stays where the slats are', async () => {
      const [thumb, pointer] = [dial.locator('[data-dial="thumb"]'), dial.locator('[data-dial="reported"]')]
      const slats = await placeOf(dial, await shownBy(dial))
      const distance = async (mark: Locator, place: { x: number; y: number }) => {
        const { x, y, width, height } = await boxOf(mark)
        return Math.hypot(x + width / 2 - place.x, y + height / 2 - place.y)
      }
      expect(await distance(thumb, slats)).toBeLessThan(3)
      await expect(pointer).toHaveCount(0)

      await press(page, dial, 20, 60)
      expect(await distance(thumb, await placeOf(dial, 60))).toBeLessThan(3)
      // The pointer lies just outside the scale.
      expect(await distance(pointer, slats)).toBeLessThan(15)
      expect(await distance(thumb, slats)).toBeGreaterThan(60)
      await page.mouse.up()
      await expect(pointer).toHaveCount(0)
    })

    await test.step('a hand that comes back goes on where it is', async () => {
      await press(page, dial, 30)
      await leave(page, dial)
      const { x, y } = await placeOf(dial, -45)
      await page.mouse.move(x, y, { steps: 4 })
      expect(Math.abs((await shownBy(dial)) + 45)).toBeLessThanOrEqual(1)
      await page.mouse.up()
      expect(Math.abs((await shownBy(dial)) + 45)).toBeLessThanOrEqual(1)
    })

    await test.step('a hand that leaves the dial gives back what was', async () => {
      const before = await shownBy(dial)
      await press(page, dial, 30, 60)
      expect(await shownBy(dial)).not.toBe(before)
      await leave(page, dial)
      expect(await shownBy(dial)).toBe(before)
      await page.mouse.up()
      expect(await shownBy(dial)).toBe(before)
    })

    await test.step('a second finger gives back what was, whichever finger is lifted first', async () => {
      const [first, second] = [await placeOf(dial, 45), await placeOf(dial, -45)]
      const hand = await page.context().newCDPSession(page)
      // A touch that is missing in the next event is lifted.
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: { x: number; y: number }[]) =>
        hand.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: places.map(({ x, y }, id) => ({ x, y, id })),
        })
      const [before, shown] = [await commitsOf(page, name), await shownBy(dial)]
      await touch('touchStart', first)
      expect(Math.abs((await shownBy(dial)) - 45)).toBeLessThanOrEqual(1)
      await touch('touchStart', first, second)
      expect(await shownBy(dial)).toBe(shown)
      await touch('touchMove', first)
      expect(await shownBy(dial)).toBe(shown)
      await touch('touchEnd')
      expect(await commitsOf(page, name)).toBe(before)
      expect(await shownBy(dial)).toBe(shown)
    })
  })

  await test.step('a dial that is limited, lost or out of reach', async () => {
    await test.step('the dial stays within what its slats reach', async () => {
      const dial = dialOf(page, 'Lower 90°')
      await press(page, dial, 40, -60)
      expect(await shownBy(dial)).toBe(0)
      await page.mouse.up()
    })

    await test.step('a drag of a dial that becomes disabled is undone, and its release commits nothing', async () => {
      const name = 'Lost in the hand'
      const dial = dialOf(page, name)
      const before = await shownBy(dial)
      await press(page, dial, 30, 80)
      await expect(dial).toHaveAttribute('aria-valuenow', String(before))
      const { x, y } = await placeOf(dial, 0)
      await page.mouse.move(x, y, { steps: 4 })
      await page.mouse.up()
      expect(await shownBy(dial)).toBe(before)
      expect(await commitsOf(page, name)).toBe(0)
    })

    await test.step('a dial that is out of reach turns by neither hand nor key', async () => {
      const dial = dialOf(page, 'Offline')
      const before = await shownBy(dial)
      await press(page, dial, 60, -60)
      await page.mouse.up()
      await expect(dial).toHaveAttribute('aria-disabled', 'true')
      await expect(dial).not.toHaveAttribute('tabindex', '0')
      expect(await shownBy(dial)).toBe(before)
    })
  })

  await test.step('a dial by keys', async () => {
    const dial = dialOf(page, name)

    await test.step('keys turn by one and ten degrees and to the ends', async () => {
      const before = await shownBy(dial)
      await dial.focus()
      for (const [key, value] of [
        ['ArrowUp', before + 1],
        ['ArrowRight', before + 2],
        ['ArrowDown', before + 1],
        ['PageDown', before - 9],
        ['PageUp', before + 1],
        ['Home', -90],
        ['End', 90],
      ] as const) {
        await page.keyboard.press(key)
        await expect(dial, key).toHaveAttribute('aria-valuenow', String(value))
      }
    })

    await test.step('keys begin where the slats are going', async () => {
      const dial = page.getByRole('figure', { name: /^Moving, / }).getByRole('slider')
      await dial.focus()
      await page.keyboard.press('ArrowUp')
      // 0.8 of the way from -90 to 90 is 54, and the key adds one degree.
      expect(await shownBy(dial)).toBe(55)
    })
  })

  await test.step('a dial commits what keys have turned', async () => {
    await page.goto(gallery.url)
    const dial = dialOf(page, name)
    // The value is committed some time after the last key.
    await stopClock(page)

    await test.step('taps of a key are one commit, once they have rested', async () => {
      const [before, commits] = [await shownBy(dial), await commitsOf(page, name)]
      await dial.focus()
      for (let tap = 0; tap < 5; tap += 1) await page.keyboard.press('ArrowUp')
      expect(await shownBy(dial)).toBe(before + 5)
      expect(await commitsOf(page, name)).toBe(commits)
      await page.clock.runFor(1_000)
      await expect.poll(() => commitsOf(page, name)).toBe(commits + 1)
      expect(await shownBy(dial)).toBe(before + 5)
    })

    await test.step('Escape undoes what keys have turned', async () => {
      const before = await shownBy(dial)
      await dial.focus()
      await page.keyboard.press('PageUp')
      await expect(dial).toHaveAttribute('aria-valuenow', String(before + 10))
      await page.keyboard.press('Escape')
      await expect(dial).toHaveAttribute('aria-valuenow', String(before))
    })

    for (const [how, confirm] of [
      ['Enter', () => page.keyboard.press('Enter')],
      ['leaving', () => page.keyboard.press('Tab')],
    ] as const) {
      await test.step(`${how} commits what keys have turned, once`, async () => {
        const commits = await commitsOf(page, name)
        await dial.focus()
        await page.keyboard.press('PageUp')
        await confirm()
        expect(await commitsOf(page, name)).toBe(commits + 1)
        await page.clock.runFor(1_000)
        expect(await commitsOf(page, name)).toBe(commits + 1)
      })
    }
  })
})
