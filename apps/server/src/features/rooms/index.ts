import type { Devices } from '#features/devices/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createPreferencesService, type Pinnable } from './preferences.service.ts'
import { createPreferencesStore } from './preferences.store.ts'
import { roomEvents } from './room-events.ts'
import { roomRoutes } from './rooms.routes.ts'
import { createRoomService } from './rooms.service.ts'
import { createRoomStore } from './rooms.store.ts'

export type { Pinnable } from './preferences.service.ts'
export { roomEvents } from './room-events.ts'
export type { RoomService } from './rooms.service.ts'
export { removeFromRooms, roomNamesOf, roomsOf, unpin } from './rooms.store.ts'

interface RoomsOptions {
  devices: Pick<Devices, 'service'>
  pinnable: readonly Pinnable[]
  realtime: Realtime
}

/** Registers rooms and preferences: how each account arranges and displays its devices. */
export function registerRooms(
  { database, http, runs }: AppContext,
  { devices, pinnable, realtime }: RoomsOptions,
) {
  const common = { database, devices: devices.service }
  const rooms = createRoomService({ ...common, store: createRoomStore(database.db) })
  const preferences = createPreferencesService({
    ...common,
    pinnable,
    store: createPreferencesStore(database.db),
  })
  let unfollow = () => {}
  runs({
    async start() {
      unfollow = await roomEvents.follow(database, (accountIds) => {
        for (const accountId of accountIds) realtime.publish('rooms.updated', { accountId }, {})
      })
    },
    stop: () => unfollow(),
  })
  http.register(roomRoutes, { rooms, preferences })
  return rooms
}
