import type { ActivityAction, ActivityDetails } from '@senca/contract/activity'
import { Counter } from 'prom-client'
import type { RightsIndex } from '#features/rights/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createMonthlyParts } from '#platform/postgres/monthly-parts.ts'
import { isPermanentError } from '#platform/postgres/permanent-errors.ts'
import { activityRoutes } from './activity.routes.ts'
import { createActivityStore } from './activity.store.ts'
import { type ActivityFeedOptions, createActivityFeed } from './activity-feed.ts'
import { ACTIVITY_MONTHS } from './activity-months.ts'
import { createActivityWriter } from './activity-writer.ts'
import { feedRoutes } from './feed.routes.ts'
import { LATE_WITHIN_MS, type LateCommand, lateCommandOf, PART_ACTIONS } from './late-effects.ts'
import { createRecorder, type RecordedDevice } from './recorder.ts'
import { createSecurityTrail } from './security-trail.ts'

export { moveHistory, namesOfMoved } from './activity.store.ts'
export type { ActivityFeed } from './activity-feed.ts'
export type { LateCommand } from './late-effects.ts'
export type {
  ActivityEnd,
  ActivityLife,
  FailedActivity,
  RecordedDevice,
  RoleUse,
  SeenActivity,
} from './recorder.ts'

const DAY_MS = 86_400_000
const TRAIL_DAYS = 365
const DOOR_DAYS = 365

interface ActivityOptions {
  database: Database
  clock: Clock
  /** How many days events of shades and lights are kept. */
  activityDays: number
  /** Called when entries could not be written. They are tried again. */
  failed(error: unknown): void
  /** Called when an entry is lost, because there was no room for it or it can never be written. */
  dropped(): void
  /** Called when an entry was left out because of the rate limit. */
  leftOut(): void
}

/** The activity log: who did what in a home or to an account, and when. Entries are never deleted by people. */
export function createActivity(options: ActivityOptions) {
  const { database, clock, activityDays, failed, dropped, leftOut } = options
  const store = createActivityStore(database.db)
  const months = createMonthlyParts(database.db, ACTIVITY_MONTHS)
  const writer = createActivityWriter({
    clock,
    write: store.write,
    isPermanentError,
    failed,
    dropped,
  })
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  return {
    ...createSecurityTrail({ store, clock }),
    ...createRecorder({ store, writer, clock, leftOut }),
    store,
    /** Writes the waiting rows of one account. */
    flushOf: writer.flushOf,
    /** Finds the command of which an operation is a late effect; null if it is none. */
    async findLate(
      { id, ownerId }: RecordedDevice,
      operation: { action: ActivityAction; details: ActivityDetails; at: Date },
    ): Promise<LateCommand | null> {
      if (ownerId === null) return null
      await writer.flushOf(ownerId)
      const since = new Date(operation.at.getTime() - LATE_WITHIN_MS)
      const span = { actions: PART_ACTIONS, since, until: operation.at }
      return lateCommandOf(operation, await store.listActions(ownerId, id, span))
    },
    /** Deletes what happened in the home of an account that ends. */
    async forgetHome(accountId: string): Promise<void> {
      await writer.flushOf(accountId)
      await store.deleteHome(accountId)
    },
    /** Creates partitions for the coming months. */
    makeAhead: () => months.makeAhead(clock.now()),
    /** Deletes entries whose retention time has passed. */
    async forgetOld(): Promise<void> {
      await store.deleteBefore('trail', daysAgo(TRAIL_DAYS))
      await store.deleteBefore('door', daysAgo(DOOR_DAYS))
      await store.deleteBefore('home', daysAgo(activityDays))
      await months.dropBefore(daysAgo(activityDays), 'home')
      await months.dropBefore(daysAgo(Math.max(TRAIL_DAYS, DOOR_DAYS)), 'long')
      await months.makeAhead(clock.now())
    },
    stop: writer.stop,
  }
}

export function registerActivity({ config, database, clock, http, logger, metrics, ...context }: AppContext) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [metrics.registry] })
  const lost = counter(
    'senca_activity_dropped_total',
    'Activity entries that were lost because the buffer was full or they cannot be written',
  )
  const unpublished = counter(
    'senca_activity_left_out_total',
    'Actions and refusals of devices that were omitted because there were too many',
  )
  const outcomes = {
    failed: (error: unknown) => logger.error({ err: error }, 'The activity could not be written'),
    unprepared: (error: unknown) =>
      logger.warn({ err: error }, 'The next months of the activity could not be prepared'),
    dropped: () => lost.inc(),
    leftOut: () => unpublished.inc(),
  }
  const activity = createActivity({ database, clock, activityDays: config.activityDays, ...outcomes })
  context.everyHour(activity.forgetOld)
  context.runs({
    start: () => activity.makeAhead().catch(outcomes.unprepared),
    stop: activity.stop,
  })
  http.register(activityRoutes, { activity })
  return { ...activity, ...outcomes }
}

export type Activity = ReturnType<typeof registerActivity>

interface FeedOptions {
  accounts: Pick<ActivityFeedOptions, 'findEmails'>
  activity: Pick<Activity, 'store' | 'flushOf'>
  devices: { service: ActivityFeedOptions['devices']; rights: Pick<RightsIndex, 'renew'> }
  localOperations: { settle(): Promise<void> }
}

/** Registers the routes of the activity log. */
export function registerActivityFeed({ clock, http }: AppContext, options: FeedOptions) {
  const { accounts, activity, devices, localOperations } = options
  const feed = createActivityFeed({
    store: activity.store,
    devices: devices.service,
    findEmails: accounts.findEmails,
    async renew(actor) {
      const renewed = await devices.rights.renew(actor)
      return renewed.kind === 'account' ? renewed : actor
    },
    async settle(accountId) {
      await localOperations.settle()
      await activity.flushOf(accountId)
    },
  })
  http.register(feedRoutes, { feed, clock })
  return feed
}
