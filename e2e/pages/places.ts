import type { Locator } from '@playwright/test'

/** Where something is on the page, in pixels. Throws when it is not shown. */
export async function boxOf(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${locator} is not shown`)
  return box
}
