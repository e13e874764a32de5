import {
  type AccessEntry,
  accessListSchema,
  type DeviceLink,
  deviceLinkSchema,
  type LinkCreateRequest,
  type LinkUpdateRequest,
  sharingFreezeSchema,
} from '@senca/contract'
import * as z from 'zod/mini'
import type { ApiClient } from '#core/api-client.ts'

const ownLinksSchema = z.array(deviceLinkSchema)
const doneSchema = z.object({})

/** The calls by which an owner lends devices. */
export function createLinksApi(api: ApiClient) {
  const post = <T>(call: string, json: object, answer: z.ZodMiniType<T>): Promise<T> =>
    api.request({ method: 'POST', path: `/api/v1/device-link/${call}`, access: 'apiToken', json, answer })

  const get = <T>(
    call: string,
    query: Record<string, string[]>,
    answer: z.ZodMiniType<T>,
    signal: AbortSignal,
  ) => api.request({ method: 'GET', path: `/api/v1/${call}`, access: 'apiToken', query, answer, signal })

  return {
    list: (signal: AbortSignal): Promise<DeviceLink[]> => get('device-link/list', {}, ownLinksSchema, signal),
    create: (link: LinkCreateRequest): Promise<DeviceLink> => post('create', link, deviceLinkSchema),
    /** Null clears, absent keeps. */
    update: (changes: LinkUpdateRequest): Promise<DeviceLink> => post('update', changes, deviceLinkSchema),
    remove: (token: string) => post('delete', { token }, doneSchema),
    /** Whether all sharing is frozen. */
    isFrozen: async (signal: AbortSignal): Promise<boolean> =>
      (await get('device-link/freeze', {}, sharingFreezeSchema, signal)).frozen,
    freeze: async (frozen: boolean): Promise<boolean> =>
      (await post('freeze', { frozen }, sharingFreezeSchema)).frozen,
    /** Who can open one device, or any of the home (null). */
    access: (deviceId: string | null, signal: AbortSignal): Promise<AccessEntry[]> =>
      get('access/list', deviceId === null ? {} : { devicetoken: [deviceId] }, accessListSchema, signal),
  }
}
export type LinksApi = ReturnType<typeof createLinksApi>
