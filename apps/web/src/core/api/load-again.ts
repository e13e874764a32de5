import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reloads queries after a message of the server. A first load that is still running is canceled and started again: its answer
 * may be older than the message, and `invalidateQueries` alone would accept it as fresh.
 */
export async function loadAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await queryClient.invalidateQueries({ queryKey })
}
