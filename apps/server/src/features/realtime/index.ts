import type { Build } from '@senca/contract'
import type { Devices } from '#features/devices/index.ts'
import { type GuestService, type Links, sharingEvents } from '#features/links/index.ts'
import { type BridgeActor, can, type Guarded } from '#features/rights/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { OLDEST_BUILD } from '#platform/http/web-build.ts'
import type { Audience } from './audiences.ts'
import { createDevicePublisher } from './device-publisher.ts'
import { createHub } from './hub.ts'
import { createOpenPages, type OpenPages } from './open-pages.ts'
import { realtimeRoutes } from './realtime.routes.ts'
import type { SocketIdentities } from './socket-session.ts'

/** Registers which sessions have open pages. Features before the websocket ask it too. */
export function registerOpenPages({ bus, clock, runs }: AppContext): OpenPages {
  const pages = createOpenPages({ bus, clock })
  runs(pages)
  return pages
}

interface RealtimeOptions {
  devices: Pick<
    Devices,
    'service' | 'lookup' | 'surroundingsOf' | 'shadows' | 'events' | 'rights' | 'isWithoutHome'
  >
  bridgeSockets: {
    identifyToken: SocketIdentities['identify']
    onEnded(bridge: BridgeActor, ended: () => void): () => void
  }
  guests: Pick<GuestService, 'identifyWebsocketToken'>
  links: Pick<Links, 'onEnded'>
  pages: Pick<OpenPages, 'opened'>
  sessions: Pick<SessionService, 'identifyWebsocketToken' | 'onEnded' | 'keepsHome'>
  /** A page of a session said whether it is visible. */
  noteVisible(sessionId: string, isVisible: boolean): void
  /** The web app of this server. */
  build: Build | undefined
}

/**
 * Registers the websocket, which sends changes in a home to everyone who may see them. Features publish their messages through
 * it.
 */
export function registerRealtime(context: AppContext, options: RealtimeOptions) {
  const { clock, database, http, logger, metrics, runs } = context
  const { bridgeSockets, devices, guests, links, pages, sessions, noteVisible, build } = options
  const hub = createHub({ rights: devices.rights, shadows: devices.shadows })
  const publisher = createDevicePublisher({
    hub,
    lookup: devices.lookup,
    surroundingsOf: devices.surroundingsOf,
    infoOf: devices.service.seenInfoOf,
    shadows: devices.shadows,
    events: devices.events,
    isWithoutHome: devices.isWithoutHome,
    clock,
    failed: (error) => logger.error({ err: error }, 'A change could not be published to open pages'),
  })
  const identities: SocketIdentities = {
    identify: async (token) =>
      (await sessions.identifyWebsocketToken(token)) ??
      (await guests.identifyWebsocketToken(token)) ??
      bridgeSockets.identifyToken(token),
    onEnded(actor, ended) {
      if (actor.kind === 'link') return links.onEnded(actor, ended)
      if (actor.kind === 'bridge') return bridgeSockets.onEnded(actor, ended)
      return sessions.onEnded(actor.sessionId, ended)
    },
  }
  runs(publisher)
  let stopFollowing = () => {}
  runs({
    async start() {
      stopFollowing = await sharingEvents.follow(database, (accountIds) => {
        for (const accountId of accountIds) hub.publish('sharing.updated', { accountId }, {})
      })
    },
    stop: () => stopFollowing(),
  })
  const noteKept = (sessionId: string): void => {
    sessions
      .keepsHome(sessionId)
      .catch((error: unknown) => logger.warn({ err: error }, 'What a browser keeps could not be noted'))
  }
  const webApp = build === undefined ? {} : { build, oldest: OLDEST_BUILD }
  http.register(realtimeRoutes, {
    hub,
    identities,
    opened: pages.opened,
    noteVisible,
    noteKept,
    clock,
    webApp,
  })
  metrics.gauge('senca_websockets', 'Open websockets', () => http.websocketServer.clients.size)
  return {
    publish: hub.publish,
    hasReaders: hub.hasReaders,
    /** The people with open pages here who may command a device. */
    commandersOf: (device: Guarded): Audience[] =>
      [...hub.audiencesOf(device.id)].filter(
        ({ actor, outboxes }) =>
          actor.kind === 'account' && outboxes.size > 0 && can(actor, 'command', device),
      ),
    /**
     * Calls the listener with devices that an account with open pages may see from now on, or may no longer see, until the
     * returned function is called.
     */
    onSeenChanged: (listener: (accountId: string, deviceIds: readonly string[]) => void) =>
      hub.onRightsChanged(({ actor }, { gained, lost }) => {
        const deviceIds = [...gained, ...lost]
        if (actor.kind === 'account' && deviceIds.length > 0) listener(actor.accountId, deviceIds)
      }),
  }
}

export type Realtime = ReturnType<typeof registerRealtime>
