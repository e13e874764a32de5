import type { QueryClient } from '@tanstack/react-query'
import type { ActivityPage } from './activity.api.ts'
import { type ActivityPages, withNewest } from './activity.queries.ts'

interface Needs {
  client: QueryClient
  queryKey: readonly unknown[]
  load(): Promise<ActivityPage>
  /** Schedules another check a moment later. */
  refreshSoon(): void
}

/**
 * Creates a function that loads the newest page and merges it. Only one load runs at a time, because answers in the wrong order
 * would put older entries on top. It waits for pages that are loading, because their result is merged with the entries from
 * before.
 */
export function refreshNewest({ client, queryKey, load, refreshSoon }: Needs): () => Promise<void> {
  let isChecking = false
  let isDueAgain = false

  const isLoading = () => client.isFetching({ queryKey, exact: true }) > 0

  return async () => {
    if (client.getQueryData(queryKey) === undefined) return
    if (isChecking || isLoading()) {
      isDueAgain = true
      if (!isChecking) refreshSoon()
      return
    }
    isChecking = true
    isDueAgain = false
    try {
      const newest = await load()
      if (isLoading()) isDueAgain = true
      else
        client.setQueryData<ActivityPages>(queryKey, (known) =>
          known === undefined ? known : withNewest(known, newest),
        )
    } catch {
      // The shown entries stay; the next event triggers another load.
    } finally {
      isChecking = false
      if (isDueAgain) refreshSoon()
    }
  }
}
