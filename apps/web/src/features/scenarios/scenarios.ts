import type { WeatherTrigger } from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#core/browser.ts'
import { loadAgain } from '#core/load-again.ts'
import { queryClient } from '#core/query-client.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'
import { createScenariosApi } from './scenarios.api.ts'

export const scenariosApi = createScenariosApi(api)

/** Nothing grows stale: pushes tell of changes, and every sign-in of the socket loads it again. */
const pushed = { staleTime: Number.POSITIVE_INFINITY }

export const scenariosQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'list'],
  queryFn: ({ signal }) => scenariosApi.list(signal),
  ...pushed,
})

const MINUTE_MS = 60_000

/** What was ahead is over with time. */
const outlookOf = (name: string, hours: number) =>
  queryOptions({
    queryKey: [...SCENARIO_KEY, name],
    queryFn: ({ signal }) => scenariosApi.outlook(hours, signal),
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })

/** Of the next day. */
export const outlookQuery = outlookOf('outlook', 24)
/** Of the next week, and the rest of its last day. */
export const weekQuery = outlookOf('week', 192)

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...SCENARIO_KEY, 'history', id],
    queryFn: ({ signal }) => scenariosApi.history(id, signal),
    ...pushed,
  })

const HOUR_MS = 3_600_000

/** It looks back by whole hours, and weather that was does not change. */
export const replayQuery = (triggers: readonly WeatherTrigger[], days: number) =>
  queryOptions({
    queryKey: [...SCENARIO_KEY, 'replay', days, triggers],
    queryFn: () => scenariosApi.replay({ triggers: [...triggers], days }),
    staleTime: HOUR_MS,
  })

/** Loads what is shown of scenarios again. */
export const reloadScenarios = () => loadAgain(queryClient, SCENARIO_KEY)
