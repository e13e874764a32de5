import { queryOptions } from '@tanstack/react-query'
import type { RoomsApi } from './rooms.api.ts'

export const roomKeys = {
  all: ['rooms'] as const,
  list: ['rooms', 'list'] as const,
  preferences: ['rooms', 'preferences'] as const,
}

/** Nothing grows stale: pushes tell of changes, and every sign-in of the socket loads it again. */
const pushed = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const roomsQuery = (api: RoomsApi) =>
  queryOptions({ queryKey: roomKeys.list, queryFn: ({ signal }) => api.list(signal), ...pushed })

export const preferencesQuery = (api: RoomsApi) =>
  queryOptions({
    queryKey: roomKeys.preferences,
    queryFn: ({ signal }) => api.preferences(signal),
    ...pushed,
  })
