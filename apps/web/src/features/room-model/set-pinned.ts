import { LIMITS } from '@senca/contract'
import { queryClient } from '#core/api/query-client.ts'
import { prefer } from './prefer.ts'
import { preferencesQuery } from './rooms.queries.ts'
import { roomsApi } from './rooms.ts'

/**
 * Pins a device or group to the top of the home or unpins it. Returns `full` if no more can be pinned. The whole list is sent, so
 * it must be based on the server's list and not on a placeholder that is shown while it loads or after a failure.
 */
export async function setPinned(id: string, isWanted: boolean): Promise<'done' | 'full'> {
  const { pinned } = await queryClient.ensureQueryData(preferencesQuery(roomsApi))
  if (isWanted === pinned.includes(id)) return 'done'
  if (isWanted && pinned.length >= LIMITS.PINNED) return 'full'
  await prefer({ pinned: isWanted ? [...pinned, id] : pinned.filter((other) => other !== id) })
  return 'done'
}
