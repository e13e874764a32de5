import type { Locator } from '@playwright/test'

/** The bounding box of an element in pixels. Throws if it is not visible. */
export async function boxOf(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${locator} is not shown`)
  return box
}
