import { test as base } from '@playwright/test'
import { type Gallery, startGallery } from './gallery.ts'
import { type Server, startServer } from './server.ts'

interface Shared {
  /** A running server without the demo home. A file makes an account or a home of its own in it. */
  server: Server
  gallery: Gallery
}

/** The tests of all files that one worker runs share a server and the gallery: to start them costs more than most tests. */
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
