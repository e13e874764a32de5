import type { DeviceInfo } from '@senca/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys, readDevice, readIds } from '#features/device-model/device-cache.ts'
import { ownerChoice, shownOf } from '../owner-choice.ts'
import type { Notice } from './house-notices.ts'
import { createHouseTally, type HouseSummary } from './house-summary.ts'

/**
 * The state of the home in numbers; null until it is loaded. Updates at most once per frame, only when it changes, and together
 * with the list.
 */
export function useHouseSummary(): HouseSummary | null {
  const [store] = useState(() => createHouseStore(queryClient))
  return useDeferredValue(useSyncExternalStore(store.subscribe, store.summary))
}

/** The devices with the notice `notice`, in the order of the home; null if `notice` is null or the home is not loaded. */
export function useDevicesWith(notice: Notice | null): readonly string[] | null {
  const [store] = useState(() => createHouseStore(queryClient))
  const summary = useSyncExternalStore(store.subscribe, () => (notice === null ? null : store.summary()))
  return useMemo(
    () => (notice === null || summary === null ? null : store.having(notice)),
    [store, notice, summary],
  )
}

/** The current state of the home in numbers; null until it is loaded. */
export const houseNow = (): HouseSummary | null => createHouseStore(queryClient).summary()

/** The shades that the buttons for the whole home move, with their current state. */
export const shadesOfHouse = (): DeviceInfo[] => {
  const store = createHouseStore(queryClient)
  store.summary()
  return store.having('shades').flatMap((id) => readDevice(queryClient, id) ?? [])
}

const [scope, kind] = deviceKeys.every

/** A store that counts the cached home: first completely, then each device that changes. */
function createHouseStore(client: QueryClient) {
  const tally = createHouseTally()
  let isListening = false

  const count = () =>
    tally.restart(shownOf(readIds(client) ?? [], ownerChoice.getState().shown), (id) =>
      readDevice(client, id),
    )

  return {
    summary(): HouseSummary | null {
      if (readIds(client) === undefined) return null
      if (!isListening) count()
      return tally.summary()
    },
    having: tally.having,
    subscribe(listener: () => void): () => void {
      let frame = 0
      let notified: HouseSummary | null = null
      isListening = true
      count()
      const notify = () => {
        if (frame !== 0 || tally.summary() === notified) return
        frame = requestAnimationFrame(() => {
          frame = 0
          notified = tally.summary()
          listener()
        })
      }
      const unfollow = ownerChoice.subscribe(() => {
        count()
        notify()
      })
      const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' && type !== 'removed') return
        const [inScope, ofKind, id] = query.queryKey
        if (inScope !== scope) return
        if (ofKind !== kind) count()
        else if (typeof id === 'string')
          tally.change(id, client.getQueryData<DeviceInfo>(query.queryKey) ?? null)
        notify()
      })
      return () => {
        isListening = false
        cancelAnimationFrame(frame)
        unsubscribe()
        unfollow()
      }
    },
  }
}
