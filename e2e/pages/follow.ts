import type { Page } from '@playwright/test'

/** Goes to another page of the app as by one of its links. The app is not loaded again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
