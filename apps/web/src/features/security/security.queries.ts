import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { securityApi } from './security.api.ts'

export const securityKeys = {
  sessions: ['account', 'sessions'],
  events: ['account', 'events'],
  secondFactor: ['account', 'second-factor'],
} as const

export const sessionsQuery = queryOptions({
  queryKey: securityKeys.sessions,
  queryFn: securityApi.sessions,
})

export const secondFactorQuery = queryOptions({
  queryKey: securityKeys.secondFactor,
  queryFn: securityApi.secondFactor,
})

/** The security events in pages. Each page is requested with the last entry of the previous one. */
const first: string | null = null
export const eventsQuery = infiniteQueryOptions({
  queryKey: securityKeys.events,
  queryFn: ({ pageParam }: { pageParam: string | null }) => securityApi.events(pageParam),
  initialPageParam: first,
  getNextPageParam: (page) => (page.more ? (page.events.at(-1)?.id ?? null) : null),
})
