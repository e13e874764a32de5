import { activityListSchema } from '@senca/contract/activity'
import * as z from 'zod/mini'
import { callsBy } from '#core/api/api-calls.ts'
import type { ApiClient } from '#core/api/api-client.ts'

export type ActivityPage = z.infer<typeof activityListSchema>

const about = (deviceId: string | null): Record<string, string> =>
  deviceId === null ? {} : { devicetoken: deviceId }

/** The activity of one device or of the whole home (`deviceId` null). */
export function createActivityApi(api: ApiClient) {
  const { get } = callsBy(api, 'apiToken')
  return {
    /** A page of entries, newest first. `before` is the last entry of the previous page. */
    list: (deviceId: string | null, before: string | null, signal?: AbortSignal): Promise<ActivityPage> =>
      get('/api/v1/activity/list', activityListSchema, {
        query: { ...about(deviceId), ...(before === null ? {} : { before }) },
        signal,
      }),
    /** The whole activity as the text of a CSV file. */
    export: (deviceId: string | null): Promise<string> =>
      get('/api/v1/activity/export', z.string(), { query: about(deviceId), isText: true }),
  }
}
export type ActivityApi = ReturnType<typeof createActivityApi>
