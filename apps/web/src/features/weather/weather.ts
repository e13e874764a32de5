import {
  type HookKey,
  hookKeyInfoSchema,
  hookKeySchema,
  netatmoLinkSchema,
  weatherForecastSchema,
  weatherNowSchema,
  weatherSourcesSchema,
} from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callsBy } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'

const { get, post } = callsBy(api, 'apiToken')
const MINUTE_MS = 60_000

export const weatherNowQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'weather', 'now'],
  queryFn: ({ signal }) => get('/api/v1/weather/now', weatherNowSchema, { signal }),
  staleTime: MINUTE_MS / 2,
  refetchInterval: MINUTE_MS,
})

export const forecastQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'weather', 'forecast'],
  queryFn: ({ signal }) => get('/api/v1/weather/forecast', weatherForecastSchema, { signal }),
  staleTime: 10 * MINUTE_MS,
  refetchInterval: 10 * MINUTE_MS,
})

const SOURCES_KEY = [...SCENARIO_KEY, 'weather', 'sources']

export const sourcesQuery = queryOptions({
  queryKey: SOURCES_KEY,
  queryFn: ({ signal }) => get('/api/v1/weather/sources', weatherSourcesSchema, { signal }),
  staleTime: MINUTE_MS,
})

const HOOK_KEY = [...SCENARIO_KEY, 'weather', 'key']

export const hookKeyQuery = queryOptions({
  queryKey: HOOK_KEY,
  queryFn: ({ signal }) => get('/api/v1/hook/key', hookKeyInfoSchema, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Creates a new key for the own station; the previous key becomes invalid. */
export async function makeHookKey(): Promise<HookKey> {
  const made = await post('/api/v1/hook/key', hookKeySchema, { json: {} })
  await loadAgain(queryClient, HOOK_KEY)
  return made
}

/** The URL at which Netatmo asks the person to authorize Senca. */
export const linkNetatmo = () => post('/api/v1/weather/netatmo/link', netatmoLinkSchema, { json: {} })

export async function unlinkNetatmo(): Promise<void> {
  await post('/api/v1/weather/netatmo/unlink', z.object({}), { json: {} })
  await Promise.all([loadAgain(queryClient, SOURCES_KEY), loadAgain(queryClient, weatherNowQuery.queryKey)])
}
