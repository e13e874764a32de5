import {
  type Preferences,
  type PreferencesRequest,
  preferencesSchema,
  type Room,
  type RoomCreateRequest,
  type RoomUpdateRequest,
  roomSchema,
} from '@senca/contract'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import type { ApiClient } from '#core/api/api-client.ts'
import { countedList } from '#core/unreadable-entries.ts'

const ROOM = '/api/v1/room'
const PREFERENCES = '/account/preferences'

/** The calls that arrange the home of an account. */
export function createRoomsApi(api: ApiClient) {
  const { get, post } = callsBy(api, 'apiToken')
  const session = callsBy(api, 'readsSession')
  return {
    list: (signal: AbortSignal): Promise<Room[]> =>
      get(`${ROOM}/list`, countedList('rooms', roomSchema), { signal }),
    create: (room: RoomCreateRequest): Promise<Room> => post(`${ROOM}/create`, roomSchema, { json: room }),
    /** Fields that are left out stay unchanged. */
    update: (changes: RoomUpdateRequest): Promise<Room> =>
      post(`${ROOM}/update`, roomSchema, { json: changes }),
    remove: (id: string) => post(`${ROOM}/delete`, doneSchema, { json: { id } }),
    preferences: (signal: AbortSignal): Promise<Preferences> =>
      session.get(PREFERENCES, preferencesSchema, { signal }),
    /** Fields that are left out stay unchanged. */
    prefer: (changes: PreferencesRequest): Promise<Preferences> =>
      session.post(PREFERENCES, preferencesSchema, { json: changes }),
  }
}
export type RoomsApi = ReturnType<typeof createRoomsApi>
