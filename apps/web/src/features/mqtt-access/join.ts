import {
  type JoinedBroker,
  joinedBrokerSchema,
  type MqttJoinRequest,
  mqttJoinSchema,
} from '@senca/contract/mqtt'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'

/** What is left out, the server fills in. */
export type JoinRequest = Partial<MqttJoinRequest> & Pick<MqttJoinRequest, 'host' | 'tls'>

const { get, post } = callsBy(api, 'apiToken')
const JOIN = '/api/v1/mqtt/join'
const KEY = ['mqtt', 'join'] as const

/** The broker that the account joined; null for none. */
export const joinQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }): Promise<JoinedBroker | null> =>
    joinedBrokerSchema.safeParse(await get(JOIN, mqttJoinSchema, { signal })).data ?? null,
  staleTime: 0,
  refetchInterval: 5_000,
  refetchOnWindowFocus: 'always',
})

/** Saved only if the broker can be used. */
export async function joinBroker(request: JoinRequest): Promise<JoinedBroker> {
  const joined = await post(JOIN, joinedBrokerSchema, { json: request })
  await loadAgain(queryClient, KEY)
  return joined
}

export async function leaveBroker(): Promise<void> {
  await post('/api/v1/mqtt/leave', doneSchema, { json: {} })
  await loadAgain(queryClient, KEY)
}
