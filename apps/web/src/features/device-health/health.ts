import { deviceHealthSchema } from '@senca/contract/health'
import { queryOptions } from '@tanstack/react-query'
import { callsBy } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'

const { get } = callsBy(api, 'apiToken')

/** The health of a device, loaded each time its page is opened. */
export const healthQuery = (token: string) =>
  queryOptions({
    queryKey: ['device-health', token],
    queryFn: () =>
      get(`/api/v1/device/health?${new URLSearchParams({ devicetoken: token })}`, deviceHealthSchema),
    staleTime: 0,
  })
