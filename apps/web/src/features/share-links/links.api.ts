import { type DeviceLink, deviceLinkSchema } from '@senca/contract'
import {
  type AccessEntry,
  accessListSchema,
  type LinkCreateRequest,
  type LinkUpdateRequest,
  sharingFreezeSchema,
} from '@senca/contract/links'
import * as z from 'zod/mini'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import type { ApiClient } from '#core/api/api-client.ts'

const ownLinksSchema = z.array(deviceLinkSchema)
const LINK = '/api/v1/device-link'

/** The calls with which an owner shares devices by links. */
export function createLinksApi(api: ApiClient) {
  const { get, post } = callsBy(api, 'apiToken')
  return {
    list: (signal: AbortSignal): Promise<DeviceLink[]> => get(`${LINK}/list`, ownLinksSchema, { signal }),
    create: (link: LinkCreateRequest): Promise<DeviceLink> =>
      post(`${LINK}/create`, deviceLinkSchema, { json: link }),
    /** Null clears a field; fields that are left out stay unchanged. */
    update: (changes: LinkUpdateRequest): Promise<DeviceLink> =>
      post(`${LINK}/update`, deviceLinkSchema, { json: changes }),
    remove: (token: string) => post(`${LINK}/delete`, doneSchema, { json: { token } }),
    isFrozen: async (signal: AbortSignal): Promise<boolean> =>
      (await get(`${LINK}/freeze`, sharingFreezeSchema, { signal })).frozen,
    freeze: async (frozen: boolean): Promise<boolean> =>
      (await post(`${LINK}/freeze`, sharingFreezeSchema, { json: { frozen } })).frozen,
    /** Who has access to one device, or to any device of the home (null). */
    access: (deviceId: string | null, signal: AbortSignal): Promise<AccessEntry[]> =>
      get('/api/v1/access/list', accessListSchema, {
        query: deviceId === null ? {} : { devicetoken: [deviceId] },
        signal,
      }),
  }
}
export type LinksApi = ReturnType<typeof createLinksApi>
