import { randomUUID } from 'node:crypto'
import {
  isRenamed,
  LIMITS,
  nameKeyOf,
  type Room,
  type RoomCreateRequest,
  type RoomUpdateRequest,
} from '@senca/contract'
import type { DeviceService } from '#features/devices/index.ts'
import type { AccountActor, CallActor } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { changeAlone, type RoomStore } from './rooms.store.ts'

interface RoomServiceOptions {
  store: RoomStore
  database: Pick<Database, 'db'>
  devices: Pick<DeviceService, 'list' | 'holdVisible'>
}

const roomOf = (rooms: readonly Room[], id: string): Room => {
  const room = rooms.find((candidate) => candidate.id === id)
  if (room === undefined) throw new ApiError('resource_not_found')
  return room
}

const assertNameFree = (rooms: readonly Room[], name: string): void => {
  if (rooms.some((room) => nameKeyOf(room.name) === nameKeyOf(name)))
    throw new ApiError('device_name_in_use', { key: 'name', message: 'Another room has this name.' })
}

/** The ids in their new order. Throws `resource_not_found` if the room `before` does not exist. */
function moved(rooms: readonly Room[], id: string, before: string | null): string[] {
  if (before !== null) roomOf(rooms, before)
  if (before === id) return rooms.map((room) => room.id)
  const others = rooms.filter((room) => room.id !== id).map((room) => room.id)
  const index = before === null ? others.length : others.indexOf(before)
  return others.toSpliced(index, 0, id)
}

/** Rooms: how each account arranges the devices that it sees. They do not affect rights. */
export function createRoomService({ store, database, devices }: RoomServiceOptions) {
  /** Devices that are no longer visible are left out; for a bridge also rooms without any. */
  const list = async (actor: CallActor): Promise<Room[]> => {
    const [rooms, visible] = await Promise.all([store.list(actor.accountId), devices.list(actor)])
    const shown = rooms.map((room) => ({
      ...room,
      devices: room.devices.filter((id) => Object.hasOwn(visible, id)),
    }))
    return actor.kind === 'bridge' ? shown.filter((room) => room.devices.length > 0) : shown
  }

  const change = <T>(
    { accountId }: AccountActor,
    work: (queries: Queries, rooms: Room[]) => Promise<T>,
  ): Promise<T> =>
    changeAlone(database.db, accountId, async (queries) =>
      work(queries, await store.list(accountId, queries)),
    )

  /** Prevents a change of ownership until the transaction ends. Throws `device_not_exist`. */
  const hold = async (queries: Queries, actor: AccountActor, ids: readonly string[]): Promise<void> => {
    const held = await devices.holdVisible(queries, actor, ids)
    const missing = ids.find((id) => !held.has(id))
    if (missing !== undefined) throw new ApiError('device_not_exist', { deviceId: missing })
  }

  const shown = async (actor: AccountActor, id: string): Promise<Room> => roomOf(await list(actor), id)

  return {
    list,

    /** Throws `device_name_in_use`, `rooms_limit_exceeded`, `device_not_exist`. */
    async create(actor: AccountActor, { name, devices: ids = [] }: RoomCreateRequest): Promise<Room> {
      const id = randomUUID()
      await change(actor, async (queries, rooms) => {
        if (rooms.length >= LIMITS.ROOMS_PER_ACCOUNT) throw new ApiError('rooms_limit_exceeded')
        assertNameFree(rooms, name)
        // Devices are locked first. Code that removes a device locks it before it empties the rooms.
        await hold(queries, actor, ids)
        await store.insert(queries, actor.accountId, { id, name })
        await store.fill(queries, actor.accountId, id, ids)
      })
      return shown(actor, id)
    },

    /** Changes the given properties. Throws `resource_not_found`, `device_name_in_use`, `device_not_exist`. */
    async update(actor: AccountActor, { id, name, devices: ids, before }: RoomUpdateRequest): Promise<Room> {
      await change(actor, async (queries, rooms) => {
        const room = roomOf(rooms, id)
        const renamed = name !== undefined && isRenamed(room.name, name) ? name : null
        const order = before === undefined ? null : moved(rooms, id, before)
        if (renamed !== null)
          assertNameFree(
            rooms.filter((other) => other !== room),
            renamed,
          )
        if (ids !== undefined) {
          await hold(queries, actor, ids)
          await store.fill(queries, actor.accountId, id, ids)
        }
        if (renamed !== null) await store.rename(queries, id, renamed)
        if (order !== null) await store.order(queries, order)
      })
      return shown(actor, id)
    },

    /** Its devices then have no room. Throws `resource_not_found`. */
    async delete(actor: AccountActor, id: string): Promise<void> {
      await change(actor, async (queries, rooms) => {
        await store.delete(queries, roomOf(rooms, id).id)
      })
    },
  }
}

export type RoomService = ReturnType<typeof createRoomService>
