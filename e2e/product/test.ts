import { test as base } from '@playwright/test'
import { type Gallery, startGallery } from './gallery.ts'
import { type Server, startServer } from './server.ts'

interface Shared {
  /** A running server without the demo home. Each test file creates its own account or home on it. */
  server: Server
  gallery: Gallery
}

/** The test files of a worker share one server and the gallery, because starting them takes longer than most tests. */
export const test = base.extend<object, Shared>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed.
    async ({}, use) => {
      const server = await startServer({ DEMO: 'off' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed.
    async ({}, use) => {
      const gallery = await startGallery()
      await use(gallery)
      gallery.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The browser shows all animations. For `page.emulateMedia` in a test whose subject moves on the screen. */
export const MOTION = { reducedMotion: 'no-preference' } as const

/** The same for `test.use`, in a file. */
export const WITH_MOTION = { contextOptions: MOTION } as const
