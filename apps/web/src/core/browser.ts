import { createApiClient } from './api-client.ts'
import { browserClock } from './clock.ts'
import { createEmitter } from './emitter.ts'
import { readPageConfig } from './page-config.ts'
import { createServerClock } from './server-clock.ts'

/** The core of every page, met with the browser's document, fetch and clock; the sockets come with `browser-realtime`. */

export const pageConfig = readPageConfig(document.getElementById('page-config')?.textContent ?? null)

const server = createServerClock(browserClock, (input, init) => fetch(input, init))
/** By which tokens end; right also where the clock of this machine is not. */
export const serverClock = server.clock

const signedOut = createEmitter<void>()

/** The server said that nobody is signed in. */
export const onSignedOut = signedOut.subscribe

export const api = createApiClient({
  authServer: pageConfig.authServer,
  fetch: server.fetch,
  clock: serverClock,
  onSignedOut: () => signedOut.emit(),
})
