import * as z from 'zod/mini'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import { createTopic } from '#platform/postgres/announcements.ts'
import type { Database } from '#platform/postgres/database.ts'

/** Ids of sessions that have ended. */
export const sessionEvents = createTopic('sessions', z.string())

interface SessionEndsOptions {
  database: Pick<Database, 'db' | 'follow'>
  listAlive(sessionIds: readonly string[]): Promise<string[]>
  /** Called with ended sessions before the listeners of these sessions. Null means that any session may have ended. */
  ended(sessionIds: readonly string[] | null): void
  failed(error: unknown): void
}

/** Notifies everything that is open for a session when it has ended, on any instance. */
export function createSessionEnds({ database, listAlive, ended, failed }: SessionEndsOptions) {
  const listenersBySession = createKeyedSets<() => void>()
  let unfollow = () => {}

  const end = (sessionIds: readonly string[]) => {
    ended(sessionIds)
    for (const id of sessionIds) for (const listener of [...listenersBySession.of(id)]) listener()
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
      unfollow = await sessionEvents.follow(database, end, recheck)
    },
    stop: () => unfollow(),
    /** Call it after the sessions were deleted from the database. */
    async announce(sessionIds: readonly string[]) {
      end(sessionIds)
      await sessionEvents.announce(database.db, sessionIds)
    },
    /** Calls `ended` when the session has ended. Returns the function that unsubscribes. */
    onEnded(sessionId: string, ended: () => void): () => void {
      listenersBySession.add(sessionId, ended)
      return () => listenersBySession.delete(sessionId, ended)
    },
  }
}
