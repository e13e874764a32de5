import { type DeviceInfo, deviceReading } from '@senca/contract'
import {
  type DiscoveryTryRequest,
  discoveryListSchema,
  type Entity,
  type EntityPart,
} from '@senca/contract/discovery'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { onRealtimeAccepted, onRealtimeMessages } from '#core/realtime/browser-realtime.ts'

const { get, post } = callsBy(api, 'apiToken')
const DISCOVERY = '/api/v1/discovery'
const DISCOVERY_KEY = ['discovery'] as const
const MINUTE_MS = 60_000

export interface AddRequest {
  ids: readonly string[]
  devicetype: string
  name: string
  parts?: Readonly<Record<string, EntityPart>>
  settings?: { motorInverted?: boolean; inclinationInverted?: boolean; lockCode?: string }
  /** Of the account, for a lock that was ever in a guarded door. */
  password?: string
}
export type AssignRequest = { token: string } & Omit<AddRequest, 'devicetype' | 'name'>

const list = (query: Record<string, string>, signal: AbortSignal): Promise<Entity[]> =>
  get(`${DISCOVERY}/list`, discoveryListSchema, { query, signal })

/** The calls for hardware of other makers that was found. */
export const discoveryApi = {
  list: (signal: AbortSignal) => list({}, signal),
  ignored: (signal: AbortSignal) => list({ ignored: 'true' }, signal),
  /** Resolves when the command was handed over. */
  try: (request: DiscoveryTryRequest) => post(`${DISCOVERY}/try`, doneSchema, { json: request }),
  add: (request: AddRequest): Promise<DeviceInfo> =>
    post(`${DISCOVERY}/add`, deviceReading, { json: request }),
  assign: (request: AssignRequest): Promise<DeviceInfo> =>
    post(`${DISCOVERY}/assign`, deviceReading, { json: request }),
  ignore: (ids: readonly string[], ignored: boolean) =>
    post(`${DISCOVERY}/ignore`, doneSchema, { json: { ids, ignored } }),
  forget: (ids: readonly string[]) => post(`${DISCOVERY}/forget`, doneSchema, { json: { ids } }),
  refresh: () => post(`${DISCOVERY}/refresh`, doneSchema, { json: {} }),
}

/** Pushes announce changes, and every sign-in of the socket reloads. The regular reload is for the time without a socket. */
const followed = { staleTime: 0, refetchInterval: MINUTE_MS, refetchOnWindowFocus: 'always' as const }

export const foundQuery = queryOptions({
  queryKey: [...DISCOVERY_KEY, 'found'],
  queryFn: ({ signal }) => discoveryApi.list(signal),
  ...followed,
})

export const ignoredQuery = queryOptions({
  queryKey: [...DISCOVERY_KEY, 'ignored'],
  queryFn: ({ signal }) => discoveryApi.ignored(signal),
  ...followed,
})

export const reloadFound = () => loadAgain(queryClient, DISCOVERY_KEY)

onRealtimeAccepted(() => void reloadFound())
onRealtimeMessages((messages) => {
  if (messages.some(({ subject }) => subject === 'discovery.updated')) void reloadFound()
})
