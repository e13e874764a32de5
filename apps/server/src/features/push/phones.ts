import type { Notify } from '#features/notifications/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { PushQueue } from './push-queue.ts'
import type { SubscriptionStore } from './subscriptions.store.ts'

const ENDING_MS = 7 * 86_400_000

interface PhonesOptions {
  subscriptions: Pick<SubscriptionStore, 'end' | 'liveSessions'>
  queue: Pick<PushQueue, 'end' | 'phonesOf'>
  notify: Pick<Notify, 'publish'>
  sessions: Pick<SessionService, 'endsOf'>
  database: Pick<Database, 'db'>
  clock: Clock
}

/** The phones of sessions that have ended, or will soon [PK33]. */
export function createPhones({ subscriptions, queue, notify, sessions, database, clock }: PhonesOptions) {
  /** A last push says it, and an e-mail if it was the last phone of its account. */
  const end = (sessionIds: readonly string[]): Promise<void> =>
    database.db.transaction(async (queries) => {
      const at = clock.now()
      const ended = await subscriptions.end(queries, sessionIds, at)
      await queue.end(queries, ended)
      for (const accountId of new Set(ended.map((subscription) => subscription.accountId))) {
        if ((await queue.phonesOf(queries, [accountId])).length > 0) continue
        await notify.publish(queries, {
          kind: 'push_ending',
          key: `push_last_ended:${ended.find((subscription) => subscription.accountId === accountId)?.id}`,
          ownerId: accountId,
          deviceId: null,
          at,
          data: { words: 'push_last_ended' },
          readers: [accountId],
          isMailed: true,
        })
      }
    })

  const notifyEnding = async (
    { id, accountId }: { id: string; accountId: string },
    until: Date,
  ): Promise<void> => {
    await database.db.transaction((queries) =>
      notify.publish(queries, {
        kind: 'push_ending',
        key: `push_ending:${id}:${until.getTime()}`,
        ownerId: accountId,
        deviceId: null,
        at: clock.now(),
        data: { words: 'push_ending', until: until.toISOString() },
        readers: [accountId],
        phoneId: id,
      }),
    )
  }

  return {
    end,
    /** Ends what ended without a word: by age, or before a restore. Those that end within a week are notified of it. */
    async check(): Promise<void> {
      const live = await subscriptions.liveSessions()
      if (live.length === 0) return
      const ends = await sessions.endsOf(live.map(({ sessionId }) => sessionId))
      const over = live.filter(({ sessionId }) => !ends.has(sessionId))
      if (over.length > 0) await end(over.map(({ sessionId }) => sessionId))
      const soon = clock.now().getTime() + ENDING_MS
      for (const phone of live) {
        const until = ends.get(phone.sessionId)
        if (until !== undefined && until.getTime() <= soon) await notifyEnding(phone, until)
      }
    },
  }
}

export type Phones = ReturnType<typeof createPhones>
