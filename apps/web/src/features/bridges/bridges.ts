import {
  type BridgeCreateRequest,
  type BridgeUnlockRequest,
  bridgeSchema,
  bridgeSecretSchema,
  bridgesSchema,
  createdBridgeSchema,
} from '@senca/contract/bridges'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'

const { get, post } = callsBy(api, 'apiToken')
const BRIDGE = '/api/v1/bridge'
const KEY = ['bridges'] as const
const FOLLOWED_MS = 30_000

export const bridgesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => get(`${BRIDGE}/list`, bridgesSchema, { signal }),
  staleTime: 0,
  // No message announces that one is used.
  refetchInterval: FOLLOWED_MS,
  refetchOnWindowFocus: 'always' as const,
})

const changed = async <T>(change: Promise<T>): Promise<T> => {
  const answer = await change
  await loadAgain(queryClient, KEY)
  return answer
}

/** The calls that change connected apps. A token is in the answer of its making only. */
export const bridgesApi = {
  create: (bridge: BridgeCreateRequest) =>
    changed(post(`${BRIDGE}/create`, createdBridgeSchema, { json: bridge })),
  renew: (id: string) => changed(post(`${BRIDGE}/secret`, bridgeSecretSchema, { json: { id } })),
  unlock: (request: BridgeUnlockRequest) =>
    changed(post(`${BRIDGE}/unlock`, bridgeSchema, { json: request })),
  remove: (id: string) => changed(post(`${BRIDGE}/delete`, doneSchema, { json: { id } })),
}
