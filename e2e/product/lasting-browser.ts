import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { browserPath } from './browser.ts'
import { startWebProxy, type WebProxy } from './doubles/web-proxy.ts'
import { test as base } from './test.ts'

/** A browser with a folder of its own, which keeps service workers and what they keep, unlike the contexts of other tests. */
export async function startLastingBrowser(launchOptions: LaunchOptions, program = browserPath()) {
  const folder = mkdtempSync(join(tmpdir(), 'senca-browser-'))
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    executablePath: program,
    locale: 'en-GB',
    timezoneId: 'Europe/Ljubljana',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'allow',
  })
  return {
    context,
    async stop() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Tests in a lasting browser of their own, whose way to the server can be cut. */
export const test = base.extend<{ webProxy: WebProxy; context: BrowserContext }>({
  async webProxy({ server }, use) {
    const proxy = await startWebProxy(server.url)
    await use(proxy)
    await proxy.stop()
  },
  async context({ launchOptions }, use) {
    const browser = await startLastingBrowser(launchOptions)
    await use(browser.context)
    await browser.stop()
  },
})

/** Whether the page's service worker is active. */
export const isWorkerActive = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated')

/** The text that is kept of the home; null for none. */
export const keptHome = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        const opening = indexedDB.open('senca', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('home')
        opening.onerror = () => resolve(null)
        opening.onsuccess = () => {
          const database = opening.result
          const read = database.transaction('home').objectStore('home').get('kept')
          read.onsuccess = () => {
            database.close()
            resolve(read.result ?? null)
          }
        }
      }),
  )
