import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'

const HOUR_MS = 3_600_000

interface SignInNoticesOptions {
  database: Pick<Database, 'db'>
  clock: Pick<Clock, 'now'>
  notify: Pick<Notify, 'publish'>
}

/**
 * Notifies people of what others may have done to log in to their account: once an hour for each kind, and of each session in a new
 * browser, whose own phone needs no push about it.
 */
export const createSignInNotices =
  ({ database, clock, notify }: SignInNoticesOptions) =>
  async (
    accountId: string,
    words: 'second_step_failed' | 'recovery_code_used' | 'new_browser',
    sessionId?: string,
  ): Promise<void> => {
    const at = clock.now()
    await database.db.transaction((queries) =>
      notify.publish(queries, {
        kind: 'account_security',
        key: `${words}:${accountId}:${sessionId ?? Math.floor(at.getTime() / HOUR_MS)}`,
        ownerId: accountId,
        deviceId: null,
        at,
        data: { words },
        readers: [accountId],
        mailKind: words,
        ...(sessionId === undefined ? {} : { exceptSessionId: sessionId }),
      }),
    )
  }
