import { LIMITS, websocketTokenSchema } from '@senca/contract'
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
