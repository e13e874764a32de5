import { LIMITS, websocketTokenSchema } from '@senca/contract'
import { createStore } from 'zustand/vanilla'
import { api, pageConfig, serverClock } from '../browser.ts'
import { createPageRealtime } from './page-realtime.ts'

/** The sockets of the app. Only pages that use them load this module. */
export const {
  realtime,
  serverBuild,
  onAccepted: onRealtimeAccepted,
  onMessages: onRealtimeMessages,
} = createPageRealtime({
  pageConfig,
  clock: serverClock,
  fetchToken: async (key) => {
    const { token } = await api.request({
      method: 'GET',
      path: '/account/websocket/token',
      access: key === LIMITS.CURRENT_USER_KEY ? 'readsSession' : { deviceLinkToken: key },
      answer: websocketTokenSchema,
    })
    return token
  },
})

interface HomeReach {
  /** Whether the last call loaded the home successfully while no socket was live. */
  isReached: boolean
  /** When the home was as it is shown, in milliseconds since the epoch, while it was kept by an earlier page; else null. */
  keptAt: number | null
}

/** When the data of a kept home counts as loaded, in milliseconds since the epoch: whatever the server sends is newer. */
export const KEPT_AT_MS = 1

/** How current the data of the home is, beside the socket. */
export const homeReach = createStore<HomeReach>(() => ({ isReached: false, keptAt: null }))

/** Whether the data of the home is kept up to date, by the socket or by polling. */
export const isHomeConnected = (): boolean =>
  homeReach.getState().isReached || realtime.status(LIMITS.CURRENT_USER_KEY)?.state === 'live'
