import { createApiClient } from './api/api-client.ts'
import { browserClock, followClock } from './clock.ts'
import { createEmitter } from './emitter.ts'
import { readPageConfig } from './page-config.ts'
import { createServerClock } from './server-clock.ts'
import { browserStorage } from './storage.ts'

/** The core of every page, created with the browser's document, fetch and clock. The sockets are in `browser-realtime`. */

export const pageConfig = readPageConfig(document.getElementById('page-config')?.textContent ?? null)

const server = createServerClock(browserClock, (input, init) => fetch(input, init))
/** The server's time, which decides when tokens expire. It is also right when the clock of this machine is wrong. */
export const serverClock = server.clock
export const clockDifference = server.difference
followClock(serverClock)

const LEAVING_KEY = 'senca.leaving'

const signedOut = createEmitter<void>()

/** Subscribes to the server's answer that nobody is signed in. */
export const onSignedOut = signedOut.subscribe

export const api = createApiClient({
  authServer: pageConfig.authServer,
  fetch: server.fetch,
  clock: serverClock,
  onSignedOut: () => signedOut.emit(),
  leaving: {
    isWanted: () => browserStorage.getItem(LEAVING_KEY) !== null,
    done: () => browserStorage.removeItem(LEAVING_KEY),
  },
})

/** Notes that the session is to be ended at the next contact with the server, before anything else. */
export const leaveLater = (): unknown => browserStorage.setItem(LEAVING_KEY, 'yes')
