import { mqttCredentialsSchema, mqttLoginsSchema, mqttStatusSchema } from '@senca/contract/mqtt'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'

const { get, post } = callsBy(api, 'apiToken')
const MQTT = '/api/v1/mqtt'
const KEY = ['mqtt'] as const

/** No message announces connections. */
const followed = { staleTime: 0, refetchInterval: 5_000, refetchOnWindowFocus: 'always' as const }

export const loginsQuery = queryOptions({
  queryKey: [...KEY, 'logins'],
  queryFn: ({ signal }) => get(`${MQTT}/credentials/list`, mqttLoginsSchema, { signal }),
  ...followed,
})

export const statusQuery = queryOptions({
  queryKey: [...KEY, 'status'],
  queryFn: ({ signal }) => get(`${MQTT}/status`, mqttStatusSchema, { signal }),
  ...followed,
})

const changed = async <T>(change: Promise<T>): Promise<T> => {
  const answer = await change
  await loadAgain(queryClient, KEY)
  return answer
}

/** The calls that change the MQTT access of the account. */
export const mqttApi = {
  /** Makes a login, or replaces the one of this name. Its password is in this answer only. */
  makeLogin: (name: string) =>
    changed(post(`${MQTT}/credentials`, mqttCredentialsSchema, { json: { name } })),
  deleteLogin: (name: string) => changed(post(`${MQTT}/credentials/delete`, doneSchema, { json: { name } })),
}
