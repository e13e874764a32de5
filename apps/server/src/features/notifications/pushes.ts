import type { NotificationLevel } from '@senca/contract/notifications'
import type { Queries } from '#platform/postgres/database.ts'

/** A browser that receives pushes. */
export interface PushPhone {
  id: string
  accountId: string
  sessionId: string
  label: string
  /** Whether a page of it was visible within the last half minute. */
  isVisible: boolean
  /** Whether it no longer confirms pushes. */
  isDoubtful: boolean
}

/** A notification of one person that phones are to show. */
export interface NewPush {
  notificationId: string
  accountId: string
  level: NotificationLevel
  /** What it is about: a newer push about the same replaces it. */
  tag: string
  /** Until when it waits for the end of quiet hours. */
  heldUntil: Date | null
  phones: readonly PushPhone[]
  /** Whether it counts as one of those that are limited. */
  isLimited: boolean
}

/** What was done with one push of a notification, for its list. */
export interface PushedPhone {
  label: string
  state: string
  at: string
}

/** How notifications become pushes, in the transaction of their event. */
export interface Pushes {
  phonesOf(queries: Queries, accountIds: readonly string[]): Promise<PushPhone[]>
  /** Returns whether the person gets no more for now, because of their number. */
  enqueue(queries: Queries, push: NewPush): Promise<{ isOverLimit: boolean }>
  /** What must not be missed is over: phones that showed it say so. */
  close(queries: Queries, notificationIds: readonly string[]): Promise<void>
  /** What phones did with notifications, by the ids of those. */
  phonesOfNotifications(ids: readonly string[]): Promise<Map<string, PushedPhone[]>>
}
