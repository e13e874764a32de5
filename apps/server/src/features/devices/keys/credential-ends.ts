// biome-ignore lint/style/noRestrictedImports: a notice at the commit is a statement that reads no table.
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Queries } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_credential_ended'
/** The payload of a PostgreSQL notification must be shorter than 8,000 bytes. */
const CREDENTIALS_PER_NOTICE = 80

const noticeSchema = z.array(z.string())

/** Identifies the secret of a device as a credential. A key is identified by its id. */
export const secretOf = (deviceId: string): string => `secret ${deviceId}`

const DEVICE = 'device '

/**
 * Notifies all instances, after the commit, that these credentials and devices may no longer sign in. The device ids are included
 * because with an external broker no instance knows which credential a device used.
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

/** The device id if a notice is about a whole device; null if it is about a credential. */
export const deviceOfNotice = (ended: string): string | null =>
  ended.startsWith(DEVICE) ? ended.slice(DEVICE.length) : null

/** Calls `ended` with credentials that have ended, and `missed` when notifications may have been lost. */
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
