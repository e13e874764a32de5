import { activityListSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { ApiClient } from '#core/api-client.ts'

export type ActivityPage = z.infer<typeof activityListSchema>

const about = (deviceId: string | null): Record<string, string> =>
  deviceId === null ? {} : { devicetoken: deviceId }

/** What has happened, to one device or in the whole home (`deviceId` null). */
export function createActivityApi(api: ApiClient) {
  return {
    /** Newest first; `before` is the last entry that is known. */
    list: (deviceId: string | null, before: string | null, signal?: AbortSignal): Promise<ActivityPage> =>
      api.request({
        method: 'GET',
        path: '/api/v1/activity/list',
        access: 'apiToken',
        query: { ...about(deviceId), ...(before === null ? {} : { before }) },
        answer: activityListSchema,
        ...(signal === undefined ? {} : { signal }),
      }),
    /** All of it, as the text of a CSV file. */
    export: (deviceId: string | null): Promise<string> =>
      api.request({
        method: 'GET',
        path: '/api/v1/activity/export',
        access: 'apiToken',
        query: about(deviceId),
        isText: true,
        answer: z.string(),
      }),
  }
}
export type ActivityApi = ReturnType<typeof createActivityApi>
