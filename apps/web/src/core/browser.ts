import { createApiClient } from './api/api-client.ts'
import { browserClock, followClock } from './clock.ts'
import { createEmitter } from './emitter.ts'
import { readPageConfig } from './page-config.ts'
import { createServerClock } from './server-clock.ts'

/** The core of every page, created with the browser's document, fetch and clock. The sockets are in `browser-realtime`. */

export const pageConfig = readPageConfig(document.getElementById('page-config')?.textContent ?? null)

const server = createServerClock(browserClock, (input, init) => fetch(input, init))
/** The server's time, which decides when tokens expire. It is also right when the clock of this machine is wrong. */
export const serverClock = server.clock
followClock(serverClock)

const signedOut = createEmitter<void>()

/** Subscribes to the server's answer that nobody is signed in. */
export const onSignedOut = signedOut.subscribe

export const api = createApiClient({
  authServer: pageConfig.authServer,
  fetch: server.fetch,
  clock: serverClock,
  onSignedOut: () => signedOut.emit(),
})
