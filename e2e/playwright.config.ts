import { defineConfig } from '@playwright/test'
import { browserPath } from './product/browser.ts'

/** The built product in a real browser. Each file has a server, a database and a home of its own, so that two run side by side. */
export default defineConfig({
  testDir: './tests',
  outputDir: '../.cache/e2e',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? '../.cache/e2e-report.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Ljubljana',
    // Without the film: it is taken of every test, and looked at for the few that fail.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
