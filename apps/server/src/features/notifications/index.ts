import type { AccountService } from '#features/accounts/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { AccountActor, ReceivedRole } from '#features/rights/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createChoiceStore } from './choices.store.ts'
import { createNotificationActions, type NotificationActs } from './notification-actions.ts'
import { notificationEvents } from './notification-events.ts'
import { SNOOZE_MS } from './notification-kinds.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { createNotificationService } from './notifications.service.ts'
import { createNotificationStore, DUE_AGAIN } from './notifications.store.ts'
import { createPublisher, type Publisher, type PublisherOptions } from './publisher.ts'
import type { Pushes } from './pushes.ts'
import { createWaitingMails } from './waiting-mails.ts'

export { credentialChange } from './credential-change.ts'
export type { MailAddress, NewNotification, NotificationData } from './notification.ts'
export type { NotificationActs, OfferedAction } from './notification-actions.ts'
export { notificationEvents } from './notification-events.ts'
export { LASTING_MINUTES } from './notification-kinds.ts'
export { NOTIFICATION_TEXTS } from './notification-texts/index.ts'
export { atHome, endedWordsOf, pushWordsOf, type Words } from './notification-words.ts'
export { deviceConditions } from './notifications.schema.ts'
export { isVisible } from './notifications.service.ts'
export { removeFromNotifications, type StoredNotification, setKeysBack } from './notifications.store.ts'
export type { Publisher } from './publisher.ts'
export type { NewPush, PushedPhone, Pushes, PushPhone } from './pushes.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 90
const BATCH = 100

interface PublishingOptions {
  mails: Pick<MailService, 'post'>
  pushes: Pushes
  escalate: PublisherOptions['escalate']
  holdersOf(queries: Queries, deviceId: string): Promise<string[]>
  rolesOf(queries: Queries, accountId: string): Promise<readonly ReceivedRole[]>
}

/** Registers what other features publish by. */
export function registerPublishing(context: AppContext, options: PublishingOptions) {
  const { database, metrics, runs } = context
  const store = createNotificationStore(database.db)
  const choices = createChoiceStore(database.db)
  const waitingMails = createWaitingMails(context, options.mails)
  const counted = metrics.counter(
    'senca_notifications_total',
    'Published notifications of all readers, by kind',
    'kind',
  )
  runs({ stop: waitingMails.stop })
  const publisher = createPublisher({ ...options, store, choices, waitingMails, counted })
  return { ...publisher, store, choices, waitingMails, pushes: options.pushes }
}

export type Publishing = ReturnType<typeof registerPublishing>

interface NotificationsOptions {
  publishing: Publishing
  accounts: Pick<AccountService, 'get' | 'findEmails' | 'findByEmail'>
  acts: NotificationActs
  receivedBy(accountId: string): Promise<readonly ReceivedRole[]>
  seenBy(actor: AccountActor): Promise<ReadonlySet<string>>
  realtime: {
    publish(subject: 'notifications.updated', to: { accountId: string }, data: { unseen: number }): void
    hasReaders(to: { accountId: string }): boolean
  }
}

/** Registers the list of notifications, and what people choose to be notified of. */
export function registerNotifications(context: AppContext, options: NotificationsOptions) {
  const { clock, database, everyHour, http, logger, runs, whenDue, whenSetBack } = context
  const { publishing, accounts, acts, receivedBy, seenBy, realtime } = options
  const { store, choices } = publishing
  const actions = createNotificationActions({
    store,
    database,
    clock,
    acts,
    seen: (accountId) => notificationEvents.announce(database.db, [accountId]),
  })
  const { pushes } = publishing
  const service = createNotificationService({ store, choices, database, clock, accounts, actions, pushes })
  const failed = (error: unknown) =>
    logger.error({ err: error }, 'Notifications could not be handled; trying again')

  const announceTo = async (accountId: string): Promise<void> => {
    if (!realtime.hasReaders({ accountId })) return
    const actor = {
      kind: 'account',
      accountId,
      sessionId: '',
      received: await receivedBy(accountId),
    } as const
    const { unseen } = await service.state(actor)
    realtime.publish('notifications.updated', { accountId }, { unseen })
  }

  const again = whenDue({
    kind: 'notifications-again',
    query: DUE_AGAIN,
    async run(_found, repeatAfter) {
      const count = await database.db.transaction(async (queries) => {
        const now = clock.now()
        const due = await store.takeAgain(queries, now, BATCH)
        for (const { accountId, key, kind, ownerId, deviceId, data } of due)
          await publishing.publish(queries, {
            kind,
            key: `${key} again ${now.getTime()}`,
            ownerId,
            deviceId,
            at: now,
            data,
            readers: [accountId],
          })
        return due.length
      })
      if (count === BATCH) repeatAfter(0)
    },
    failed,
  })

  let unfollow = () => {}
  runs({
    async start() {
      unfollow = await notificationEvents.follow(database, (accountIds) => {
        for (const accountId of new Set(accountIds)) announceTo(accountId).catch(failed)
      })
    },
    async stop() {
      unfollow()
      await again.stop()
    },
  })
  everyHour(() => store.deleteBefore(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)))
  whenSetBack((now) => store.setBack(now, new Date(now.getTime() + SNOOZE_MS)))
  http.register(notificationRoutes, { notifications: service, seenBy })
  return { service, actions }
}

export type Notifications = ReturnType<typeof registerNotifications>

/** How features publish notifications. */
export type Notify = Pick<Publisher, 'publish' | 'end'>
