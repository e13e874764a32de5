import {
  type Bridge,
  type BridgeCreateRequest,
  type BridgeKind,
  type BridgePermission,
  type BridgeScope,
  type BridgeUnlockRequest,
  type BridgeUpdateRequest,
  bridgePartsSchema,
  bridgeSchema,
  bridgeSecretSchema,
  bridgesSchema,
  createdBridgeSchema,
  hasToken,
} from '@senca/contract/bridges'
import { queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { pageNow } from '#core/clock.ts'
import { onRealtimeAccepted, onRealtimeMessages } from '#core/realtime/browser-realtime.ts'

const { get, post } = callsBy(api, 'apiToken')
const BRIDGE = '/api/v1/bridge'
const KEY = ['bridges'] as const

/** The scopes beside those of devices, and the keys of their words. */
export const SCOPE_WORDS = {
  'scenarios:run': 'scenarios',
  'activity:read': 'activity',
  'access:read': 'access',
} as const satisfies Partial<Record<BridgeScope, string>>
export const FURTHER_SCOPES = ['scenarios:run', 'activity:read', 'access:read'] as const
/** Those that each kind may be given. */
export const OFFERED_SCOPES = {
  script: FURTHER_SCOPES,
  agent: FURTHER_SCOPES,
  'home-assistant': ['scenarios:run'],
  matter: [],
} as const satisfies Record<BridgeKind, readonly (typeof FURTHER_SCOPES)[number][]>

export const LEVELS = ['view', 'command'] as const satisfies readonly BridgePermission[]
/** After so many days an app with a token ends. */
export const DAYS = ['30', '90', '365'] as const
export type Days = (typeof DAYS)[number]
const DAY_MS = 86_400_000

export const expiresIn = (days: Days): string =>
  new Date(pageNow().getTime() + Number(days) * DAY_MS).toISOString()

/** What a bridge may do with its devices: command only if a grant allows it, and of one with a token the scope too. */
export const levelOf = ({
  kind,
  scopes,
  grants,
}: Pick<Bridge, 'kind' | 'scopes' | 'grants'>): BridgePermission =>
  (!hasToken(kind) || scopes.includes('devices:command')) &&
  Object.values(grants).some(({ permissions }) => permissions.includes('command'))
    ? 'command'
    : 'view'

/** What a bridge may do beside its devices. */
export const furtherScopesOf = ({ scopes }: Pick<Bridge, 'scopes'>) =>
  FURTHER_SCOPES.filter((scope) => scopes.includes(scope))

/** What a bridge may do, in one line. */
export const rightsWords = (bridge: Pick<Bridge, 'kind' | 'scopes' | 'grants'>, t: TFunction): string =>
  [
    t(`apps.level.${levelOf(bridge)}`),
    ...furtherScopesOf(bridge).map((scope) => t(`apps.scope.${SCOPE_WORDS[scope]}`)),
  ].join(', ')

export const bridgesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => get(`${BRIDGE}/list`, bridgesSchema, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: 'always' as const,
})

/** What the ecosystem of a bridge is shown now. */
export const bridgePartsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id, 'parts'],
    queryFn: ({ signal }) => get(`${BRIDGE}/parts`, bridgePartsSchema, { signal, query: { id } }),
    staleTime: 0,
    refetchInterval: 5_000,
    refetchOnWindowFocus: 'always' as const,
  })

const reload = () => loadAgain(queryClient, KEY)
onRealtimeAccepted(() => void reload())
onRealtimeMessages((messages) => {
  if (messages.some(({ subject }) => subject === 'bridges.updated')) void reload()
})

const changed = async <T>(change: Promise<T>): Promise<T> => {
  const answer = await change
  await reload()
  return answer
}

/** The calls that change connected apps. A token is in the answer of its making only. */
export const bridgesApi = {
  create: (bridge: BridgeCreateRequest) =>
    changed(post(`${BRIDGE}/create`, createdBridgeSchema, { json: bridge })),
  update: (bridge: BridgeUpdateRequest) => changed(post(`${BRIDGE}/update`, bridgeSchema, { json: bridge })),
  renew: (id: string) => changed(post(`${BRIDGE}/secret`, bridgeSecretSchema, { json: { id } })),
  /** Where a person is asked, its token may ask from then on. */
  async unlock(
    { id, kind, scopes }: Pick<Bridge, 'id' | 'kind' | 'scopes'>,
    request: Omit<BridgeUnlockRequest, 'id'>,
  ) {
    const unlocked = await changed(post(`${BRIDGE}/unlock`, bridgeSchema, { json: { id, ...request } }))
    if (!hasToken(kind) || request.mode !== 'ask' || scopes.includes('doors:ask')) return unlocked
    const json = { id, scopes: [...scopes, 'doors:ask'] }
    return changed(post(`${BRIDGE}/update`, bridgeSchema, { json }))
  },
  remove: (id: string) => changed(post(`${BRIDGE}/delete`, doneSchema, { json: { id } })),
}
