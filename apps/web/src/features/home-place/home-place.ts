import {
  type Home,
  type HomeCreateRequest,
  type HomeSun,
  type HomeUpdateRequest,
  homeSchema,
  homeSunSchema,
} from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import { callsBy } from '#core/api/api-calls.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { homePlaceStore, NO_HOME_PLACE } from '#core/home-place.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'

const { get, post } = callsBy(api, 'apiToken')
const HOME = '/api/v1/home'

/** The calls for the location of the home. */
export const homePlaceApi = {
  create: (home: HomeCreateRequest): Promise<Home> => post(`${HOME}/create`, homeSchema, { json: home }),
  /** Fields that are left out stay unchanged; `timezone: null` takes the time zone of the location. */
  update: (changes: HomeUpdateRequest): Promise<Home> =>
    post(`${HOME}/update`, homeSchema, { json: changes }),
  /** Null before the account has set a location. */
  info: async (signal: AbortSignal): Promise<Home | null> => {
    try {
      return await get(`${HOME}/info`, homeSchema, { signal })
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.error === 'resource_not_found') return null
      throw failure
    }
  },
  /** The sun times of today. */
  sun: (signal: AbortSignal): Promise<HomeSun> => get(`${HOME}/sun`, homeSunSchema, { signal }),
}

/** The data never becomes stale: every sign-in of the socket reloads it. */
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

/** Loads the location of the home and passes it to the light of the app. Without an answer the light stays as it was. */
export async function loadHomePlace(): Promise<void> {
  const home = await queryClient.fetchQuery({ ...homePlaceQuery, staleTime: 0 }).catch(() => undefined)
  if (home === undefined) return
  homePlaceStore.setState(
    home === null
      ? NO_HOME_PLACE
      : { place: { latitude: home.lat, longitude: home.lon }, timezone: home.timezone },
  )
}

/** Also reloads the scenarios, because their times depend on the location of the home. */
export async function reloadHomePlace(): Promise<void> {
  await loadHomePlace()
  await loadAgain(queryClient, SCENARIO_KEY)
}
