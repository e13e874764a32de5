import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { type ApplyWarnings, createWarningJudge } from './warning-judge.ts'
import { createWarningReader } from './warning-reader.ts'
import { createWarningStore } from './warnings.store.ts'

export type { ApplyWarnings } from './warning-judge.ts'

/** Registers warnings of a national service, if a feed is configured. */
export function registerWarnings(
  { clock, config, database, everyHour, logger, runs, whenDue, whenSetBack }: AppContext,
  { take }: { take: ApplyWarnings },
) {
  const url = config.warningsUrl ?? null
  const store = createWarningStore(database.db)
  const judge = createWarningJudge({ store, database, take })
  runs({
    // Without a feed, the warnings of an earlier feed end.
    async start() {
      await store.follow(url, clock.now())
      if (url === null) await judge.judge(clock.now())
    },
  })
  if (url !== null) {
    const reader = createWarningReader({
      url,
      userAgent: config.weather.userAgent,
      store,
      judge,
      database,
      clock,
      whenDue,
      failed: (error, address) =>
        logger.warn({ err: error, host: new URL(address).host }, 'Weather warnings could not be read'),
    })
    runs(reader)
  }
  everyHour(() => store.forgetEnded(clock.now()))
  whenSetBack(store.setBack)
  return {
    /** Called in the transaction by which a home moves. */
    async moved(queries: Queries, accountId: string): Promise<void> {
      if (url !== null) await judge.moved(queries, accountId, clock.now())
    },
  }
}
