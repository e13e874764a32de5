import { LIMITS, type ServerMessage, websocketTokenSchema } from '@senca/contract'
import { api, pageConfig } from './browser.ts'
import { openBrowserSocket } from './browser-socket.ts'
import { browserClock } from './clock.ts'
import { createEmitter } from './emitter.ts'
import { createFrameBatch, nextFrame } from './frame-batch.ts'
import { websocketAddress } from './page-config.ts'
import { createRealtimeClient } from './realtime-client.ts'
import { createWebsocketTokens } from './websocket-tokens.ts'

/** The sockets of this page, met with the browser; only pages that listen load them. */

const accepted = createEmitter<string>()
const messages = createEmitter<readonly ServerMessage[]>()

/** A socket signed in, for the first time or after a loss; says its auth key. */
export const onRealtimeAccepted = accepted.subscribe
/** What the sockets heard, once per frame. */
export const onRealtimeMessages = messages.subscribe

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
