import { LIMITS } from '@senca/contract'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { homeReach, KEPT_AT_MS, realtime } from '#core/realtime/browser-realtime.ts'
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

/**
 * Whether the state of one device may be outdated. Of a kept home each device is up to date from the first state on that the server
 * sends of it.
 */
export function useIsStale(query: { readonly dataUpdatedAt: number }): boolean {
  const isKeptHome = useStore(homeReach, (state) => state.keptAt !== null)
  const isLost = useLostSince() !== null
  // Reading the time makes the component render with every report, so it is read only while that matters.
  return isLost || (isKeptHome && query.dataUpdatedAt === KEPT_AT_MS)
}

/** The connection status of the signed-in account; null while no connection is wanted. */
function useConnection(): ConnectionStatus | null {
  return useSyncExternalStore(realtime.subscribe, () => realtime.status(LIMITS.CURRENT_USER_KEY))
}
