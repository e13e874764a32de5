import {
  type BridgeFabric,
  bridgeFabricsSchema,
  bridgePairingSchema,
  bridgePairingStatusSchema,
  matterPartsSchema,
} from '@senca/contract/bridge-matter'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api, pageConfig } from '#core/browser.ts'
import { onRealtimeMessages } from '#core/realtime/browser-realtime.ts'

/** Whether this server runs Matter bridges itself. */
export const isMatterOn = pageConfig.isMatterOn === true

/** The apps of other makers that take Matter bridges, by their own names. */
export const ECOSYSTEM_NAMES = {
  apple: 'Apple Home',
  google: 'Google Home',
  alexa: 'Alexa',
  smartthings: 'SmartThings',
  homeassistant: 'Home Assistant',
} as const
export type Ecosystem = keyof typeof ECOSYSTEM_NAMES
export const ECOSYSTEM_KEYS = [
  'apple',
  'google',
  'alexa',
  'smartthings',
  'homeassistant',
] as const satisfies readonly Ecosystem[]

const { get, post } = callsBy(api, 'apiToken')
const BRIDGE = '/api/v1/bridge'
const KEY = ['matter-bridge'] as const
/** What ecosystems see of parts is asked of the process each time. */
const PARTS_EVERY_MS = 5_000

export const fabricsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'fabrics', id],
    queryFn: ({ signal }) => get(`${BRIDGE}/fabrics`, bridgeFabricsSchema, { query: { id }, signal }),
    staleTime: 0,
  })

export const partsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'parts', id],
    queryFn: ({ signal }) => get(`${BRIDGE}/parts`, matterPartsSchema, { query: { id }, signal }),
    staleTime: 0,
    refetchInterval: PARTS_EVERY_MS,
  })

export const pairingQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'pairing', id],
    queryFn: ({ signal }) => get(`${BRIDGE}/pairing`, bridgePairingStatusSchema, { query: { id }, signal }),
    staleTime: 0,
  })

const reload = () => loadAgain(queryClient, KEY)
onRealtimeMessages((messages) => {
  if (messages.some(({ subject }) => subject === 'bridges.updated')) void reload()
})

const changed = async <T>(change: Promise<T>): Promise<T> => {
  const answer = await change
  await reload()
  return answer
}

export const matterBridgeApi = {
  pair: (id: string) => changed(post(`${BRIDGE}/pairing`, bridgePairingSchema, { json: { id } })),
  removeFabric: (id: string, { index }: Pick<BridgeFabric, 'index'>) =>
    changed(post(`${BRIDGE}/fabric/remove`, doneSchema, { json: { id, index } })),
  reset: (id: string) => changed(post(`${BRIDGE}/reset`, doneSchema, { json: { id } })),
}
