import {
  type Home,
  type HomeCreateRequest,
  type HomeSun,
  type HomeUpdateRequest,
  homeSchema,
  homeSunSchema,
} from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import { callsBy } from '#core/api-calls.ts'
import { api } from '#core/browser.ts'
import { ApiFailure } from '#core/failures.ts'
import { homePlaceStore } from '#core/home-place.ts'
import { loadAgain } from '#core/load-again.ts'
import { queryClient } from '#core/query-client.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'

const { get, post } = callsBy(api, 'apiToken')
const HOME = '/api/v1/home'

/** The calls by which an account says where its home is. */
export const homePlaceApi = {
  create: (home: HomeCreateRequest): Promise<Home> => post(`${HOME}/create`, homeSchema, { json: home }),
  /** Absent keeps; `timezone: null` takes the zone of the place. */
  update: (changes: HomeUpdateRequest): Promise<Home> =>
    post(`${HOME}/update`, homeSchema, { json: changes }),
  /** Null before the account said where its home is. */
  info: async (signal: AbortSignal): Promise<Home | null> => {
    try {
      return await get(`${HOME}/info`, homeSchema, { signal })
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.error === 'resource_not_found') return null
      throw failure
    }
  },
  /** Of today. */
  sun: (signal: AbortSignal): Promise<HomeSun> => get(`${HOME}/sun`, homeSunSchema, { signal }),
}

/** Nothing grows stale: every sign-in of the socket loads it again. */
export const homePlaceQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'home'],
  queryFn: ({ signal }) => homePlaceApi.info(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

const MINUTE_MS = 60_000

export const homeSunQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'home', 'sun'],
  queryFn: ({ signal }) => homePlaceApi.sun(signal),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
})

/** Loads where the home is, and tells the light of the app; without an answer the light stays as it was. */
export async function loadHomePlace(): Promise<void> {
  const home = await queryClient.fetchQuery({ ...homePlaceQuery, staleTime: 0 }).catch(() => undefined)
  if (home === undefined) return
  homePlaceStore.setState({ place: home === null ? null : { latitude: home.lat, longitude: home.lon } })
}

/** A moved home moves the times of scenarios too. */
export async function reloadHomePlace(): Promise<void> {
  await loadHomePlace()
  await loadAgain(queryClient, SCENARIO_KEY)
}
