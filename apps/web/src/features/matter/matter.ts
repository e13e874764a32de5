import {
  type MatterCommissioning,
  matterCommissioningSchema,
  matterCommissioningStartedSchema,
  matterNodesSchema,
  matterShareSchema,
} from '@senca/contract/matter'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api, pageConfig } from '#core/browser.ts'

/** Whether the server can add Matter devices. */
export const isMatterOn = pageConfig.isMatterOn === true

const { get, post } = callsBy(api, 'apiToken')
const MATTER = '/api/v1/matter'
const NODES_KEY = ['matter', 'nodes'] as const
const PROGRESS_EVERY_MS = 1_000

const isOver = (progress: MatterCommissioning | undefined): boolean =>
  progress?.status === 'done' || progress?.status === 'failed'

export const matterNodesQuery = queryOptions({
  queryKey: NODES_KEY,
  queryFn: ({ signal }) => get(`${MATTER}/nodes`, matterNodesSchema, { signal }),
  staleTime: 0,
  refetchInterval: 10_000,
  refetchOnWindowFocus: 'always',
})

/** How far the adding of a device has come. */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: ['matter', 'commission', id],
    queryFn: ({ signal }) =>
      get(`${MATTER}/commission`, matterCommissioningSchema, { query: { id }, signal }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : PROGRESS_EVERY_MS),
  })

export const reloadNodes = () => loadAgain(queryClient, NODES_KEY)

export const matterApi = {
  /** Resolves to the id of the adding. */
  add: async (code: string, allowUncertified: boolean): Promise<string> => {
    const json = { code, ...(allowUncertified ? { allowUncertified } : {}) }
    const { commissioningId } = await post(`${MATTER}/commission`, matterCommissioningStartedSchema, { json })
    return commissioningId
  },
  remove: async (node: string, force: boolean): Promise<void> => {
    await post(`${MATTER}/remove`, doneSchema, { json: { node, ...(force ? { force } : {}) } })
    await reloadNodes()
  },
  share: (node: string) => post(`${MATTER}/share`, matterShareSchema, { json: { node } }),
}
