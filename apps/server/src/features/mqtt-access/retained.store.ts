import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { accounts } from '#features/accounts/index.ts'
import type { RetainedChange, RetainedMessage } from '#platform/mqtt/spaces.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { mqttRetained } from './mqtt-access.schema.ts'

/** One statement writes at most this much, so that its parameters fit into memory several times. */
const STATEMENT_ROWS = 1_000
const STATEMENT_BYTES = 1_024 * 1_024

const qosSchema = z.union([z.literal(0), z.literal(1), z.literal(2)])
const bytesSchema = z.object({ bytes: z.coerce.number() })

/** Messages in groups of limited size. */
function* groupsOf(messages: readonly RetainedMessage[]): Generator<RetainedMessage[]> {
  let group: RetainedMessage[] = []
  let bytes = 0
  for (const message of messages) {
    if (
      group.length >= STATEMENT_ROWS ||
      (group.length > 0 && bytes + message.payload.length > STATEMENT_BYTES)
    ) {
      yield group
      group = []
      bytes = 0
    }
    group.push(message)
    bytes += message.payload.length
  }
  if (group.length > 0) yield group
}

/** The retained messages of spaces. */
export function createRetainedStore(db: DrizzleDatabase) {
  // Arrays are used, because building a statement with a thousand rows blocks the server.
  const put = (queries: Queries, accountId: string, messages: RetainedMessage[]) =>
    queries.execute(sql`
      insert into ${mqttRetained} (account_id, topic, payload, qos)
      select ${accountId}::uuid, topic, payload, qos from unnest(
        ${sql.param(messages.map(({ topic }) => topic))}::text[],
        ${sql.param(messages.map(({ payload }) => payload))}::bytea[],
        ${sql.param(messages.map(({ qos }) => qos))}::smallint[]
      ) as message(topic, payload, qos)
      on conflict (account_id, topic) do update set payload = excluded.payload, qos = excluded.qos`)

  return {
    async load(accountId: string): Promise<RetainedMessage[]> {
      const rows = await db.select().from(mqttRetained).where(eq(mqttRetained.accountId, accountId))
      return rows.map(({ topic, payload, qos }) => ({ topic, payload, qos: qosSchema.parse(qos) }))
    },

    /** Does nothing for an account that does not exist any more. */
    async save(accountId: string, changes: readonly RetainedChange[]): Promise<void> {
      const removed = changes.flatMap(({ topic, message }) => (message === null ? [topic] : []))
      const set = changes.flatMap(({ message }) => message ?? [])
      await db.transaction(async (transaction) => {
        const [account] = await transaction
          .select({ id: accounts.id })
          .from(accounts)
          .where(eq(accounts.id, accountId))
          .for('key share')
        if (account === undefined) return
        if (removed.length > 0)
          await transaction
            .delete(mqttRetained)
            .where(and(eq(mqttRetained.accountId, accountId), inArray(mqttRetained.topic, removed)))
        for (const group of groupsOf(set)) await put(transaction, accountId, group)
      })
    },

    async usageOf(accountId: string): Promise<{ count: number; bytes: number }> {
      const [row] = await db
        .select({
          count: sql`count(*)`.mapWith(Number),
          bytes: sql`coalesce(sum(octet_length(topic) + octet_length(payload)), 0)`.mapWith(Number),
        })
        .from(mqttRetained)
        .where(eq(mqttRetained.accountId, accountId))
      return row ?? { count: 0, bytes: 0 }
    },

    async totalBytes(): Promise<number> {
      const { rows } = await db.execute(
        sql`select coalesce(sum(octet_length(topic) + octet_length(payload)), 0) as bytes from ${mqttRetained}`,
      )
      return bytesSchema.parse(rows[0]).bytes
    },
  }
}

export type RetainedStore = ReturnType<typeof createRetainedStore>
