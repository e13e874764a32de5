import { queryOptions } from '@tanstack/react-query'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { ROLE_KEY } from '#core/role-key.ts'
import { rolesApi } from './roles.api.ts'

const MINUTE_MS = 60_000

/**
 * Pushes announce changes, and every sign-in of the socket reloads. The regular reload is for states and usage, which change with
 * time.
 */
const followed = { staleTime: 0, refetchInterval: MINUTE_MS, refetchOnWindowFocus: 'always' as const }

export const givenQuery = queryOptions({
  queryKey: [...ROLE_KEY, 'given'],
  queryFn: ({ signal }) => rolesApi.list(signal),
  ...followed,
})

export const receivedQuery = queryOptions({
  queryKey: [...ROLE_KEY, 'received'],
  queryFn: ({ signal }) => rolesApi.received(signal),
  ...followed,
})

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...ROLE_KEY, 'report', id],
    queryFn: ({ signal }) => rolesApi.report(id, signal),
    ...followed,
  })

/** Reloads the role data that is in use. */
export const reloadRoles = () => loadAgain(queryClient, ROLE_KEY)
