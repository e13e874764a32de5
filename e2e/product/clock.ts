import type { Page } from '@playwright/test'

/** The clock of a loaded page stands still until the test moves it, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
}
