import { createApiClient } from './api-client.ts'
import { browserClock } from './clock.ts'
import { createEmitter } from './emitter.ts'
import { readPageConfig } from './page-config.ts'

/** The core of every page, met with the browser's document, fetch and clock; the sockets come with `browser-realtime`. */

export const pageConfig = readPageConfig(document.getElementById('page-config')?.textContent ?? null)

const signedOut = createEmitter<void>()

/** The server said that nobody is signed in. */
export const onSignedOut = signedOut.subscribe

export const api = createApiClient({
  authServer: pageConfig.authServer,
  fetch: (input, init) => fetch(input, init),
  clock: browserClock,
  onSignedOut: () => signedOut.emit(),
})
