import { queryOptions } from '@tanstack/react-query'
import type { RoomsApi } from './rooms.api.ts'

export const roomKeys = {
  all: ['rooms'] as const,
  list: ['rooms', 'list'] as const,
  preferences: ['rooms', 'preferences'] as const,
}

/** The data never becomes stale: pushes announce changes, and every sign-in of the socket reloads it. */
const pushed = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const roomsQuery = (api: RoomsApi) =>
  queryOptions({ queryKey: roomKeys.list, queryFn: ({ signal }) => api.list(signal), ...pushed })

export const preferencesQuery = (api: RoomsApi) =>
  queryOptions({
    queryKey: roomKeys.preferences,
    queryFn: ({ signal }) => api.preferences(signal),
    ...pushed,
  })
