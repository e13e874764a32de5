import { nameKeyOf, type Room } from '@senca/contract'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Leaving, RoomOf } from '#features/devices/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { roomEvents } from './room-events.ts'
import { facadePlaces, pins, roomDevices, rooms } from './rooms.schema.ts'

/**
 * Removes or replaces devices in all rooms, pins and façades, or in those of one account, in the transaction by which they leave their owner
 * or are no longer shared. Notifies the accounts concerned.
 */
export async function removeFromRooms(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
  ofAccount: string | null = null,
): Promise<void> {
  const ids = [...deviceIds]
  const isPlaced = and(
    inArray(roomDevices.deviceId, ids),
    ofAccount === null ? undefined : eq(roomDevices.accountId, ofAccount),
  )
  const isPinned = and(
    inArray(pins.pinnedId, ids),
    ofAccount === null ? undefined : eq(pins.accountId, ofAccount),
  )
  const isOnFront = and(
    inArray(facadePlaces.deviceId, ids),
    ofAccount === null ? undefined : eq(facadePlaces.accountId, ofAccount),
  )
  const inRooms = { accountId: roomDevices.accountId }
  const inPins = { accountId: pins.accountId }
  const onFront = { accountId: facadePlaces.accountId }
  const left =
    replacedBy === undefined
      ? [
          await queries.delete(roomDevices).where(isPlaced).returning(inRooms),
          await queries.delete(pins).where(isPinned).returning(inPins),
          await queries.delete(facadePlaces).where(isOnFront).returning(onFront),
        ]
      : [
          await queries.update(roomDevices).set({ deviceId: replacedBy }).where(isPlaced).returning(inRooms),
          await queries.update(pins).set({ pinnedId: replacedBy }).where(isPinned).returning(inPins),
          await queries
            .update(facadePlaces)
            .set({ deviceId: replacedBy })
            .where(isOnFront)
            .returning(onFront),
        ]
  await roomEvents.announce(queries, new Set(left.flat().map(({ accountId }) => accountId)))
}

/** Removes groups or scenarios that are being deleted from all pins, and notifies the accounts concerned. */
export async function unpin(queries: Queries, ids: readonly string[]): Promise<void> {
  const unpinned = await queries
    .delete(pins)
    .where(inArray(pins.pinnedId, [...ids]))
    .returning({ accountId: pins.accountId })
  await roomEvents.announce(queries, new Set(unpinned.map(({ accountId }) => accountId)))
}

/** The rooms of devices, for every account that put one into a room. */
export async function roomsOf(queries: Queries, deviceIds: readonly string[]): Promise<RoomOf> {
  const rows = await queries
    .select({ accountId: roomDevices.accountId, deviceId: roomDevices.deviceId, roomId: roomDevices.roomId })
    .from(roomDevices)
    .where(inArray(roomDevices.deviceId, [...deviceIds]))
  const roomIds = new Map(rows.map((row) => [`${row.accountId} ${row.deviceId}`, row.roomId]))
  return (accountId, deviceId) => roomIds.get(`${accountId} ${deviceId}`) ?? null
}

/** The names of the rooms into which an account has put devices, by device. */
export async function roomNamesOf(queries: Queries, accountId: string): Promise<Map<string, string>> {
  const rows = await queries
    .select({ deviceId: roomDevices.deviceId, name: rooms.name })
    .from(roomDevices)
    .innerJoin(rooms, eq(rooms.id, roomDevices.roomId))
    .where(eq(roomDevices.accountId, accountId))
  return new Map(rows.map(({ deviceId, name }) => [deviceId, name]))
}

/** Changes the rooms or preferences of an account in a transaction with a lock. All its pages are notified after the commit. */
export const changeAlone = <T>(
  db: DrizzleDatabase,
  accountId: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`rooms ${accountId}`}))`)
    const result = await work(transaction)
    await roomEvents.announce(transaction, [accountId])
    return result
  })

export function createRoomStore(db: DrizzleDatabase) {
  return {
    /** The rooms of an account in display order, with all their devices. */
    async list(accountId: string, queries: Queries = db): Promise<Room[]> {
      const rows = await queries
        .select({ id: rooms.id, name: rooms.name, deviceId: roomDevices.deviceId })
        .from(rooms)
        .leftJoin(roomDevices, eq(roomDevices.roomId, rooms.id))
        .where(eq(rooms.accountId, accountId))
        .orderBy(asc(rooms.place), asc(roomDevices.place))
      const roomById = new Map<string, Room>()
      for (const { id, name, deviceId } of rows) {
        const room = roomById.get(id) ?? { id, name, devices: [] }
        roomById.set(id, room)
        if (deviceId !== null) room.devices.push(deviceId)
      }
      return [...roomById.values()]
    },

    /** Inserts a new room after all others. */
    async insert(
      queries: Queries,
      accountId: string,
      { id, name }: Pick<Room, 'id' | 'name'>,
    ): Promise<void> {
      const place = sql`(select coalesce(max(place), 0) + 1 from ${rooms} where account_id = ${accountId})`
      await queries.insert(rooms).values({ id, accountId, name, nameKey: nameKeyOf(name), place })
    },

    async rename(queries: Queries, id: string, name: string): Promise<void> {
      await queries
        .update(rooms)
        .set({ name, nameKey: nameKeyOf(name) })
        .where(eq(rooms.id, id))
    },

    /** Sets the order of an account's rooms. */
    async order(queries: Queries, ids: readonly string[]): Promise<void> {
      const order = sql.param([...ids])
      await queries
        .update(rooms)
        .set({ place: sql`array_position(${order}::uuid[], ${rooms.id})` })
        .where(inArray(rooms.id, [...ids]))
    },

    /** Sets the devices of a room and removes them from other rooms of the account. */
    async fill(
      queries: Queries,
      accountId: string,
      roomId: string,
      deviceIds: readonly string[],
    ): Promise<void> {
      const ids = [...deviceIds]
      await queries
        .delete(roomDevices)
        .where(
          and(
            eq(roomDevices.accountId, accountId),
            or(eq(roomDevices.roomId, roomId), inArray(roomDevices.deviceId, ids)),
          ),
        )
      if (ids.length === 0) return
      await queries
        .insert(roomDevices)
        .values(ids.map((deviceId, place) => ({ accountId, deviceId, roomId, place })))
    },

    async delete(queries: Queries, id: string): Promise<void> {
      await queries.delete(rooms).where(eq(rooms.id, id))
    },
  }
}

export type RoomStore = ReturnType<typeof createRoomStore>
