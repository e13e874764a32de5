import { LIMITS } from '@senca/contract'
import { useSyncExternalStore } from 'react'
import { realtime } from '#core/browser-realtime.ts'
import type { ConnectionStatus } from '#core/realtime-connection.ts'

/** The connection of the signed-in account; null while none is wanted. */
export function useConnection(): ConnectionStatus | null {
  return useSyncExternalStore(realtime.subscribe, () => realtime.status(LIMITS.CURRENT_USER_KEY))
}
