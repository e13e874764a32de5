import {
  type Preferences,
  type PreferencesRequest,
  preferencesSchema,
  type Room,
  type RoomCreateRequest,
  type RoomUpdateRequest,
  roomSchema,
  roomsSchema,
} from '@senca/contract'
import { callsBy, doneSchema } from '#core/api-calls.ts'
import type { ApiClient } from '#core/api-client.ts'

const ROOM = '/api/v1/room'
const PREFERENCES = '/account/preferences'

/** The calls by which an account arranges its home. */
export function createRoomsApi(api: ApiClient) {
  const { get, post } = callsBy(api, 'apiToken')
  const session = callsBy(api, 'readsSession')
  return {
    list: (signal: AbortSignal): Promise<Room[]> => get(`${ROOM}/list`, roomsSchema, { signal }),
    create: (room: RoomCreateRequest): Promise<Room> => post(`${ROOM}/create`, roomSchema, { json: room }),
    /** Absent keeps. */
    update: (changes: RoomUpdateRequest): Promise<Room> =>
      post(`${ROOM}/update`, roomSchema, { json: changes }),
    remove: (id: string) => post(`${ROOM}/delete`, doneSchema, { json: { id } }),
    preferences: (signal: AbortSignal): Promise<Preferences> =>
      session.get(PREFERENCES, preferencesSchema, { signal }),
    /** Absent keeps. */
    prefer: (changes: PreferencesRequest): Promise<Preferences> =>
      session.post(PREFERENCES, preferencesSchema, { json: changes }),
  }
}
export type RoomsApi = ReturnType<typeof createRoomsApi>
