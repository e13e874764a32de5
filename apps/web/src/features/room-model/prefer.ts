import type { Preferences } from '@senca/contract'
import { queryClient } from '#core/api/query-client.ts'
import { roomKeys } from './rooms.queries.ts'
import { roomsApi } from './rooms.ts'

let newest: Promise<unknown> = Promise.resolve()

/**
 * Changes preferences with an optimistic update: the cache shows the change at once. If the server refuses, the cache is reloaded
 * and the failure is thrown. Changes are sent one after the other, and the last one decides what is shown.
 */
export async function prefer(changes: Partial<Preferences>): Promise<void> {
  const queryKey = roomKeys.preferences
  const answer = newest.catch(() => {}).then(() => roomsApi.prefer(changes))
  newest = answer
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Preferences>(queryKey, (before) => before && { ...before, ...changes })
  try {
    const kept = await answer
    if (newest === answer) queryClient.setQueryData<Preferences>(queryKey, kept)
  } catch (failure) {
    if (newest === answer) void queryClient.invalidateQueries({ queryKey })
    throw failure
  }
}
