import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import { isPermanentError } from '#platform/postgres/permanent-errors.ts'
import { createActivityStore } from './activity.store.ts'
import { createActivityWriter } from './activity-writer.ts'
import { createRecorder } from './recorder.ts'
import { createSecurityTrail } from './security-trail.ts'

export { activityRoutes } from './activity.routes.ts'
export { createActivityFeed } from './activity-feed.ts'
export { happeningOf } from './command-happening.ts'
export { feedRoutes } from './feed.routes.ts'
export type { ActivityEnd, ActivityLife, RecordedDevice } from './recorder.ts'
export type { SecurityOccurrence } from './security-trail.ts'

const DAY_MS = 86_400_000
const TRAIL_DAYS = 365
const DOOR_DAYS = 365

interface ActivityOptions {
  database: Database
  clock: Clock
  /** How long is kept what happened to shades and lights. */
  activityDays: number
  /** Entries could not be written; they are tried again. */
  failed(error: unknown): void
  /** An entry is lost: there was no room for it, or it can never be written. */
  dropped(): void
  /** Something came too often to be told each time. */
  leftOut(): void
}

/** What was done in a home or to an account, by whom and when; entries are only ever added. */
export function createActivity(options: ActivityOptions) {
  const { database, clock, activityDays, failed, dropped, leftOut } = options
  const store = createActivityStore(database.db)
  const writer = createActivityWriter({
    clock,
    insert: store.insert,
    isPermanentError: isPermanentError,
    failed,
    dropped,
  })
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  return {
    ...createSecurityTrail({ store, clock }),
    ...createRecorder({ store, writer, clock, leftOut }),
    store,
    /** Writes what waits to be written of one account. */
    flushOf: writer.flushOf,
    /** Forgets what has been kept for its time. */
    async forgetOld(): Promise<void> {
      await store.deleteBefore('trail', daysAgo(TRAIL_DAYS))
      await store.deleteBefore('door', daysAgo(DOOR_DAYS))
      await store.deleteBefore('home', daysAgo(activityDays))
    },
    stop: writer.stop,
  }
}

export type Activity = ReturnType<typeof createActivity>
