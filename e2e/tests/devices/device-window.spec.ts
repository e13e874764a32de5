import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

const ROOM = 'Living room'

test.describe('the window of a device', () => {
  let product: Product

  test.beforeAll(async ({ server }) => {
    ;({ product } = await startHome(server))
  })

  test.afterAll(async () => product.stop())

  const enter = async (page: Page): Promise<void> => {
    await new EntrancePage(page).enter(product)
    await expect(new HomePage(page).card(ROOM)).toBeVisible()
  }

  const openDevice = async (page: Page): Promise<void> => {
    await new HomePage(page).card(ROOM).getByRole('link', { name: ROOM }).click()
    await expect(page.getByRole('heading', { name: ROOM, level: 1 })).toBeVisible()
  }

  test.describe('grows out of its card', () => {
    /** Records which elements of the page were animated into which, one entry for each view transition. */
    const watchTransitions = (page: Page) =>
      page.addInitScript(() => {
        const seen: string[][] = []
        Object.assign(window, { seenTransitions: seen })
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (change) => {
          const transition = start(change)
          transition.ready.then(
            () =>
              seen.push(
                document
                  .getAnimations()
                  .flatMap(({ effect }) =>
                    effect instanceof KeyframeEffect && effect.pseudoElement ? [effect.pseudoElement] : [],
                  ),
              ),
            (reason) => seen.push([`skipped: ${reason}`]),
          )
          return transition
        }
      })
    const transitions = async (page: Page): Promise<string[][]> =>
      z.array(z.array(z.string())).parse(await page.evaluate('window.seenTransitions'))

    test('and back into it', async ({ page }) => {
      await watchTransitions(page)
      await enter(page)
      await openDevice(page)
      await expect.poll(async () => (await transitions(page)).length).toBe(1)
      await page.goBack()
      await expect(new HomePage(page).card(ROOM)).toBeVisible()
      await expect.poll(async () => (await transitions(page)).length).toBe(2)
      for (const parts of await transitions(page)) {
        expect(parts).toContain('::view-transition-group(device-room)')
        expect(parts).toContain('::view-transition-old(device-room)')
        expect(parts).toContain('::view-transition-new(device-room)')
      }
    })

    test('not for who asks for stillness', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await watchTransitions(page)
      await enter(page)
      await openDevice(page)
      expect(await transitions(page)).toEqual([])
    })

    test('and opens all the same in a browser that knows no transitions', async ({ page }) => {
      await page.addInitScript(() => {
        Object.defineProperty(document, 'startViewTransition', { value: undefined })
      })
      await enter(page)
      await openDevice(page)
      await page.goBack()
      await expect(new HomePage(page).card(ROOM)).toBeVisible()
    })
  })

  test.describe('shows a sky', () => {
    /** There are two at dusk and at dawn. */
    const sky = (page: Page) => page.locator('[data-loop]')

    test('that moves, without a sound, and stops while nobody sees it', async ({ page }) => {
      await enter(page)
      await openDevice(page)
      const video = sky(page).first().locator('video')
      await expect
        .poll(() => video.evaluate((each) => each instanceof HTMLVideoElement && each.currentTime))
        .toBeGreaterThan(0.2)
      expect(
        await video.evaluate((each) => each instanceof HTMLVideoElement && each.muted && each.loop),
      ).toBe(true)
      await expect(video.locator('xpath=ancestor::*[@aria-hidden="true"]').first()).toBeAttached()
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      expect(await video.evaluate((each) => each instanceof HTMLVideoElement && each.paused)).toBe(true)
    })

    test('of the time of day, one passing into the other', async ({ page }) => {
      await enter(page)
      await openDevice(page)
      const show = (time: string, blend: string) =>
        page.evaluate(
          ([ofPage, ofSky]) => Object.assign(document.documentElement.dataset, { time: ofPage, sky: ofSky }),
          [time, blend],
        )
      const shown = () =>
        sky(page).evaluateAll((loops) => loops.map((loop) => loop.getAttribute('data-loop')))
      await show('day', 'day day 0.00')
      await expect.poll(shown).toEqual(['day'])
      await show('dusk', 'day dusk 0.60')
      await expect.poll(shown).toEqual(['day', 'dusk'])
      await expect(sky(page).last()).toHaveCSS('opacity', '0.6')
      await show('night', 'night night 0.00')
      await expect.poll(shown).toEqual(['night'])
    })

    test.describe('as a still', () => {
      const asked = (page: Page): string[] => {
        const videos: string[] = []
        page.on('request', (request) => {
          if (/\.(webm|mp4)$/.test(request.url())) videos.push(request.url())
        })
        return videos
      }
      const isStill = async (page: Page, videos: string[]): Promise<void> => {
        await enter(page)
        await openDevice(page)
        await expect(sky(page).first().locator('img')).toHaveJSProperty('complete', true)
        await expect(sky(page).locator('video')).toHaveCount(0)
        expect(videos).toEqual([])
      }

      test('for who asks for stillness', async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await isStill(page, asked(page))
      })

      test('for who saves data', async ({ page }) => {
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
        })
        await isStill(page, asked(page))
      })

      test('on a slow line', async ({ page }) => {
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '3g' } })
        })
        await isStill(page, asked(page))
      })
    })
  })
})
