import {
  type NotificationAction,
  type NotificationChoicesRequest,
  notificationActAnswerSchema,
  notificationChoicesSchema,
  notificationStateSchema,
  notificationsSchema,
} from '@senca/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { NOTIFICATION_KEY } from '#core/notification-key.ts'
import { unseenNotifications } from '#core/unseen.ts'
import { currentLanguage } from '#i18n/language.ts'

const { get, post } = callsBy(api, 'apiToken')
const PREFIX = '/api/v1/notification'

const listOf = (more: { before?: string }, signal?: AbortSignal) =>
  get(`${PREFIX}/list`, notificationsSchema, { query: { lang: currentLanguage(), ...more }, signal })

/** The newest notifications; they are kept with the home. */
export const notificationsQuery = queryOptions({
  queryKey: [...NOTIFICATION_KEY, 'list'],
  queryFn: ({ signal }) => listOf({}, signal),
})

export const choicesQuery = queryOptions({
  queryKey: [...NOTIFICATION_KEY, 'choices'],
  queryFn: ({ signal }) => get(`${PREFIX}/choices`, notificationChoicesSchema, { signal }),
})

/** Reloads how many are unseen, and the list. */
export async function reloadNotifications(): Promise<void> {
  const [state] = await Promise.all([
    get(`${PREFIX}/state`, notificationStateSchema),
    queryClient.getQueryData(notificationsQuery.queryKey) === undefined
      ? queryClient.prefetchQuery(notificationsQuery)
      : loadAgain(queryClient, notificationsQuery.queryKey),
  ])
  unseenNotifications.setState(state)
}

export const notificationsApi = {
  /** Those that are older than the given one. */
  older: (before: string) => listOf({ before }),
  /** Marks them as seen. All pages are notified by the server. */
  seen: (ids: readonly string[]) => post(`${PREFIX}/seen`, doneSchema, { json: { ids } }),
  act: (id: string, action: NotificationAction) =>
    post(`${PREFIX}/act`, notificationActAnswerSchema, { json: { id, action } }),
  async choose(choices: NotificationChoicesRequest): Promise<void> {
    const standing = await post(`${PREFIX}/choices`, notificationChoicesSchema, { json: choices })
    queryClient.setQueryData(choicesQuery.queryKey, standing)
  },
}
