import { LIMITS } from '@senca/contract'
import { queryClient } from '#core/query-client.ts'
import { prefer } from './prefer.ts'
import { preferencesQuery } from './rooms.queries.ts'
import { roomsApi } from './rooms.ts'

/**
 * Pins a device or group to the top of the home, or takes it from there; `full` where no more can be pinned. The whole row is sent,
 * so it must be the server's: what is shown while it loads or where it failed would replace it.
 */
export async function setPinned(id: string, isWanted: boolean): Promise<'done' | 'full'> {
  const { pinned } = await queryClient.ensureQueryData(preferencesQuery(roomsApi))
  if (isWanted === pinned.includes(id)) return 'done'
  if (isWanted && pinned.length >= LIMITS.PINNED) return 'full'
  await prefer({ pinned: isWanted ? [...pinned, id] : pinned.filter((other) => other !== id) })
  return 'done'
}
