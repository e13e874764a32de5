import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Loads queries again after news from the server. What is still being loaded for the first time begins anew: its answer may
 * be older than the news, and an invalidation alone would wait for it and take it for fresh.
 */
export async function loadAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await queryClient.invalidateQueries({ queryKey })
}
