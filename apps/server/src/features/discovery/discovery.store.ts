import { LIMITS } from '@senca/contract'
import { and, desc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { EntityAnnouncement } from '#drivers/hardware.ts'
import { accounts } from '#features/accounts/index.ts'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { entities, entityConfigs } from './discovery.schema.ts'

export interface EntityRow {
  id: string
  firstSeenAt: Date
  ignored: boolean
  wasGuarded: boolean
  /** What announced it, if that is kept. */
  announcement: EntityAnnouncement | null
}

/** What a space knows of its entities when it opens. */
export interface KeptEntities {
  rows: Omit<EntityRow, 'announcement'>[]
  announcements: EntityAnnouncement[]
}

/** So many entities of an account are remembered, ignored ones first; a space has at most half as many at a time. */
const REMEMBERED = 2 * LIMITS.MQTT_ENTITIES_PER_ACCOUNT
const ROWS_OF_STATEMENT = 1_000

function* partsOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += ROWS_OF_STATEMENT) yield all.slice(at, at + ROWS_OF_STATEMENT)
}

export function createDiscoveryStore(db: DrizzleDatabase) {
  return {
    async load(accountId: string): Promise<KeptEntities> {
      const [rows, announcements] = await Promise.all([
        db
          .select({
            id: entities.id,
            firstSeenAt: entities.firstSeenAt,
            ignored: entities.ignored,
            wasGuarded: entities.wasGuarded,
          })
          .from(entities)
          .where(eq(entities.accountId, accountId))
          .orderBy(desc(entities.wasGuarded), desc(entities.ignored), desc(entities.firstSeenAt)),
        db
          .select({ topic: entityConfigs.topic, payload: entityConfigs.payload })
          .from(entityConfigs)
          .where(eq(entityConfigs.accountId, accountId)),
      ])
      const forgotten = rows.splice(REMEMBERED).map(({ id }) => id)
      if (forgotten.length > 0)
        await db
          .delete(entities)
          .where(and(eq(entities.accountId, accountId), inArray(entities.id, forgotten)))
      return { rows, announcements }
    },

    /** What announced the entities of an account that are in devices, by the id of the entity. */
    async announcementsOf(accountId: string): Promise<Map<string, EntityAnnouncement>> {
      const rows = await db
        .select({ id: entities.id, topic: entityConfigs.topic, payload: entityConfigs.payload })
        .from(entities)
        .innerJoin(
          entityConfigs,
          and(eq(entityConfigs.accountId, entities.accountId), eq(entityConfigs.topic, entities.topic)),
        )
        .where(eq(entities.accountId, accountId))
      return new Map(rows.map(({ id, topic, payload }) => [id, { topic, payload }]))
    },

    /** Does nothing for an account that does not exist any more. */
    async save(
      accountId: string,
      { put, removed }: { put: readonly EntityRow[]; removed: readonly string[] },
    ): Promise<void> {
      const configs = new Map(
        put.flatMap(({ announcement }) =>
          announcement === null ? [] : [[announcement.topic, announcement.payload] as const],
        ),
      )
      await db.transaction(async (transaction) => {
        const [account] = await transaction
          .select({ id: accounts.id })
          .from(accounts)
          .where(eq(accounts.id, accountId))
          .for('key share')
        if (account === undefined) return
        for (const [topic, payload] of configs)
          await transaction
            .insert(entityConfigs)
            .values({ accountId, topic, payload })
            .onConflictDoUpdate({
              target: [entityConfigs.accountId, entityConfigs.topic],
              set: { payload: sql`excluded.payload` },
              setWhere: sql`${entityConfigs.payload} <> excluded.payload`,
            })
        // Arrays are used, because building a statement with a thousand rows blocks the server.
        if (put.length > 0)
          await transaction.execute(sql`
            insert into ${entities} (account_id, id, first_seen_at, ignored, was_guarded, topic)
            select ${accountId}::uuid, id, first_seen_at, ignored, was_guarded, topic from unnest(
              ${sql.param(put.map(({ id }) => id))}::text[],
              ${sql.param(put.map(({ firstSeenAt }) => firstSeenAt.toISOString()))}::timestamptz[],
              ${sql.param(put.map(({ ignored }) => ignored))}::boolean[],
              ${sql.param(put.map(({ wasGuarded }) => wasGuarded))}::boolean[],
              ${sql.param(put.map(({ announcement }) => announcement?.topic ?? null))}::text[]
            ) as entity(id, first_seen_at, ignored, was_guarded, topic)
            on conflict (account_id, id) do update
            set ignored = excluded.ignored, was_guarded = excluded.was_guarded, topic = excluded.topic`)
        for (const part of partsOf(removed))
          await transaction
            .delete(entities)
            .where(and(eq(entities.accountId, accountId), inArray(entities.id, part)))
        await transaction.delete(entityConfigs).where(
          and(
            eq(entityConfigs.accountId, accountId),
            notExists(
              transaction
                .select({ id: entities.id })
                .from(entities)
                .where(
                  and(
                    eq(entities.accountId, entityConfigs.accountId),
                    eq(entities.topic, entityConfigs.topic),
                  ),
                ),
            ),
          ),
        )
      })
    },
  }
}

export type DiscoveryStore = ReturnType<typeof createDiscoveryStore>
