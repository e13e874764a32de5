import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { Database } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_session_ended'
const BUS_TOPIC = 'session.ended'
/** The payload of a PostgreSQL notification must be shorter than 8,000 bytes. */
const IDS_PER_NOTICE = 150

const noticeSchema = z.array(z.string())

interface SessionEndsOptions {
  database: Pick<Database, 'listen' | 'notify'>
  bus: EventBus
  listAlive(sessionIds: readonly string[]): Promise<string[]>
  /** Called with ended sessions before the listeners of these sessions. Null means that any session may have ended. */
  ended(sessionIds: readonly string[] | null): void
  failed(error: unknown): void
}

/** Notifies everything that is open for a session when it has ended, on any instance. */
export function createSessionEnds({ database, bus, listAlive, ended, failed }: SessionEndsOptions) {
  const listenersBySession = createKeyedSets<() => void>()
  const undos: (() => void)[] = []

  const end = (sessionIds: readonly string[]) => {
    ended(sessionIds)
    for (const id of sessionIds) for (const listener of [...listenersBySession.of(id)]) listener()
  }
  const hear = (payload: unknown) => {
    const ids = noticeSchema.safeParse(payload)
    if (ids.success) end(ids.data)
  }
  /** After a lost database connection, reads which of the sessions in use have ended meanwhile. */
  const recheck = () => {
    ended(null)
    const held = [...listenersBySession.keys()]
    listAlive(held)
      .then((alive) => {
        const isAlive = new Set(alive)
        end(held.filter((id) => !isAlive.has(id)))
      })
      .catch(failed)
  }

  return {
    async start() {
      undos.push(bus.subscribe(BUS_TOPIC, hear))
      undos.push(await database.listen(CHANNEL, (payload) => hear(JSON.parse(payload)), recheck))
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
    },
    /** Call it after the sessions were deleted from the database. */
    async announce(sessionIds: readonly string[]) {
      bus.publish(BUS_TOPIC, sessionIds)
      for (let start = 0; start < sessionIds.length; start += IDS_PER_NOTICE) {
        await database.notify(CHANNEL, JSON.stringify(sessionIds.slice(start, start + IDS_PER_NOTICE)))
      }
    },
    /** Calls `ended` when the session has ended. Returns the function that unsubscribes. */
    onEnded(sessionId: string, ended: () => void): () => void {
      listenersBySession.add(sessionId, ended)
      return () => listenersBySession.delete(sessionId, ended)
    },
  }
}
