import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserPath } from './product/browser.ts'

/** Tests the built product in a real browser. Each worker has its own server, and each file its own home on it. */
export default defineConfig({
  testDir: './tests',
  outputDir: '../.cache/e2e',
  snapshotPathTemplate: '{testDir}/../pictures/{arg}{ext}',
  // Tests wait for devices for part of their time, so four share two processors.
  workers: 2 * availableParallelism(),
  fullyParallel: false,
  // Ten times what a test takes on a quiet machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // `npm test` leaves out what is tagged so.
  ...(process.env.TEST_ALL === 'yes' ? {} : { grepInvert: /@all/ }),
  forbidOnly: true,
  // A picture that is missing is a failure, unless pictures are made on purpose by `--update-snapshots`.
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? '../.cache/e2e-report.json' }]],
  use: {
    // With a wider viewport the screen of a device opens beside the list of the home.
    viewport: { width: 1260, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Ljubljana',
    // Animations take a fifth of the processor time. Tests of what moves use `WITH_MOTION`.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests that answer for the server need its requests to come from the page. Those of the service worker allow it.
    serviceWorkers: 'block',
    // Traces slow every test down by a tenth. Use `--trace retain-on-failure` for a single failing test.
    trace: 'off',
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
