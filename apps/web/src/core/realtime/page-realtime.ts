import type { Build, PageConfig, ServerMessage } from '@senca/contract'
import { createStore } from 'zustand/vanilla'
import type { Clock } from '../clock.ts'
import { createEmitter } from '../emitter.ts'
import { websocketAddress } from '../page-config.ts'
import { isFromWorker } from '../storage.ts'
import { noteReading } from '../unreadable-devices.ts'
import { openBrowserSocket } from './browser-socket.ts'
import { createFrameBatch, nextFrame } from './frame-batch.ts'
import { createRealtimeClient } from './realtime-client.ts'
import { createWebsocketTokens } from './websocket-tokens.ts'

interface ServerBuild {
  build: Build | undefined
  /** When the oldest build was made that may still be used. */
  oldest: string | undefined
}

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
  const serverBuild = createStore<ServerBuild>(() => ({ build: undefined, oldest: undefined }))
  const batch = createFrameBatch<ServerMessage>(nextFrame, messages.emit)
  const realtime = createRealtimeClient({
    address: websocketAddress(pageConfig, location),
    openSocket: openBrowserSocket,
    keepsHome: isFromWorker,
    tokens: createWebsocketTokens({ clock, fetchToken }),
    clock,
    random: Math.random,
    warn: (message) => console.warn(message),
    onUnreadable: (unreadable) => noteReading({ unreadable, readable: [] }),
    onServer: ({ build, oldest }) => serverBuild.setState({ build, oldest }),
    onMessages: (_key, received) => batch.add(received),
    onAccepted: accepted.emit,
  })
  return {
    realtime,
    /** What the server said of its build of the web app when a socket was last accepted. */
    serverBuild,
    /** A socket signed in, for the first time or after a reconnect. The value is its auth key. */
    onAccepted: accepted.subscribe,
    /** The messages of the sockets, one batch per frame. */
    onMessages: messages.subscribe,
  }
}
