import {
  createdWebhookSchema,
  WEBHOOK_EVENTS,
  type WebhookCreateRequest,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookUpdateRequest,
  webhookDeliveriesSchema,
  webhookQueuedSchema,
  webhookSchema,
  webhookSecretSchema,
  webhooksSchema,
} from '@senca/contract/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { pageNow } from '#core/clock.ts'
import { onRealtimeAccepted, onRealtimeMessages } from '#core/realtime/browser-realtime.ts'

const { get, post } = callsBy(api, 'apiToken')
const WEBHOOK = '/api/v1/webhook'
const KEY = ['webhooks'] as const

/** The keys of the words of events. */
export const EVENT_WORDS = {
  'device.state': 'state',
  'device.connection': 'connection',
  'device.held': 'held',
  'device.released': 'released',
  'door.opened': 'opened',
  'door.closed': 'closed',
  'lock.changed': 'lock',
  'command.failed': 'failed',
  'scenario.ran': 'scenario',
} as const satisfies Record<WebhookEvent, string>

/** The word of an event that was sent; that of a test for one that this page does not know. */
export function eventWord(event: string): (typeof EVENT_WORDS)[WebhookEvent] | 'test' {
  const known = WEBHOOK_EVENTS.find((one) => one === event)
  return known === undefined ? 'test' : EVENT_WORDS[known]
}

/** The outcome of a delivery. */
export function outcomeOf({ status, nextAt, attempts }: WebhookDelivery) {
  if (nextAt !== null) return attempts === 0 ? 'sending' : 'again'
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed'
}

export const webhooksQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => get(`${WEBHOOK}/list`, webhooksSchema, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: 'always' as const,
})

const SOON_MS = 30_000
const RELOAD_MS = 1_500

/** The deliveries of a webhook. They are read again while one of them is about to be sent. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) =>
      get(`${WEBHOOK}/deliveries?id=${encodeURIComponent(id)}`, webhookDeliveriesSchema, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(
        ({ nextAt }) => nextAt !== null && new Date(nextAt).getTime() - pageNow().getTime() < SOON_MS,
      ) === true
        ? RELOAD_MS
        : false,
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

/** The calls that change webhooks. A signing key is in the answer of its making only. */
export const webhooksApi = {
  create: (json: WebhookCreateRequest) => changed(post(`${WEBHOOK}/create`, createdWebhookSchema, { json })),
  update: (json: WebhookUpdateRequest) => changed(post(`${WEBHOOK}/update`, webhookSchema, { json })),
  remove: (id: string) => changed(post(`${WEBHOOK}/delete`, doneSchema, { json: { id } })),
  test: (id: string) => changed(post(`${WEBHOOK}/test`, webhookQueuedSchema, { json: { id } })),
  rotate: (id: string) => changed(post(`${WEBHOOK}/rotate`, webhookSecretSchema, { json: { id } })),
  replay: (id: string, deliveryId: string) =>
    changed(post(`${WEBHOOK}/replay`, webhookQueuedSchema, { json: { id, deliveryId } })),
}
