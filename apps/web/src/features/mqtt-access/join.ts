import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'

const joinedSchema = z.object({
  host: z.string(),
  port: z.int(),
  tls: z.boolean(),
  username: z.nullable(z.string()),
  discoveryPrefix: z.string(),
  status: z.enum(['connected', 'connecting', 'unreachable', 'bad_login', 'not_allowed']),
  since: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  entities: z.int(),
})
/** Before a broker is joined the answer is empty. */
const nothingSchema = z.pipe(
  z.strictObject({}),
  z.transform(() => null),
)
export type JoinedBroker = z.infer<typeof joinedSchema>

export interface JoinRequest {
  host: string
  port?: number
  tls: boolean
  username?: string
  password?: string
  discoveryPrefix?: string
  ca?: string
}

const { get, post } = callsBy(api, 'apiToken')
const JOIN = '/api/v1/mqtt/join'
const KEY = ['mqtt', 'join'] as const

/** The broker that the account joined; null for none. */
export const joinQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => get(JOIN, z.union([joinedSchema, nothingSchema]), { signal }),
  staleTime: 0,
  refetchInterval: 5_000,
  refetchOnWindowFocus: 'always',
})

/** Saved only if the broker can be used. */
export async function joinBroker(request: JoinRequest): Promise<JoinedBroker> {
  const joined = await post(JOIN, joinedSchema, { json: request })
  await loadAgain(queryClient, KEY)
  return joined
}

export async function leaveBroker(): Promise<void> {
  await post('/api/v1/mqtt/leave', doneSchema, { json: {} })
  await loadAgain(queryClient, KEY)
}
