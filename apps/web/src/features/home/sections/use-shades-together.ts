import type { DeviceInfo } from '@senca/contract'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys, readDevice } from '#features/device-model/device-cache.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { countTogether, isShade, type TogetherCounts } from '../house/together.ts'

const [scope, kind] = deviceKeys.every

/** The shades among these devices that the person may move, with their current state. */
export const shadesAmong = (ids: readonly string[]): DeviceInfo[] =>
  ids.flatMap((id) => readDevice(queryClient, id) ?? []).filter((one) => isShade(one) && mayCommand(one))

/** The combined state of the shades among these devices. Updates at most once per frame and only when it changes. */
export function useShadesTogether(ids: readonly string[]): TogetherCounts {
  const counted = useMemo(() => {
    let last = countTogether(shadesAmong(ids))
    return () => {
      const next = countTogether(shadesAmong(ids))
      if (JSON.stringify(next) !== JSON.stringify(last)) last = next
      return last
    }
  }, [ids])
  const subscribe = useCallback(
    (listener: () => void) => {
      const own = new Set<unknown>(ids)
      let frame = 0
      const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
        if (type !== 'updated' || frame !== 0) return
        if (queryKey[0] !== scope || queryKey[1] !== kind || !own.has(queryKey[2])) return
        frame = requestAnimationFrame(() => {
          frame = 0
          listener()
        })
      })
      return () => {
        cancelAnimationFrame(frame)
        unsubscribe()
      }
    },
    [ids],
  )
  return useSyncExternalStore(subscribe, counted)
}
