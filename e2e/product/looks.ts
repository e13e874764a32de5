import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

export interface Look {
  readonly title: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { width: number; height: number }
}

/** The looks that a screen is checked in: each theme and each size once, as neither changes what the other does. */
const LOOKS: readonly Look[] = [
  { title: 'light, phone', colorScheme: 'light', viewport: SIZES.phone },
  { title: 'dark, desktop', colorScheme: 'dark', viewport: SIZES.desktop },
]

/** Shows a page in one look after the other, and still: what fades in is half transparent, which axe takes for poor contrast. */
export async function inEveryLook(page: Page, check: (look: Look) => Promise<void>): Promise<void> {
  for (const look of LOOKS) {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(look.viewport)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await check(look)
  }
}

/** Checks what a page shows now by axe; no page of ours has frames, which the legacy mode would leave out. */
export async function expectNoViolation(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.map(
    ({ id, nodes }) => `${screen}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`,
  )
  expect(found).toEqual([])
}

/** Checks by axe what a page shows, in every look. */
export async function expectNoViolationInAnyLook(page: Page, screen: string): Promise<void> {
  await inEveryLook(page, ({ title }) => expectNoViolation(page, `${screen}, ${title}`))
}
