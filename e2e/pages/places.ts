import { expect, type Locator, type Page } from '@playwright/test'

/** The bounding box of an element in pixels. Waits until it is visible. */
export async function boxOf(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(locator).toBeVisible()
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${locator} is not shown`)
  return box
}

/** The height of the whole page in multiples of the window height. */
export const screensOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
