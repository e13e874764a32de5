import { homeNamesOf } from '#features/homes/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import { type Notifications, notificationEvents, type Publishing } from '#features/notifications/index.ts'
import type { ReceivedRole } from '#features/rights/index.ts'
import { type SessionService, sessionEvents } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createResolve } from '#platform/mqtt/joined/resolve-broker.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { createPhones } from './phones.ts'
import { pushRoutes } from './push.routes.ts'
import { createPushService } from './push.service.ts'
import { createPushDelivery, TAKEN_MS } from './push-delivery.ts'
import { type PushKeys, pushKeyEvents, readPushKeys } from './push-keys.store.ts'
import { createPushMarks } from './push-message.ts'
import { createPushMetrics } from './push-metrics.ts'
import { createPushPreparation } from './push-preparation.ts'
import { createPushQueue, pushEvents } from './push-queue.ts'
import { createPushSender } from './push-sender.ts'
import { createPushStore } from './pushes.store.ts'
import { createSubscriptionStore } from './subscriptions.store.ts'
import { createVisiblePages } from './visible-pages.ts'

export { canOpenPushKey, replacePushKeys } from './push-keys.store.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS

/** Registers the pushes that features write together with their notifications. */
export function registerPushQueue(context: AppContext) {
  const { clock, config, database, logger, runs } = context
  const store = createPushStore(database.db)
  const subscriptions = createSubscriptionStore(database.db)
  const marks = createPushMarks(config.sessionSecret)
  let keys: PushKeys | null = null
  const readKeys = async () => {
    if (!config.push.isOn) return
    keys = await readPushKeys(database.db, { sessionSecret: config.sessionSecret, clock })
    if (keys === null)
      logger.error('The push keys were sealed with another SESSION_SECRET, so no pushes are sent')
  }
  const queue = createPushQueue({ store, subscriptions, marks, clock, isOn: () => keys !== null })
  const visible = createVisiblePages({
    subscriptions,
    clock,
    failed: (error) => logger.warn({ err: error }, 'Which pages are visible could not be written'),
  })
  let unfollow = () => {}
  runs({
    async start() {
      await readKeys()
      unfollow = await pushKeyEvents.follow(database, readKeys, () => void readKeys().catch(() => {}))
    },
    stop() {
      unfollow()
      visible.stop()
    },
  })
  return {
    queue,
    store,
    subscriptions,
    marks,
    keys: () => keys,
    /** A page of a session said whether it is visible. */
    noteVisible: visible.note,
    /** The phones of an account, by their sessions. */
    async phonesOfAccount(accountId: string): Promise<Map<string, { lastShownAt: string | null }>> {
      const phones = config.push.isOn ? await subscriptions.ofAccounts(database.db, [accountId]) : []
      return new Map(
        phones.map(({ sessionId, lastShownAt }) => [
          sessionId,
          { lastShownAt: lastShownAt?.toISOString() ?? null },
        ]),
      )
    },
    /** A session is ended by its own browser, which needs no push about it. */
    forget: (sessionId: string): Promise<void> => subscriptions.deleteOfSession(sessionId),
  }
}

export type PushRegistry = ReturnType<typeof registerPushQueue>

interface PushOptions {
  pushes: PushRegistry
  publishing: Pick<Publishing, 'publish' | 'publishNew' | 'store'>
  notifications: Notifications
  sessions: Pick<SessionService, 'list' | 'endsOf'>
  limits: Pick<LimitService, 'take'>
  /** Whether an escalation sends its owner an e-mail. */
  isEscalationMailed(queries: Queries, accountId: string): Promise<boolean>
  receivedBy(accountId: string): Promise<readonly ReceivedRole[]>
}

/** Registers the phones of people, and sends them what was written for them. */
export function registerPush(context: AppContext, options: PushOptions) {
  const { clock, config, database, everyHour, http, logger, metrics, runs, whenDue, whenSetBack } = context
  const { pushes, publishing, notifications, sessions, limits, isEscalationMailed, receivedBy } = options
  const { queue, store, subscriptions, marks, keys } = pushes
  const sealing = createSealing(config.sessionSecret, 'push endpoints')
  const { isOn } = config.push
  const sender = createPushSender({ config: config.push, resolve: createResolve('public'), clock })
  const failed = (error: unknown) => logger.error({ err: error }, 'Pushes could not be handled; trying again')
  const changed = (accountId: string): void => {
    notificationEvents.announce(database.db, [accountId]).catch(failed)
  }
  const delivery = createPushDelivery({
    database,
    store,
    subscriptions,
    queue,
    sealing,
    sender,
    prepare: createPushPreparation({
      db: database.db,
      store,
      subscriptions,
      marks,
      notifications: {
        findAll: publishing.store.findAll,
        unseenOf: publishing.store.unseenOf,
        actionsOf: notifications.actions.of,
      },
      receivedBy,
      homeNamesOf: (ownerIds) => homeNamesOf(database.db, ownerIds),
    }),
    metrics: createPushMetrics(metrics, store.countWaiting),
    keys,
    changed,
    clock,
    logger,
    whenDue,
  })
  const phones = createPhones({ subscriptions, queue, notify: publishing, sessions, database, clock })
  const undos: (() => void)[] = []
  runs({
    async start() {
      if (!isOn) return
      undos.push(
        await pushEvents.follow(database, delivery.request),
        await sessionEvents.follow(database, (ids) => void phones.end(ids).catch(failed)),
      )
    },
    open: () => (isOn ? phones.check() : undefined),
    async stop() {
      for (const undo of undos.splice(0)) undo()
      await delivery.stop()
      sender.stop()
    },
  })
  if (isOn) everyHour(phones.check)
  everyHour(() => store.deleteBefore(new Date(clock.now().getTime() - KEPT_MS)))
  whenSetBack((now) =>
    store.setBack(now, {
      held: new Date(now.getTime() + DAY_MS),
      taken: new Date(now.getTime() + TAKEN_MS),
    }),
  )
  whenSetBack(subscriptions.setBack)
  const push = createPushService({
    isOn,
    services: config.push.services,
    keys,
    store,
    subscriptions,
    sealing,
    sessions,
    notify: publishing,
    limits,
    isEscalationMailed,
    changed,
    database,
    clock,
  })
  http.register(pushRoutes, { push, isOn, publicUrl: config.publicUrl })
}
