import type { WeatherTrigger } from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'
import { scenariosApi } from './scenarios.api.ts'

/** The data never becomes stale: pushes announce changes, and every sign-in of the socket reloads it. */
const pushed = { staleTime: Number.POSITIVE_INFINITY }

export const scenariosQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'list'],
  queryFn: ({ signal }) => scenariosApi.list(signal),
  ...pushed,
})

const MINUTE_MS = 60_000

/** An outlook becomes outdated as time passes, so it is reloaded regularly. */
const outlookOf = (name: string, hours: number) =>
  queryOptions({
    queryKey: [...SCENARIO_KEY, name],
    queryFn: ({ signal }) => scenariosApi.outlook(hours, signal),
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })

/** The outlook of the next 24 hours. */
export const outlookQuery = outlookOf('outlook', 24)
/** The outlook of the next week, including the rest of its last day. */
export const weekQuery = outlookOf('week', 192)

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...SCENARIO_KEY, 'history', id],
    queryFn: ({ signal }) => scenariosApi.history(id, signal),
    ...pushed,
  })

const HOUR_MS = 3_600_000

/** A replay uses whole hours, and past weather does not change, so its result can be cached. */
export const replayQuery = (triggers: readonly WeatherTrigger[], days: number) =>
  queryOptions({
    queryKey: [...SCENARIO_KEY, 'replay', days, triggers],
    queryFn: () => scenariosApi.replay({ triggers: [...triggers], days }),
    staleTime: HOUR_MS,
  })

/** Reloads the scenario data that is in use. */
export const reloadScenarios = () => loadAgain(queryClient, SCENARIO_KEY)
