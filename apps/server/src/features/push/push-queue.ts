import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import type { PushState } from '@senca/contract/push'
import * as z from 'zod/mini'
import type { NewPush as PushedNotification, Pushes, PushPhone } from '#features/notifications/index.ts'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createTopic } from '#platform/postgres/announcements.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { END_TTL_MS, LEVELS } from './outcomes.ts'
import type { PushMarks } from './push-message.ts'
import type { NewPush, PushStore } from './pushes.store.ts'
import { isDoubtful, type Subscription, type SubscriptionStore } from './subscriptions.store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A visible page says so at least this often, with some delay. */
const VISIBLE_MS = 30_000

/** Says that pushes are to be sent. */
export const pushEvents = createTopic('pushes', z.literal('due'))

interface PushQueueOptions {
  store: PushStore
  subscriptions: SubscriptionStore
  marks: PushMarks
  clock: Clock
  /** Whether this server sends pushes. */
  isOn(): boolean
}

const phoneOf = (subscription: Subscription, now: Date): PushPhone => {
  const { id, accountId, sessionId, label, visibleAt } = subscription
  const isVisible = visibleAt !== null && now.getTime() - visibleAt.getTime() < VISIBLE_MS
  return { id, accountId, sessionId, label, isVisible, isDoubtful: isDoubtful(subscription, now) }
}

/** Writes pushes in the transaction of their event. They are sent after its commit. */
export function createPushQueue(options: PushQueueOptions) {
  const { store, subscriptions, marks, clock, isOn } = options

  /** A row for a phone, sent at once unless `nextAt` is later. */
  const rowOf = (
    phone: { id: string; accountId: string; label: string },
    push: Pick<NewPush, 'purpose' | 'level' | 'tag'> & Partial<NewPush>,
    ttlMs: number,
  ): NewPush => {
    const id = randomUUID()
    const now = clock.now()
    const nextAt = push.nextAt ?? now
    return {
      id,
      accountId: phone.accountId,
      subscriptionId: phone.id,
      label: phone.label,
      state: 'waiting',
      stateAt: now,
      createdAt: now,
      expiresAt: new Date(nextAt.getTime() + ttlMs),
      receiptHash: hashSecretToken(marks.receiptOf(id)),
      ...push,
      nextAt,
    }
  }

  const insert = async (queries: Queries, rows: readonly NewPush[]): Promise<void> => {
    if (rows.length === 0) return
    await store.insert(queries, rows)
    await pushEvents.announce(queries, ['due'])
  }

  const isOverLimit = async (queries: Queries, accountId: string): Promise<boolean> => {
    const now = clock.now().getTime()
    const since = (ms: number) => store.countSince(queries, accountId, new Date(now - ms))
    return (await since(HOUR_MS)) >= LIMITS.PUSHES_PER_HOUR || (await since(DAY_MS)) >= LIMITS.PUSHES_PER_DAY
  }

  /** When a push about something may be sent that was pushed within the last minute [PK17]. */
  const minuteOver = async (queries: Queries, accountId: string, tag: string): Promise<Date | null> => {
    const now = clock.now()
    const since = new Date(now.getTime() - MINUTE_MS)
    const last = await store.lastSince(queries, { accountId, tag, since })
    if (last === null || last > now) return last
    return new Date(last.getTime() + MINUTE_MS)
  }

  return {
    rowOf,
    insert,

    async phonesOf(queries: Queries, accountIds: readonly string[]): Promise<PushPhone[]> {
      if (!isOn() || accountIds.length === 0) return []
      const now = clock.now()
      return (await subscriptions.ofAccounts(queries, accountIds)).map((each) => phoneOf(each, now))
    },

    async enqueue(queries: Queries, push: PushedNotification): Promise<{ isOverLimit: boolean }> {
      const { notificationId, accountId, level, tag, heldUntil, phones, isLimited } = push
      if (isLimited && (await isOverLimit(queries, accountId))) return { isOverLimit: true }
      const waits = isLimited ? await minuteOver(queries, accountId, tag) : null
      const times = [heldUntil, waits].flatMap((time) => time?.getTime() ?? [])
      const nextAt = times.length === 0 ? clock.now() : new Date(Math.max(...times))
      const row = {
        purpose: 'event',
        notificationId,
        level,
        tag,
        nextAt,
        isHeld: heldUntil !== null,
      } as const
      await insert(
        queries,
        phones.map((phone) => rowOf(phone, row, LEVELS[level].ttlMs)),
      )
      return { isOverLimit: false }
    },

    async close(queries: Queries, notificationIds: readonly string[]): Promise<void> {
      const reached = await store.reached(queries, notificationIds)
      const byPhone = new Map<string, NewPush>()
      for (const { subscriptionId, accountId, label, tag, notificationId } of reached) {
        if (subscriptionId === null) continue
        const phone = { id: subscriptionId, accountId, label }
        const row = { purpose: 'closed', notificationId, level: 'normal', tag } as const
        byPhone.set(`${subscriptionId} ${tag}`, rowOf(phone, row, LEVELS.normal.ttlMs))
      }
      await insert(queries, [...byPhone.values()])
    },

    /** The last push of phones whose session has ended. */
    async end(queries: Queries, ended: readonly Subscription[]): Promise<void> {
      const row = { purpose: 'end', level: 'normal', tag: 'end' } as const
      await insert(
        queries,
        ended.map((subscription) => rowOf(subscription, row, END_TTL_MS)),
      )
    },

    async phonesOfNotifications(ids: readonly string[]) {
      const found = new Map<string, { label: string; state: PushState; at: string }[]>()
      if (ids.length === 0) return found
      const newest = new Map<
        string,
        { notificationId: string; label: string; state: PushState; at: string }
      >()
      for (const push of await store.ofNotifications(ids)) {
        const { notificationId, subscriptionId, id, label, state, stateAt } = push
        if (notificationId === null) continue
        // A phone is listed once, with the newest push that it got.
        newest.set(`${notificationId} ${subscriptionId ?? id}`, {
          ...{ notificationId, label, state },
          at: stateAt.toISOString(),
        })
      }
      for (const { notificationId, ...phone } of newest.values())
        found.set(notificationId, [...(found.get(notificationId) ?? []), phone])
      return found
    },
  } satisfies Pushes & Record<string, unknown>
}

export type PushQueue = ReturnType<typeof createPushQueue>
