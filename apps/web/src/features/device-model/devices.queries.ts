import type { DeviceInfo } from '@senca/contract'
import { notifyManager, type QueryClient, queryOptions } from '@tanstack/react-query'
import { deviceKeys, dropMissing, sortedByName } from './device-cache.ts'
import { withLoaded } from './device-merge.ts'
import type { DevicesApi } from './devices.api.ts'

/**
 * The device ids of the home, ordered by name. Loading it also fills the query of each device, so a card that subscribes to its
 * own device only renders for changes of that device. The data never becomes stale: pushes keep it up to date, and every sign-in
 * of the socket reloads it.
 */
export const homeQuery = (client: QueryClient, api: DevicesApi, now: () => number) =>
  queryOptions({
    queryKey: deviceKeys.home,
    queryFn: async ({ signal }) => {
      const startedAt = now()
      const names = await api.list(signal)
      const loaded = await api.info(Object.keys(names), signal)
      keep(client, loaded, startedAt)
      return sortedByName(Object.keys(loaded), (id) => loaded[id]?.name ?? '')
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

function keep(client: QueryClient, loaded: Record<string, DeviceInfo>, startedAt: number): void {
  notifyManager.batch(() => {
    for (const [id, device] of Object.entries(loaded)) {
      const key = deviceKeys.one(id)
      const known = client.getQueryState<DeviceInfo | null>(key)
      const wasPushedMeanwhile = known !== undefined && known.dataUpdatedAt >= startedAt
      client.setQueryData(key, withLoaded(known?.data ?? undefined, device, wasPushedMeanwhile))
    }
    dropMissing(client, new Set(Object.keys(loaded)), startedAt)
  })
}

/**
 * One device. Its query is filled by the load of the home and by pushes. A push that arrives while the device is loading is not
 * overwritten by the loaded data.
 */
export const deviceQuery = (api: DevicesApi, id: string) => {
  const queryKey = deviceKeys.one(id)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<DeviceInfo | null> => {
      const state = () => client.getQueryState<DeviceInfo | null>(queryKey)
      const countAtStart = state()?.dataUpdateCount ?? 0
      const loaded = (await api.info([id], signal))[id] ?? null
      const known = state()
      const wasPushedMeanwhile = (known?.dataUpdateCount ?? 0) !== countAtStart
      if (loaded === null || (wasPushedMeanwhile && known?.data === null)) return null
      return withLoaded(known?.data ?? undefined, loaded, wasPushedMeanwhile)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}
