import { LIMITS, type ServerMessage, websocketTokenSchema } from '@senca/contract'
import { createApiClient } from './api-client.ts'
import { openBrowserSocket } from './browser-socket.ts'
import { browserClock } from './clock.ts'
import { createEmitter } from './emitter.ts'
import { createFrameBatch, nextFrame } from './frame-batch.ts'
import { readPageConfig, websocketAddress } from './page-config.ts'
import { createRealtimeClient } from './realtime-client.ts'
import { createWebsocketTokens } from './websocket-tokens.ts'

/** The core of this page: the one place where its parts meet the browser's fetch, sockets, clock and chance. */

export const pageConfig = readPageConfig(document.getElementById('page-config')?.textContent ?? null)

const signedOut = createEmitter<void>()
const accepted = createEmitter<string>()
const messages = createEmitter<readonly ServerMessage[]>()

/** The server said that nobody is signed in. */
export const onSignedOut = signedOut.subscribe
/** A socket signed in, for the first time or after a loss; says its auth key. */
export const onRealtimeAccepted = accepted.subscribe
/** What the sockets heard, once per frame. */
export const onRealtimeMessages = messages.subscribe

export const api = createApiClient({
  authServer: pageConfig.authServer,
  fetch: (input, init) => fetch(input, init),
  clock: browserClock,
  onSignedOut: () => signedOut.emit(),
})

const batch = createFrameBatch<ServerMessage>(nextFrame, messages.emit)

export const realtime = createRealtimeClient({
  address: websocketAddress(pageConfig, location),
  openSocket: openBrowserSocket,
  tokens: createWebsocketTokens({
    clock: browserClock,
    fetchToken: async (key) => {
      const { token } = await api.request({
        method: 'GET',
        path: '/account/websocket/token',
        access: key === LIMITS.CURRENT_USER_KEY ? 'readsSession' : { deviceLinkToken: key },
        answer: websocketTokenSchema,
      })
      return token
    },
  }),
  clock: browserClock,
  random: Math.random,
  warn: (message) => console.warn(message),
  onMessages: (_key, heard) => batch.add(heard),
  onAccepted: accepted.emit,
})
