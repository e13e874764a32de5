import {
  type Phone,
  type PushContent,
  phonesSchema,
  pushIdSchema,
  pushInfoSchema,
} from '@senca/contract/push'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { lostPhone } from '#core/lost-phone.ts'
import { NOTIFICATION_KEY } from '#core/notification-key.ts'
import { endSubscription, type PhoneSubscription, sentEndpoint, subscribe } from '#core/pocket.ts'

const { get, post } = callsBy(api, 'apiToken')
const PREFIX = '/api/v1/push'

export const pushInfoQuery = queryOptions({
  queryKey: [...NOTIFICATION_KEY, 'push'],
  queryFn: ({ signal }) => get(`${PREFIX}/info`, pushInfoSchema, { signal }),
})

const listPhones = (signal?: AbortSignal) => get(`${PREFIX}/list`, phonesSchema, { signal })

export const phonesQuery = queryOptions({
  queryKey: [...NOTIFICATION_KEY, 'phones'],
  queryFn: ({ signal }) => listPhones(signal),
})

/** The phones of the account; none where the server sends no pushes. */
export function usePhones(): { isKnown: boolean; phones: readonly Phone[] } {
  const info = useQuery(pushInfoQuery)
  const isAvailable = info.data?.available === true
  const { data = [], isPending } = useQuery({ ...phonesQuery, enabled: isAvailable })
  return { isKnown: !info.isPending && !(isAvailable && isPending), phones: data }
}

export const reloadPhones = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: phonesQuery.queryKey })

export const phonesApi = {
  list: () => listPhones(),
  /** Also changes what the phone of this session shows. */
  async subscribe(subscription: PhoneSubscription, more: { content?: PushContent }): Promise<void> {
    await post(`${PREFIX}/subscribe`, pushIdSchema, { json: { ...subscription, ...more } })
    await sentEndpoint.keep(subscription)
    lostPhone.setState({ isLost: false })
  },
  unsubscribe: (id: string) => post(`${PREFIX}/unsubscribe`, doneSchema, { json: { id } }),
  /** Returns the id of the notification that has its progress. */
  test: (id: string) => post(`${PREFIX}/test`, pushIdSchema, { json: { id } }),
  /** Rehearses the escalation, with all phones. */
  rehearse: () => post(`${PREFIX}/test`, pushIdSchema, { json: { chain: true } }),
}

/** Subscribes this browser again. Returns whether it was allowed. */
export async function subscribeAnew(publicKey: string): Promise<boolean> {
  await endSubscription()
  const subscription = await subscribe(publicKey)
  if (subscription !== null) await phonesApi.subscribe(subscription, {})
  return subscription !== null
}
