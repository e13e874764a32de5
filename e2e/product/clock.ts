import type { Page } from '@playwright/test'

/** Stops the clock of a loaded page until the test advances it, so that the speed of the machine does not matter. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
}
