import type { DeviceInfo } from '@senca/contract'
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys, readDevice, readIds } from '#features/device-model/device-cache.ts'
import { ownerChoice, shownOf } from '../owner-choice.ts'
import type { Notice } from './house-notices.ts'
import { devicesCountedAs, type HouseSummary, houseSummaryOf } from './house-summary.ts'

/**
 * The state of the home in numbers; null until it is loaded. Updates at most once per frame, only when it changes, and together
 * with the list.
 */
export const useHouseSummary = (): HouseSummary | null =>
  useDeferredValue(useSyncExternalStore(subscribe, summaryNow))

/** The ids of the devices with the notice, in the order of the home; null if `notice` is null or the home is not loaded. */
export function useDevicesWith(notice: Notice | null): readonly string[] | null {
  const ids = useSyncExternalStore(subscribe, () => (notice === null ? null : idsWith(notice)))
  return useMemo(() => ids?.split(' ').filter((id) => id !== '') ?? null, [ids])
}

/** The names of the doors that stand open, in the order of the home. */
export function useOpenDoors(): readonly string[] {
  const names = useSyncExternalStore(subscribe, openDoorNames)
  return useMemo(() => (names === '' ? [] : names.split('\n')), [names])
}

const openDoorNames = (): string =>
  devicesCountedAs('doorOpen', shownDevices() ?? [])
    .map(({ name }) => name)
    .join('\n')

/** The current state of the home in numbers; null until it is loaded. */
export function houseNow(): HouseSummary | null {
  const devices = shownDevices()
  return devices === null ? null : houseSummaryOf(devices)
}

/** The shades that the buttons for the whole home move, with their current state. */
export const shadesOfHouse = (): DeviceInfo[] => devicesCountedAs('shades', shownDevices() ?? [])

/** The loaded devices of the chosen owner; null until the home is loaded. */
function shownDevices(): DeviceInfo[] | null {
  const ids = readIds(queryClient)
  if (ids === undefined) return null
  return shownOf(ids, ownerChoice.getState().shown).flatMap((id) => readDevice(queryClient, id) ?? [])
}

let lastSummary: HouseSummary | null = null

/** Returns the same object until a number changes, as React requires. */
function summaryNow(): HouseSummary | null {
  const summary = houseNow()
  if (JSON.stringify(summary) !== JSON.stringify(lastSummary)) lastSummary = summary
  return lastSummary
}

const idsWith = (notice: Notice): string | null => {
  const devices = shownDevices()
  return devices === null
    ? null
    : devicesCountedAs(notice, devices)
        .map(({ id }) => id)
        .join(' ')
}

const [scope] = deviceKeys.every

/** Calls the listener at most once per frame after a device or the list of the home has changed. */
function subscribe(listener: () => void): () => void {
  let frame = 0
  const notify = () => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      listener()
    })
  }
  const unfollow = ownerChoice.subscribe(notify)
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if ((type === 'updated' || type === 'removed') && query.queryKey[0] === scope) notify()
  })
  return () => {
    cancelAnimationFrame(frame)
    unsubscribe()
    unfollow()
  }
}
