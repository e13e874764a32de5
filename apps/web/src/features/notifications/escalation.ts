import { type EscalationRequest, escalationSchema } from '@senca/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { NOTIFICATION_KEY } from '#core/notification-key.ts'

const { get, post } = callsBy(api, 'apiToken')
const PATH = '/api/v1/notification/escalation'

export const escalationQuery = queryOptions({
  queryKey: [...NOTIFICATION_KEY, 'escalation'],
  queryFn: ({ signal }) => get(PATH, escalationSchema, { signal }),
})

export const escalationApi = {
  async change(request: EscalationRequest): Promise<void> {
    queryClient.setQueryData(escalationQuery.queryKey, await post(PATH, escalationSchema, { json: request }))
  },
  async accept(owner: string, accept: boolean): Promise<void> {
    await post(`${PATH}/accept`, doneSchema, { json: { owner, accept } })
    await queryClient.invalidateQueries({ queryKey: escalationQuery.queryKey })
  },
}
