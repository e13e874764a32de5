import type { Page } from '@playwright/test'

/** Makes a page trust its own clock, also where a test sets that to another time than the server's. Called before the page loads. */
export async function ownTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
}

/** Stops the clock of a loaded page until the test advances it, so that the speed of the machine does not matter. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
}
