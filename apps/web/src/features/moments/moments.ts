import {
  type Moment,
  type MomentCreateRequest,
  type MomentRun,
  type MomentUpdateRequest,
  momentRunSchema,
  momentSchema,
} from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'
import { countedList } from '#core/unreadable-entries.ts'

const { get, post } = callsBy(api, 'apiToken')
const MOMENT = '/api/v1/moment'

export const momentsApi = {
  create: (moment: MomentCreateRequest): Promise<Moment> =>
    post(`${MOMENT}/create`, momentSchema, { json: moment }),
  /** Fields that are left out stay unchanged. */
  update: (changes: MomentUpdateRequest): Promise<Moment> =>
    post(`${MOMENT}/update`, momentSchema, { json: changes }),
  remove: (id: string) => post(`${MOMENT}/delete`, doneSchema, { json: { id } }),
  run: (id: string): Promise<MomentRun> => post(`${MOMENT}/run`, momentRunSchema, { json: { id } }),
}

/** The data never becomes stale: pushes announce changes, and every sign-in of the socket reloads it. */
export const momentsQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'moments'],
  queryFn: ({ signal }) => get(`${MOMENT}/list`, countedList('moments', momentSchema), { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const reloadMoments = () => loadAgain(queryClient, SCENARIO_KEY)
