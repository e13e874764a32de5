import { sql } from 'drizzle-orm'
import type { Database, Queries } from './database.ts'

/** A channel on which all instances hear that something of an account changed; the name is PostgreSQL's. */
export const createAccountChannel = (channel: string) => ({
  /** Tells of accounts, once the transaction is committed. */
  async tell(queries: Queries, accountIds: Iterable<string>): Promise<void> {
    for (const accountId of accountIds) await queries.execute(sql`select pg_notify(${channel}, ${accountId})`)
  },

  /** Hears every instance, this one too, until the returned function is called. */
  follow: (database: Pick<Database, 'listen'>, changed: (accountId: string) => void): Promise<() => void> =>
    database.listen(channel, changed),
})
