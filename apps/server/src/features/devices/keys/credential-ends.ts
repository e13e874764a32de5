import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Queries } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_credential_ended'
/** A notice of PostgreSQL carries less than 8,000 bytes. */
const CREDENTIALS_PER_NOTICE = 80

const noticeSchema = z.array(z.string())

/** What a connection was signed in with: the id of a key, or this of a secret. */
export const secretOf = (deviceId: string): string => `secret ${deviceId}`

const DEVICE = 'device '

/**
 * Tells all instances, once the transaction is committed, that nobody is let in by these any more, and whose they were:
 * with a broker outside no instance knows by what a device has signed in.
 */
export async function credentialsEnd(
  queries: Queries,
  credentials: readonly string[],
  deviceIds: readonly string[],
): Promise<void> {
  const ended = [...credentials, ...new Set(deviceIds.map((id) => `${DEVICE}${id}`))]
  for (let start = 0; start < ended.length; start += CREDENTIALS_PER_NOTICE) {
    const payload = JSON.stringify(ended.slice(start, start + CREDENTIALS_PER_NOTICE))
    await queries.execute(sql`select pg_notify(${CHANNEL}, ${payload})`)
  }
}

/** The device that something in a notice is about as a whole; null where it is a credential. */
export const deviceOfNotice = (ended: string): string | null =>
  ended.startsWith(DEVICE) ? ended.slice(DEVICE.length) : null

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
