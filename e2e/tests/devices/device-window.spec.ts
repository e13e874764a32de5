import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

const ROOM = 'Living room'

test.describe('the window of a device', () => {
  let product: Product

  test.beforeAll(async ({ server }) => {
    ;({ product } = await startHome(server, 1, [], [{ name: ROOM, type: 'roller_shutter' }]))
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

  const goBack = async (page: Page): Promise<void> => {
    await page.goBack()
    await expect(new HomePage(page).card(ROOM)).toBeVisible()
  }

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

  /** There are two at dusk and at dawn. */
  const sky = (page: Page) => page.locator('[data-loop]')

  /** The videos that the page requests from now on. */
  const requestedVideos = (page: Page): string[] => {
    const videos: string[] = []
    page.on('request', (request) => {
      if (/\.(webm|mp4)$/.test(request.url())) videos.push(request.url())
    })
    return videos
  }

  const isStill = async (page: Page, videos: string[]): Promise<void> => {
    await expect(sky(page).first().locator('img')).toHaveJSProperty('complete', true)
    await expect(sky(page).locator('video')).toHaveCount(0)
    expect(videos).toEqual([])
  }

  test('grows out of its card and shows a sky', async ({ page }) => {
    await watchTransitions(page)
    await enter(page)

    await test.step('grows out of its card and back into it', async () => {
      await openDevice(page)
      await expect.poll(async () => (await transitions(page)).length).toBe(1)
      await goBack(page)
      await expect.poll(async () => (await transitions(page)).length).toBe(2)
      for (const parts of await transitions(page)) {
        expect(parts).toContain('::view-transition-group(device-room)')
        expect(parts).toContain('::view-transition-old(device-room)')
        expect(parts).toContain('::view-transition-new(device-room)')
      }
    })

    await openDevice(page)
    await test.step('shows a sky that moves, without a sound', async () => {
      const video = sky(page).first().locator('video')
      await expect
        .poll(() => video.evaluate((each) => each instanceof HTMLVideoElement && each.currentTime))
        .toBeGreaterThan(0.2)
      expect(
        await video.evaluate((each) => each instanceof HTMLVideoElement && each.muted && each.loop),
      ).toBe(true)
      await expect(video.locator('xpath=ancestor::*[@aria-hidden="true"]').first()).toBeAttached()
    })

    await test.step('shows a sky of the time of day, one passing into the other', async () => {
      const show = (time: string, blend: string) =>
        page.evaluate(
          ([ofPage, ofSky]) => Object.assign(document.documentElement.dataset, { time: ofPage, sky: ofSky }),
          [time, blend],
        )
      const shown = () =>
        sky(page).evaluateAll((loops) => loops.map((loop) => loop.getAttribute('data-loop')))
      await show('night', 'night night 0.00')
      await expect.poll(shown).toEqual(['night'])
      await show('dusk', 'day dusk 0.60')
      await expect.poll(shown).toEqual(['day', 'dusk'])
      await expect(sky(page).last()).toHaveCSS('opacity', '0.6')
      await show('day', 'day day 0.00')
      await expect.poll(shown).toEqual(['day'])
    })

    await test.step('stops its sky while nobody sees it', async () => {
      const video = sky(page).first().locator('video')
      const isPaused = () => video.evaluate((each) => each instanceof HTMLVideoElement && each.paused)
      await expect.poll(isPaused).toBe(false)
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      expect(await isPaused()).toBe(true)
    })
  })

  test('neither grows nor moves for who asks for stillness', { tag: '@all' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await watchTransitions(page)
    const videos = requestedVideos(page)
    await enter(page)
    await openDevice(page)
    expect(await transitions(page)).toEqual([])
    await isStill(page, videos)
  })

  test('opens anyway in a browser that knows less, and has a still sky on a slow line', {
    tag: '@all',
  }, async ({ page }) => {
    const videos = requestedVideos(page)
    await page.addInitScript(() => {
      Object.defineProperty(document, 'startViewTransition', { value: undefined })
    })
    await enter(page)
    const lines = [
      ['who saves data', { saveData: true, effectiveType: '4g' }],
      ['a slow line', { saveData: false, effectiveType: '3g' }],
    ] as const
    for (const [name, line] of lines) {
      await test.step(`as a still for ${name}`, async () => {
        await page.evaluate((value) => {
          Object.defineProperty(navigator, 'connection', { value, configurable: true })
        }, line)
        await openDevice(page)
        await isStill(page, videos)
        await goBack(page)
      })
    }
  })
})
