import { type ServerMessage, websocketTokenSchema } from '@senca/contract'
import { createSend } from '#core/api-request.ts'
import { openBrowserSocket } from '#core/browser-socket.ts'
import { browserClock } from '#core/clock.ts'
import { createEmitter } from '#core/emitter.ts'
import { createFrameBatch, nextFrame } from '#core/frame-batch.ts'
import { readPageConfig, websocketAddress } from '#core/page-config.ts'
import { createRealtimeClient } from '#core/realtime-client.ts'
import { createServerClock } from '#core/server-clock.ts'
import { createWebsocketTokens } from '#core/websocket-tokens.ts'
import { createGuestApi } from './guest.api.ts'

/** The core of the guest pages, met with the browser: calls and a socket by the right of a link, without any session. */

export const pageConfig = readPageConfig(document.getElementById('page-config')?.textContent ?? null)

const server = createServerClock(browserClock, (input, init) =>
  fetch(input, { ...init, credentials: 'omit' }),
)
/** Right also where the clock of the phone is not. */
export const guestClock = server.clock

const send = createSend({ authServer: pageConfig.authServer, fetch: server.fetch })

let linkPin: string | null = null
/** The PIN of the link, which its socket is opened with too. */
export const keepPin = (pin: string | null): void => {
  linkPin = pin
}
const linkHeader = (token: string): Record<string, string> => ({
  'x-device-link-token': token,
  ...(linkPin === null ? {} : { 'x-device-link-pin': linkPin }),
})

export const guestApi = createGuestApi((request, token) => send(request, linkHeader(token)))

const accepted = createEmitter<string>()
const messages = createEmitter<readonly ServerMessage[]>()
/** The socket signed in, for the first time or after a loss. */
export const onAccepted = accepted.subscribe
/** What it heard, once per frame. */
export const onMessages = messages.subscribe

const batch = createFrameBatch<ServerMessage>(nextFrame, messages.emit)

export const realtime = createRealtimeClient({
  address: websocketAddress(pageConfig, location),
  openSocket: openBrowserSocket,
  tokens: createWebsocketTokens({
    clock: guestClock,
    fetchToken: async (key) => {
      const { token } = await send(
        {
          method: 'GET',
          path: '/account/websocket/token',
          access: { deviceLinkToken: key },
          answer: websocketTokenSchema,
        },
        linkHeader(key),
      )
      return token
    },
  }),
  clock: guestClock,
  random: Math.random,
  warn: (message) => console.warn(message),
  onMessages: (_key, heard) => batch.add(heard),
  onAccepted: accepted.emit,
})
