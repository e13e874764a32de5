import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Queries } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_credential_ended'
/** A notice of PostgreSQL carries less than 8,000 bytes. */
const CREDENTIALS_PER_NOTICE = 80

const noticeSchema = z.array(z.string())

/** What a connection was signed in with: the id of a key, or this of a secret. */
export const secretOf = (deviceId: string): string => `secret ${deviceId}`

/** Tells all instances, once the transaction is committed, that nobody is let in by these any more. */
export async function credentialsEnd(queries: Queries, credentials: readonly string[]): Promise<void> {
  for (let start = 0; start < credentials.length; start += CREDENTIALS_PER_NOTICE) {
    const payload = JSON.stringify(credentials.slice(start, start + CREDENTIALS_PER_NOTICE))
    await queries.execute(sql`select pg_notify(${CHANNEL}, ${payload})`)
  }
}

/** Calls `ended` with credentials that have ended, and `missed` when some may have that nobody told of. */
export const followCredentialEnds = (
  database: Pick<Database, 'listen'>,
  ended: (credentials: readonly string[]) => void,
  missed: () => void,
): Promise<() => void> =>
  database.listen(
    CHANNEL,
    (payload) => {
      const credentials = noticeSchema.safeParse(JSON.parse(payload))
      if (credentials.success) ended(credentials.data)
    },
    missed,
  )
