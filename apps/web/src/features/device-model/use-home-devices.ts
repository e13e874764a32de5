import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys, knownDevices } from './device-cache.ts'
import { homeQuery } from './devices.queries.ts'
import { devicesApi } from './devices.ts'

/** What a report changes. A card subscribes to its own device for it. */
const REPORTED: ReadonlySet<string> = new Set(['state', 'totalRestarts', 'totalStateUpdates', 'lastSeenAt'])

const withoutReport = (device: DeviceInfo): string =>
  JSON.stringify(device, (key, value: unknown) => (REPORTED.has(key) ? undefined : value))

/** Calls the listener when a device of the home changes in anything but what it reports. */
function subscribeToDevices(listener: () => void): () => void {
  const known = new Map(knownDevices(queryClient).map((device) => [device.id, withoutReport(device)]))
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const id = event.query.queryKey.at(-1)
    if (typeof id !== 'string' || event.query.queryKey[1] !== deviceKeys.every[1]) return
    const device = queryClient.getQueryData<DeviceInfo | null>(deviceKeys.one(id))
    const now = device == null ? '' : withoutReport(device)
    if (known.get(id) === now) return
    known.set(id, now)
    listener()
  })
}

/**
 * The devices of the home by name; empty before the first load. Renders again when a device changes in anything but what it
 * reports.
 */
export function useHomeDevices(): readonly DeviceInfo[] {
  const { data } = useQuery(homeQuery(queryClient, devicesApi, Date.now))
  const changes = useRef(0)
  const subscribe = useCallback(
    (listener: () => void) =>
      subscribeToDevices(() => {
        changes.current += 1
        listener()
      }),
    [],
  )
  useSyncExternalStore(subscribe, () => changes.current)
  return data === undefined ? [] : knownDevices(queryClient)
}
