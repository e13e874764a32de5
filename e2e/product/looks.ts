import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

export interface Look {
  readonly title: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { width: number; height: number }
}

/** The combinations in which a screen is checked: each theme and each size once, because they do not affect each other. */
const LOOKS: readonly Look[] = [
  { title: 'light, phone', colorScheme: 'light', viewport: SIZES.phone },
  { title: 'dark, desktop', colorScheme: 'dark', viewport: SIZES.desktop },
]

/** Shows a page in each look, without animations: axe reports poor contrast for elements that are fading in. */
export async function inEveryLook(page: Page, check: (look: Look) => Promise<void>): Promise<void> {
  for (const look of LOOKS) {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(look.viewport)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await check(look)
  }
}

/**
 * Checks the current page with axe. The legacy mode ignores frames; our pages have none. All rules are checked, but only
 * violations are described, which takes half of the time.
 */
export async function expectNoViolation(page: Page, screen: string): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${screen}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`,
  )
  expect(found).toEqual([])
}

/** Checks the page with axe in every look. */
export async function expectNoViolationInAnyLook(page: Page, screen: string): Promise<void> {
  await inEveryLook(page, ({ title }) => expectNoViolation(page, `${screen}, ${title}`))
}
