import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageNow } from '#core/clock.ts'
import { activityQuery } from './activity.queries.ts'
import { activityApi } from './activity.ts'
import { refreshNewest } from './newest-activity.ts'

/** The delay after the last event, and the longest time between two loads while events keep coming. */
const QUIET_MS = 800
const BUSY_MS = 3_000
/** Entries that change no device, for example a refused command, are only found by this regular load. */
const IDLE_MS = 10_000

/** Keeps the newest page up to date: it is loaded again shortly after each event of a device. */
export function useLiveActivity(deviceId: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    const abort = new AbortController()
    let quiet: ReturnType<typeof setTimeout> | undefined
    let waitingSince: number | null = null
    const { queryKey } = activityQuery(activityApi, deviceId)

    const refresh = refreshNewest({
      client,
      queryKey,
      load: () => activityApi.list(deviceId, null, abort.signal),
      refreshSoon: () => {
        if (!abort.signal.aborted) refreshSoon()
      },
    })

    const refreshSoon = () => {
      const now = pageNow().getTime()
      waitingSince ??= now
      clearTimeout(quiet)
      quiet = setTimeout(
        () => {
          waitingSince = null
          void refresh()
        },
        Math.min(QUIET_MS, Math.max(0, waitingSince + BUSY_MS - now)),
      )
    }

    const unsubscribe = client.getQueryCache().subscribe((event) => {
      const isOfDevice = event.type === 'updated' && event.query.queryKey[0] === 'devices'
      if (isOfDevice && event.action.type === 'success') refreshSoon()
    })
    const idle = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh()
    }, IDLE_MS)
    return () => {
      unsubscribe()
      clearInterval(idle)
      clearTimeout(quiet)
      abort.abort()
    }
  }, [client, deviceId])
}
