import { useCallback, useRef, useSyncExternalStore } from 'react'
import { queryClient } from '#core/query-client.ts'
import { deviceKeys, knownDevices } from './device-cache.ts'
import { type HouseSummary, summarise } from './house-summary.ts'

/** The house at a glance, counted at most once per frame; null until it is loaded. */
export function useHouseSummary(): HouseSummary | null {
  const last = useRef<HouseSummary | null>(null)
  const read = useCallback(() => {
    if (queryClient.getQueryData(deviceKeys.home) === undefined) {
      last.current = null
      return null
    }
    const next = summarise(knownDevices(queryClient))
    if (JSON.stringify(next) !== JSON.stringify(last.current)) last.current = next
    return last.current
  }, [])
  return useSyncExternalStore(subscribe, read)
}

function subscribe(listener: () => void): () => void {
  let frame = 0
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
    if (frame !== 0 || (type !== 'updated' && type !== 'removed')) return
    frame = requestAnimationFrame(() => {
      frame = 0
      listener()
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    unsubscribe()
  }
}
