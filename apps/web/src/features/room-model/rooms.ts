import { DEFAULT_PREFERENCES, type Preferences, type Room } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '#core/browser.ts'
import { loadAgain } from '#core/load-again.ts'
import { queryClient } from '#core/query-client.ts'
import { createRoomsApi } from './rooms.api.ts'
import { preferencesQuery, roomKeys, roomsQuery } from './rooms.queries.ts'

export const roomsApi = createRoomsApi(api)

/** Loads rooms and preferences again, where they are shown. */
export const roomEvents = {
  updated: () => loadAgain(queryClient, roomKeys.all),
}

const NO_ROOMS: readonly Room[] = []

/** The rooms of the account in their order; undefined until they are loaded, none where they cannot be. */
export function useRooms(): readonly Room[] | undefined {
  const { data, isError } = useQuery(roomsQuery(roomsApi))
  return data ?? (isError ? NO_ROOMS : undefined)
}

/** How the account shows its home; undefined until it is loaded, the defaults where it cannot be. */
export function usePreferences(): Preferences | undefined {
  const { data, isError } = useQuery(preferencesQuery(roomsApi))
  return data ?? (isError ? DEFAULT_PREFERENCES : undefined)
}

/** The units in which the account wants to see the weather. */
export const useUnits = (): Preferences['units'] => usePreferences()?.units ?? DEFAULT_PREFERENCES.units
