import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SecurityApi } from './security.api.ts'

export const securityKeys = {
  sessions: ['account', 'sessions'],
  events: ['account', 'events'],
  secondFactor: ['account', 'second-factor'],
} as const

export const sessionsQuery = (api: SecurityApi) =>
  queryOptions({ queryKey: securityKeys.sessions, queryFn: () => api.sessions() })

export const secondFactorQuery = (api: SecurityApi) =>
  queryOptions({ queryKey: securityKeys.secondFactor, queryFn: () => api.secondFactor() })

/** The security events in pages. Each page is requested with the last entry of the previous one. */
export const eventsQuery = (api: SecurityApi) => {
  const first: string | null = null
  return infiniteQueryOptions({
    queryKey: securityKeys.events,
    queryFn: ({ pageParam }: { pageParam: string | null }) => api.events(pageParam),
    initialPageParam: first,
    getNextPageParam: (page) => (page.more ? (page.events.at(-1)?.id ?? null) : null),
  })
}
