import type { PageConfig, ServerMessage } from '@senca/contract'
import type { Clock } from '../clock.ts'
import { createEmitter } from '../emitter.ts'
import { websocketAddress } from '../page-config.ts'
import { noteReading } from '../unreadable-devices.ts'
import { openBrowserSocket } from './browser-socket.ts'
import { createFrameBatch, nextFrame } from './frame-batch.ts'
import { createRealtimeClient } from './realtime-client.ts'
import { createWebsocketTokens } from './websocket-tokens.ts'

interface PageRealtimeOptions {
  pageConfig: PageConfig
  clock: Clock
  /** Asks the server for the websocket token of an auth key. */
  fetchToken(key: string): Promise<string>
}

/** The sockets of a page, created with the browser's WebSocket. */
export function createPageRealtime({ pageConfig, clock, fetchToken }: PageRealtimeOptions) {
  const accepted = createEmitter<string>()
  const messages = createEmitter<readonly ServerMessage[]>()
  const batch = createFrameBatch<ServerMessage>(nextFrame, messages.emit)
  const realtime = createRealtimeClient({
    address: websocketAddress(pageConfig, location),
    openSocket: openBrowserSocket,
    tokens: createWebsocketTokens({ clock, fetchToken }),
    clock,
    random: Math.random,
    warn: (message) => console.warn(message),
    onUnreadable: (unreadable) => noteReading({ unreadable, readable: [] }),
    onMessages: (_key, received) => batch.add(received),
    onAccepted: accepted.emit,
  })
  return {
    realtime,
    /** A socket signed in, for the first time or after a reconnect. The value is its auth key. */
    onAccepted: accepted.subscribe,
    /** The messages of the sockets, one batch per frame. */
    onMessages: messages.subscribe,
  }
}
