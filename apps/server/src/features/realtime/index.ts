import type { Devices } from '#features/devices/index.ts'
import type { GuestService, Links } from '#features/links/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createHub } from './hub.ts'
import { realtimeRoutes } from './realtime.routes.ts'
import type { SocketIdentities } from './socket-session.ts'

interface RealtimeOptions {
  devices: Pick<Devices, 'service' | 'shadows' | 'events' | 'rights' | 'isWithoutHome'>
  guests: Pick<GuestService, 'identifyWebsocketToken'>
  links: Pick<Links, 'sharing' | 'onEnded'>
  sessions: Pick<SessionService, 'identifyWebsocketToken' | 'onEnded'>
}

/** The websocket: what happens in a home, to everyone who may see it. */
export function registerRealtime(context: AppContext, options: RealtimeOptions) {
  const { clock, http, logger, metrics, runs } = context
  const { devices, guests, links, sessions } = options
  const hub = createHub({
    devices: devices.service,
    shadows: devices.shadows,
    events: devices.events,
    rights: devices.rights,
    sharing: links.sharing,
    isWithoutHome: devices.isWithoutHome,
    clock,
    failed: (error) => logger.error({ err: error }, 'A change could not be told'),
  })
  const identities: SocketIdentities = {
    identify: async (token) =>
      (await sessions.identifyWebsocketToken(token)) ?? guests.identifyWebsocketToken(token),
    onEnded: (actor, ended) =>
      actor.kind === 'link' ? links.onEnded(actor, ended) : sessions.onEnded(actor.sessionId, ended),
  }
  runs(hub)
  http.register(realtimeRoutes, { hub, identities, clock })
  metrics.gauge('senca_websockets', 'Open websockets', () => http.websocketServer.clients.size)
}
