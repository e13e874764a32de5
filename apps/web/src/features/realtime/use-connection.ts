import { LIMITS } from '@senca/contract'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { homeReach, realtime } from '#core/realtime/browser-realtime.ts'
import type { ConnectionStatus } from '#core/realtime/realtime-connection.ts'

/** Since when the data of the home may be outdated, in milliseconds since the epoch; null while it is kept up to date. */
export function useStaleSince(): number | null {
  const keptAt = useStore(homeReach, (state) => state.keptAt)
  const lostSince = useLostSince()
  return keptAt ?? lostSince
}

/** The same while there is no connection; null while one is being made. */
export function useLostSince(): number | null {
  const connection = useConnection()
  const { isReached, keptAt } = useStore(homeReach)
  return connection?.state === 'lost' && !isReached ? (keptAt ?? connection.since) : null
}

/** The connection status of the signed-in account; null while no connection is wanted. */
function useConnection(): ConnectionStatus | null {
  return useSyncExternalStore(realtime.subscribe, () => realtime.status(LIMITS.CURRENT_USER_KEY))
}
