import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'

const TOPIC = 'pages'
/** Another instance has answered by then. */
const ANSWER_MS = 1_000

const messageSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('asked'), id: z.string(), sessionId: z.string() }),
  z.object({ phase: z.literal('open'), id: z.string() }),
])

/** Which sessions have pages with a socket, on any instance of the server. */
export function createOpenPages({ bus, clock }: { bus: EventBus; clock: Pick<Clock, 'after'> }) {
  const socketsOf = new Map<string, number>()
  const asked = new Map<string, () => void>()
  let unsubscribe = () => {}

  const received = (payload: unknown) => {
    const { data: message } = messageSchema.safeParse(payload)
    if (message?.phase === 'open') asked.get(message.id)?.()
    if (message?.phase === 'asked' && socketsOf.has(message.sessionId))
      bus.publish(TOPIC, { phase: 'open', id: message.id })
  }

  return {
    start() {
      unsubscribe = bus.subscribe(TOPIC, received)
    },
    stop: () => unsubscribe(),
    /** A socket of a session was accepted. Returns the function that says that it has closed. */
    opened(sessionId: string): () => void {
      socketsOf.set(sessionId, (socketsOf.get(sessionId) ?? 0) + 1)
      return () => {
        const left = (socketsOf.get(sessionId) ?? 1) - 1
        if (left > 0) socketsOf.set(sessionId, left)
        else socketsOf.delete(sessionId)
      }
    },
    /** Resolves with false after a second without an answer. */
    isOpen(sessionId: string): Promise<boolean> {
      if (socketsOf.has(sessionId)) return Promise.resolve(true)
      const id = randomUUID()
      return new Promise((resolve) => {
        const answer = (isOpen: boolean) => {
          cancel()
          asked.delete(id)
          resolve(isOpen)
        }
        const cancel = clock.after(ANSWER_MS, () => answer(false))
        asked.set(id, () => answer(true))
        bus.publish(TOPIC, { phase: 'asked', id, sessionId })
      })
    },
  }
}

export type OpenPages = ReturnType<typeof createOpenPages>
