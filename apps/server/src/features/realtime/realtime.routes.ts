import websocket from '@fastify/websocket'
import { LIMITS } from '@senca/contract'
import fastifyPlugin from 'fastify-plugin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '#platform/clock.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Hub } from './hub.ts'
import { createOutbox } from './outbox.ts'
import { createSocketLimits } from './socket-limits.ts'
import { createSocketSession, type SocketIdentities, type WebAppNotice } from './socket-session.ts'

/** A client that does not answer pings for this long is treated as disconnected, whatever TCP reports. */
const PING_EVERY_MS = 30_000
/** A client that has not closed its side by then is disconnected. */
const CLOSE_WITHIN_MS = 1_000

interface RealtimeRoutesOptions {
  hub: Hub
  identities: SocketIdentities
  opened(sessionId: string): () => void
  noteVisible(sessionId: string, isVisible: boolean): void
  noteKept(sessionId: string): void
  clock: Clock
  webApp: WebAppNotice
}

const routes: FastifyPluginAsyncZod<RealtimeRoutesOptions> = async (
  app,
  { hub, identities, opened, noteVisible, noteKept, clock, webApp },
) => {
  const limits = createSocketLimits()
  await app.register(websocket, {
    // Socket errors are mostly caused by the client, for example by a frame that is too large.
    errorHandler(error, socket, request) {
      request.log.debug({ reason: error.message }, 'A websocket broke')
      socket.terminate()
    },
    options: {
      server: app.upgrades,
      maxPayload: LIMITS.WEBSOCKET_FRAME_MAX_BYTES,
      perMessageDeflate: false,
      clientTracking: true,
    },
  })

  app.get(
    '/websocket',
    { websocket: true, config: { access: 'public' }, schema: { hide: true } },
    (socket, request) => {
      let isAlive = true
      let cancelCut = () => {}
      const outbox = createOutbox({
        wire: {
          get bufferedAmount() {
            return socket.bufferedAmount
          },
          send: (frame, flushed) =>
            socket.send(frame, (error) => {
              if (error === undefined || error === null) flushed()
            }),
        },
        soon: setImmediate,
      })
      const session = createSocketSession({
        identities,
        hub,
        outbox,
        limits,
        opened,
        noteVisible,
        noteKept,
        webApp,
        address: callerOf(request).address,
        clock,
        close(code, reason) {
          socket.close(code, reason)
          cancelCut = clock.after(CLOSE_WITHIN_MS, () => socket.terminate())
        },
        failed: (error) => request.log.error({ err: error }, 'A websocket sign-in failed'),
      })
      const stopPinging = clock.every(PING_EVERY_MS, () => {
        if (!isAlive) {
          socket.terminate()
          return
        }
        isAlive = false
        socket.ping()
      })
      socket.on('pong', () => {
        isAlive = true
      })
      socket.on('message', (frame, isBinary) => {
        if (isBinary) session.onBinary()
        else session.receive(frame.toString())
      })
      socket.on('close', () => {
        stopPinging()
        cancelCut()
        session.end()
      })
    },
  )
}

/** Registered without encapsulation, so that the app can count the sockets. */
export const realtimeRoutes = fastifyPlugin(routes)
