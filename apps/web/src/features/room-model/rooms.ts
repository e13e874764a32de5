import { DEFAULT_PREFERENCES, type Preferences, type Room } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { createRoomsApi } from './rooms.api.ts'
import { preferencesQuery, roomKeys, roomsQuery } from './rooms.queries.ts'

export const roomsApi = createRoomsApi(api)

/** Reloads rooms and preferences where they are in use. */
export const roomEvents = {
  updated: () => loadAgain(queryClient, roomKeys.all),
}

const NO_ROOMS: readonly Room[] = []

/** The rooms of the account in their order; undefined until they are loaded, empty if they cannot be loaded. */
export function useRooms(): readonly Room[] | undefined {
  const { data, isError } = useQuery(roomsQuery(roomsApi))
  return data ?? (isError ? NO_ROOMS : undefined)
}

/** The preferences for the home screen; undefined until they are loaded, the defaults if they cannot be loaded. */
export function usePreferences(): Preferences | undefined {
  const { data, isError } = useQuery(preferencesQuery(roomsApi))
  return data ?? (isError ? DEFAULT_PREFERENCES : undefined)
}

/** The units in which the account wants to see weather values. */
export const useUnits = (): Preferences['units'] => usePreferences()?.units ?? DEFAULT_PREFERENCES.units
