import { queryOptions } from '@tanstack/react-query'
import type { LinksApi } from './links.api.ts'

export const linkKeys = {
  all: ['links'] as const,
  list: ['links', 'list'] as const,
  freeze: ['links', 'freeze'] as const,
  access: (deviceId: string | null) => ['links', 'access', deviceId ?? ''] as const,
}

const CHECK_AGAIN_MS = 5_000

/**
 * Guests may use links while their owner views the list, and no push announces that, so it is polled. A hidden page does not
 * poll.
 */
const followed = {
  staleTime: 0,
  refetchInterval: CHECK_AGAIN_MS,
  refetchOnWindowFocus: 'always' as const,
}

export const linksQuery = (api: LinksApi) =>
  queryOptions({ queryKey: linkKeys.list, queryFn: ({ signal }) => api.list(signal), ...followed })

/** Kept up to date by `sharing.updated`, by every sign-in of the socket and, without a socket, by polling. */
export const freezeQuery = (api: LinksApi) =>
  queryOptions({
    queryKey: linkKeys.freeze,
    queryFn: ({ signal }) => api.isFrozen(signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

export const accessQuery = (api: LinksApi, deviceId: string | null) =>
  queryOptions({
    queryKey: linkKeys.access(deviceId),
    queryFn: ({ signal }) => api.access(deviceId, signal),
    ...followed,
  })
