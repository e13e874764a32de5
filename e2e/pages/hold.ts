import { expect, type Locator } from '@playwright/test'

/** Presses a button until it reports that it was held long enough. */
export async function holdKey(key: Locator): Promise<void> {
  const page = key.page()
  const held = key.and(page.locator('[data-holding="true"]'))
  await key.hover()
  await page.mouse.down()
  await expect(held).toHaveCount(1)
  await expect(held).toHaveCount(0, { timeout: 120_000 })
  await page.mouse.up()
}
