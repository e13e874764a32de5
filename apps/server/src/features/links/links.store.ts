import { LIMITS } from '@senca/contract'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, notExists, sql } from 'drizzle-orm'
import type { Leaving } from '#features/devices/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type Link, type LinkTerms, linkOfRows } from './link.ts'
import {
  deviceLinkDevices,
  deviceLinks,
  deviceLinkTokens,
  deviceLinkTombstones,
  sharingFreezes,
} from './links.schema.ts'

const DAY_MS = 86_400_000

export interface NewLink {
  id: string
  accountId: string
  tokenHash: string
  sealedToken: string
  sealedPin: string | null
  createdAt: Date
}

const columnsOf = ({ devices: _inRowsOfTheirOwn, ...columns }: LinkTerms) => columns

const rowsOf = (linkId: string, { devices }: LinkTerms) =>
  devices.map(({ deviceId, grant }, place) => ({ linkId, deviceId, place, ...grant }))

/** Ends links for good, in the given transaction. Their tokens are remembered as ended. */
async function endLinks(queries: Queries, ids: readonly string[], endedAt: Date): Promise<void> {
  if (ids.length === 0) return
  const buried = await queries
    .delete(deviceLinks)
    .where(inArray(deviceLinks.id, [...ids]))
    .returning({ tokenHash: deviceLinks.tokenHash })
  const tombstones = buried.map(({ tokenHash }) => ({ tokenHash, endedAt }))
  if (tombstones.length > 0) await queries.insert(deviceLinkTombstones).values(tombstones)
}

/** Removes or replaces devices in all links, in the transaction by which they leave their owner. Links without devices end. */
export async function removeFromLinks(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
  at: Date,
): Promise<void> {
  const isOfThem = inArray(deviceLinkDevices.deviceId, [...deviceIds])
  const sharing = queries.select({ id: deviceLinkDevices.linkId }).from(deviceLinkDevices).where(isOfThem)
  // The links are locked first and in order, as when a link is changed, to avoid a deadlock.
  const links = await queries
    .select({ id: deviceLinks.id })
    .from(deviceLinks)
    .where(inArray(deviceLinks.id, sharing))
    .orderBy(asc(deviceLinks.id))
    .for('update')
  const linkIds = links.map(({ id }) => id)
  if (linkIds.length === 0) return
  await (replacedBy === undefined
    ? queries.delete(deviceLinkDevices).where(isOfThem)
    : queries.update(deviceLinkDevices).set({ deviceId: replacedBy }).where(isOfThem))
  await queries
    .update(deviceLinks)
    .set({ revision: sql`${deviceLinks.revision} + 1` })
    .where(inArray(deviceLinks.id, linkIds))
  const left = queries
    .select({ one: sql`1` })
    .from(deviceLinkDevices)
    .where(eq(deviceLinkDevices.linkId, deviceLinks.id))
  const empty = await queries
    .select({ id: deviceLinks.id })
    .from(deviceLinks)
    .where(and(inArray(deviceLinks.id, linkIds), notExists(left)))
  await endLinks(
    queries,
    empty.map(({ id }) => id),
    at,
  )
}

export function createLinkStore(db: DrizzleDatabase) {
  const complete = async (
    rows: { link: typeof deviceLinks.$inferSelect; frozenAt: Date | null }[],
  ): Promise<Link[]> => {
    if (rows.length === 0) return []
    const ids = rows.map(({ link }) => link.id)
    const shared = await db.select().from(deviceLinkDevices).where(inArray(deviceLinkDevices.linkId, ids))
    const sharedById = new Map<string, typeof shared>(ids.map((id) => [id, []]))
    for (const row of shared) sharedById.get(row.linkId)?.push(row)
    return rows.map(({ link, frozenAt }) =>
      linkOfRows(link, sharedById.get(link.id) ?? [], frozenAt !== null),
    )
  }

  const selected = () =>
    db
      .select({ link: deviceLinks, frozenAt: sharingFreezes.frozenAt })
      .from(deviceLinks)
      .leftJoin(sharingFreezes, eq(sharingFreezes.accountId, deviceLinks.accountId))

  const first = async (rows: Promise<{ link: typeof deviceLinks.$inferSelect; frozenAt: Date | null }[]>) => {
    const [link] = await complete((await rows).slice(0, 1))
    return link ?? null
  }

  return {
    find: (id: string): Promise<Link | null> => first(selected().where(eq(deviceLinks.id, id)).execute()),

    findByToken: (tokenHash: string): Promise<Link | null> =>
      first(selected().where(eq(deviceLinks.tokenHash, tokenHash)).execute()),

    /** Whether a link with this token has existed. */
    async wasThere(tokenHash: string): Promise<boolean> {
      const rows = await db
        .select({ endedAt: deviceLinkTombstones.endedAt })
        .from(deviceLinkTombstones)
        .where(eq(deviceLinkTombstones.tokenHash, tokenHash))
      return rows.length > 0
    },

    /** All links of an account, the newest first. */
    async list(accountId: string): Promise<Link[]> {
      const rows = await selected()
        .where(eq(deviceLinks.accountId, accountId))
        .orderBy(desc(deviceLinks.createdAt), desc(deviceLinks.id))
      return complete(rows)
    },

    /** The number of links of an account, and how many of them have not expired. Concurrent callers wait for each other. */
    async countOf(
      queries: Queries,
      accountId: string,
      now: Date,
    ): Promise<{ all: number; unexpired: number }> {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`device links ${accountId}`}))`)
      const [counted] = await queries
        .select({
          all: count(),
          unexpired: sql<number>`count(*) filter (where ${deviceLinks.expiresAt} > ${now.toISOString()}::timestamptz)::int`,
        })
        .from(deviceLinks)
        .where(eq(deviceLinks.accountId, accountId))
      return counted ?? { all: 0, unexpired: 0 }
    },

    async insert(queries: Queries, link: NewLink, terms: LinkTerms): Promise<void> {
      await queries.insert(deviceLinks).values({ ...link, ...columnsOf(terms) })
      await queries.insert(deviceLinkDevices).values(rowsOf(link.id, terms))
    },

    /**
     * Writes changed terms if the revision is still the same; returns false otherwise. A new PIN ends the tokens that were issued
     * before it.
     */
    async update(
      queries: Queries,
      { id, revision }: Pick<Link, 'id' | 'revision'>,
      terms: LinkTerms,
      sealedPin: string | null,
      isNewPin: boolean,
    ): Promise<boolean> {
      const pin = isNewPin ? { sealedPin, pinGuesses: 0, pinLockedUntil: null } : {}
      const updated = await queries
        .update(deviceLinks)
        .set({ ...columnsOf(terms), ...pin, revision: revision + 1 })
        .where(and(eq(deviceLinks.id, id), eq(deviceLinks.revision, revision)))
        .returning({ id: deviceLinks.id })
      if (updated.length === 0) return false
      if (sealedPin !== null) await queries.delete(deviceLinkTokens).where(eq(deviceLinkTokens.linkId, id))
      await queries.delete(deviceLinkDevices).where(eq(deviceLinkDevices.linkId, id))
      await queries.insert(deviceLinkDevices).values(rowsOf(id, terms))
      return true
    },

    /** Ends a link if it belongs to the account. */
    delete: (accountId: string, tokenHash: string, endedAt: Date): Promise<boolean> =>
      db.transaction(async (transaction) => {
        const [link] = await transaction
          .select({ id: deviceLinks.id })
          .from(deviceLinks)
          .where(and(eq(deviceLinks.tokenHash, tokenHash), eq(deviceLinks.accountId, accountId)))
          .for('update')
        if (link === undefined) return false
        await endLinks(transaction, [link.id], endedAt)
        return true
      }),

    async isFrozen(accountId: string): Promise<boolean> {
      const rows = await db.select().from(sharingFreezes).where(eq(sharingFreezes.accountId, accountId))
      return rows.length > 0
    },

    async freeze(queries: Queries, accountId: string, frozenAt: Date | null): Promise<void> {
      if (frozenAt === null)
        await queries.delete(sharingFreezes).where(eq(sharingFreezes.accountId, accountId))
      else await queries.insert(sharingFreezes).values({ accountId, frozenAt }).onConflictDoNothing()
    },

    /** Returns false if the link is gone, or its PIN has changed since it was checked. */
    async insertToken(
      tokenHash: string,
      { id: linkId, sealedPin }: Pick<Link, 'id' | 'sealedPin'>,
      expiresAt: Date,
    ): Promise<boolean> {
      const { rowCount } = await db.execute(sql`
        insert into ${deviceLinkTokens} (token_hash, link_id, expires_at)
        select ${tokenHash}, id, ${expiresAt.toISOString()}::timestamptz from ${deviceLinks}
        where id = ${linkId} and (sealed_pin is null or sealed_pin = ${sealedPin}) for share`)
      return rowCount === 1
    },

    async findToken(tokenHash: string, now: Date): Promise<{ linkId: string; expiresAt: Date } | null> {
      const [row] = await db
        .select({ linkId: deviceLinkTokens.linkId, expiresAt: deviceLinkTokens.expiresAt })
        .from(deviceLinkTokens)
        .where(and(eq(deviceLinkTokens.tokenHash, tokenHash), gt(deviceLinkTokens.expiresAt, now)))
      return row ?? null
    },

    /**
     * Records whether a PIN was correct. Statements lock the row, so parallel guesses are limited like sequential ones. Returns
     * false while the PIN is locked, even if it was correct.
     */
    async tryPin(
      queries: Queries,
      id: string,
      isRight: boolean,
      now: Date,
    ): Promise<'refused' | 'counted' | 'locked'> {
      const at = sql`${now.toISOString()}::timestamptz`
      const lockedUntil = new Date(now.getTime() + LIMITS.DEVICE_LINK_PIN_LOCK_MS).toISOString()
      const guesses = sql`case when ${deviceLinks.pinLockedUntil} is null then ${deviceLinks.pinGuesses} + 1 else 1 end`
      const [tried] = await queries
        .update(deviceLinks)
        .set(
          isRight
            ? { pinGuesses: 0, pinLockedUntil: null }
            : {
                pinGuesses: guesses,
                pinLockedUntil: sql`case when ${guesses} >= ${LIMITS.DEVICE_LINK_PIN_TRIES} then ${lockedUntil}::timestamptz end`,
              },
        )
        .where(
          and(
            eq(deviceLinks.id, id),
            isNotNull(deviceLinks.sealedPin),
            sql`(${deviceLinks.pinLockedUntil} is null or ${deviceLinks.pinLockedUntil} <= ${at})`,
          ),
        )
        .returning({ lockedUntil: deviceLinks.pinLockedUntil })
      if (tried === undefined) return 'refused'
      return tried.lockedUntil === null ? 'counted' : 'locked'
    },

    /** After the clock was set back: no link was used later than now, and no PIN is locked for longer than it may. */
    async setBack(now: Date): Promise<void> {
      const locked = new Date(now.getTime() + LIMITS.DEVICE_LINK_PIN_LOCK_MS)
      await db.update(deviceLinks).set({ lastUsedAt: now }).where(gt(deviceLinks.lastUsedAt, now))
      await db
        .update(deviceLinks)
        .set({ pinLockedUntil: locked })
        .where(gt(deviceLinks.pinLockedUntil, locked))
    },

    /** Deletes links and tokens that ended long ago. */
    async deleteOld(now: Date): Promise<void> {
      const longAgo = new Date(now.getTime() - LIMITS.DEVICE_LINK_TOMBSTONE_DAYS * DAY_MS)
      await db.delete(deviceLinkTokens).where(lte(deviceLinkTokens.expiresAt, now))
      await db.delete(deviceLinkTombstones).where(lte(deviceLinkTombstones.endedAt, longAgo))
      await db.delete(deviceLinks).where(lte(deviceLinks.expiresAt, longAgo))
    },
  }
}

export type LinkStore = ReturnType<typeof createLinkStore>
