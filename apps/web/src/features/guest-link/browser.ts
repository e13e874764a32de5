import { websocketTokenSchema } from '@senca/contract'
import { createSend, inOrder } from '#core/api/api-request.ts'
import { browserClock, followClock } from '#core/clock.ts'
import { readPageConfig } from '#core/page-config.ts'
import { createPageRealtime } from '#core/realtime/page-realtime.ts'
import { createServerClock } from '#core/server-clock.ts'
import { tabStorage } from '#core/storage.ts'
import { createGuestApi } from './guest.api.ts'

/** The stored PIN of this tab; null if there is none. */
const readPin = (key: string): string | null => tabStorage.getItem(key)?.match(/^\d{4,8}$/)?.[0] ?? null

/** Stores a PIN while the tab is open; null removes it. */
function writePin(key: string, pin: string | null): void {
  if (pin === null) tabStorage.removeItem(key)
  else tabStorage.setItem(key, pin)
}

/**
 * The core of the guest pages, created with the browser's fetch and clock: calls and a socket that are authorized by the link,
 * without a session.
 */

export const pageConfig = readPageConfig(document.getElementById('page-config')?.textContent ?? null)

const server = createServerClock(browserClock, (input, init) =>
  fetch(input, { ...init, credentials: 'omit' }),
)
/** The server's time, which is also right when the clock of the phone is wrong. */
export const guestClock = server.clock
followClock(guestClock)

const send = createSend({ authServer: pageConfig.authServer, fetch: server.fetch })

let linkPin: string | null = null

/**
 * The PIN of a link, which is also needed to open its socket. It is stored while the tab is open and removed when it is refused.
 */
export function pinOf(token: string | null) {
  const key = `pin ${token}`
  linkPin = readPin(key)
  return {
    keptPin: linkPin,
    keepPin(pin: string | null) {
      linkPin = pin
      writePin(key, pin)
    },
  }
}
const linkHeader = (token: string): Record<string, string> => ({
  'x-device-link-token': token,
  ...(linkPin === null ? {} : { 'x-device-link-pin': linkPin }),
})

export const guestApi = createGuestApi((request, token) => send(inOrder(request), linkHeader(token)))

export const { realtime, onAccepted, onMessages } = createPageRealtime({
  pageConfig,
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
})
