import {
  type Group,
  type GroupCreateRequest,
  type GroupUpdateRequest,
  groupSchema,
} from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'
import { countedList } from '#core/unreadable-entries.ts'

const { get, post } = callsBy(api, 'apiToken')
const GROUP = '/api/v1/group'

export const groupsApi = {
  create: (group: GroupCreateRequest): Promise<Group> =>
    post(`${GROUP}/create`, groupSchema, { json: group }),
  /** Fields that are left out stay unchanged. */
  update: (changes: GroupUpdateRequest): Promise<Group> =>
    post(`${GROUP}/update`, groupSchema, { json: changes }),
  remove: (id: string) => post(`${GROUP}/delete`, doneSchema, { json: { id } }),
}

/** The data never becomes stale: pushes announce changes, and every sign-in of the socket reloads it. */
export const groupsQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'groups'],
  queryFn: ({ signal }) => get(`${GROUP}/list`, countedList('groups', groupSchema), { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const reloadGroups = () => loadAgain(queryClient, SCENARIO_KEY)
