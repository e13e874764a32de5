import { type CommandResult, type DeviceInfo, isBusy, type StateUpdate } from '@senca/contract'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { compareNames } from '#i18n/name-order.ts'
import { withLoaded, withResult, withStateUpdate } from './device-merge.ts'

export const deviceKeys = {
  all: ['devices'] as const,
  /** The ids of the devices of the home, in the order of the list. */
  home: ['devices', 'home'] as const,
  every: ['devices', 'one'] as const,
  one: (id: string) => ['devices', 'one', id] as const,
}

/**
 * The cached device. Undefined if it is unknown or has left the home (its query then holds null). The query is taken by its hash:
 * every frame reads all devices of the home, and `getQueryData` sorts the key of each.
 */
export const readDevice = (client: QueryClient, id: string): DeviceInfo | undefined =>
  client.getQueryCache().get<DeviceInfo | null>(JSON.stringify(deviceKeys.one(id)))?.state.data ?? undefined

/** The device ids of the home in the order of its list; undefined until the home is loaded. */
export const readIds = (client: QueryClient) => client.getQueryData<readonly string[]>(deviceKeys.home)

export const knownDevices = (client: QueryClient): DeviceInfo[] =>
  (readIds(client) ?? []).flatMap((id) => readDevice(client, id) ?? [])

/** Applies a pushed state. Returns the updated device, or null when nothing changed. */
export function applyStateUpdate(client: QueryClient, update: StateUpdate): DeviceInfo | null {
  const device = readDevice(client, update.deviceId)
  const next = device === undefined ? null : withStateUpdate(device, update)
  if (next !== null) client.setQueryData(deviceKeys.one(next.id), next)
  return next
}

/** Adds a device to the home or replaces the cached one. */
export function putDevice(client: QueryClient, device: DeviceInfo): void {
  const known = readDevice(client, device.id)
  client.setQueryData(deviceKeys.one(device.id), withLoaded(known, device, false))
  const ids = readIds(client)
  if (ids === undefined || (known?.name === device.name && ids.includes(device.id))) return
  const all = ids.includes(device.id) ? ids : [...ids, device.id]
  client.setQueryData(
    deviceKeys.home,
    sortedByName(all, (id) => (id === device.id ? device.name : readDevice(client, id)?.name) ?? ''),
  )
}

/** Whether any device of the home is moving or otherwise busy. */
export const isAnyBusy = (client: QueryClient): boolean =>
  knownDevices(client).some(({ state }) => isBusy(state.status))

export function removeDevice(client: QueryClient, id: string): void {
  client.setQueryData<readonly string[]>(deviceKeys.home, (ids) => ids?.filter((other) => other !== id))
  markMissing(client, id)
}

/**
 * Sets the query of a device to null, so that every component that shows it learns that it has left the home. A removed query
 * would leave them with the last data.
 */
function markMissing(client: QueryClient, id: string): void {
  client.setQueryData<DeviceInfo | null>(deviceKeys.one(id), (known) =>
    known === undefined ? undefined : null,
  )
}

/** Marks the devices as missing that a load of the home, started at `startedAt`, did not contain. */
export function dropMissing(client: QueryClient, loaded: ReadonlySet<string>, startedAt: number): void {
  const queries = client.getQueryCache().findAll({ queryKey: deviceKeys.every })
  for (const { queryKey, state } of queries) {
    const id = queryKey.at(-1)
    if (typeof id !== 'string' || loaded.has(id) || state.dataUpdatedAt >= startedAt) continue
    markMissing(client, id)
  }
}

export function sortedByName(ids: readonly string[], nameOf: (id: string) => string): string[] {
  return [...ids].sort((a, b) => compareNames(nameOf(a), nameOf(b)) || (a < b ? -1 : 1))
}

/** Sorts the home by name again, because the order depends on the language. */
export function sortHome(client: QueryClient): void {
  const ids = readIds(client)
  if (ids === undefined) return
  const nameOf = (id: string) => readDevice(client, id)?.name ?? ''
  client.setQueryData(deviceKeys.home, sortedByName(ids, nameOf))
}

/**
 * Applies the positions that command results report to their devices. `sentFrom` is the device as it was known when the command was
 * sent.
 */
export function applyResults(
  client: QueryClient,
  results: readonly CommandResult[],
  sentFrom: DeviceInfo | undefined,
): void {
  notifyManager.batch(() => {
    for (const result of results) {
      for (const id of result.device_ids) {
        const device = readDevice(client, id)
        const next = device === undefined ? undefined : withResult(device, result, sentFrom)
        if (next !== device) client.setQueryData(deviceKeys.one(id), next)
      }
    }
  })
}
