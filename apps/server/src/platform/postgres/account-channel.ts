import { sql } from 'drizzle-orm'
import type { Database, Queries } from './database.ts'

/** A PostgreSQL notification channel with the accounts of which something changed. */
export const createAccountChannel = (channel: string) => ({
  /** Notifies about accounts when the transaction is committed. */
  async tell(queries: Queries, accountIds: Iterable<string>): Promise<void> {
    for (const accountId of accountIds) await queries.execute(sql`select pg_notify(${channel}, ${accountId})`)
  },

  /** Calls `changed` for notifications of all instances, including this one, until the returned function is called. */
  follow: (database: Pick<Database, 'listen'>, changed: (accountId: string) => void): Promise<() => void> =>
    database.listen(channel, changed),
})
