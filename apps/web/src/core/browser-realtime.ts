import { LIMITS, websocketTokenSchema } from '@senca/contract'
import { createStore } from 'zustand/vanilla'
import { api, pageConfig, serverClock } from './browser.ts'
import { createPageRealtime } from './page-realtime.ts'

/** The sockets of the app; only pages that listen load them. */
export const {
  realtime,
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

/** Whether the home was had by the last call that asked for it where no socket is live. */
export const homeReach = createStore(() => ({ isReached: false }))

/** Whether what is known of the home is kept up to date, by its socket or by calls. */
export const isHomeConnected = (): boolean =>
  homeReach.getState().isReached || realtime.status(LIMITS.CURRENT_USER_KEY)?.state === 'live'
